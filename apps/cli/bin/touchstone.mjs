#!/usr/bin/env node
// Runs on any Node: an older one hands over to the Node 24 that npm installed with Touchstone.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findProgram } from './program.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const wanted = 24;

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= wanted;
}

function findNode() {
  const { platform, arch } = process;
  const name =
    platform === 'win32'
      ? 'node-win'
      : platform === 'darwin' && arch === 'arm64'
        ? 'node-bin-darwin'
        : `node-${platform}`;
  const program = platform === 'win32' ? 'node.exe' : 'node';
  const places = [join(root, 'node_modules', `${name}-${arch}`, 'bin', program)];
  if (platform !== 'win32') places.push(join(root, 'node_modules', '.bin', 'node'));
  return places.find(existsSync);
}

/** npm and npx signal only their shell, which forwards nothing when it dies, so the process watches its parent and ends with it. */
function endWithParent() {
  const { npm_lifecycle_event: isOfNpm, TOUCHSTONE_END_WITH_PARENT: isOurs } = process.env;
  if (!isOfNpm && !isOurs) return;
  // Watched here, so the server in this process doesn't watch it as well.
  delete process.env.TOUCHSTONE_END_WITH_PARENT;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent && isThere(parent)) return;
    clearInterval(look);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, 250);
  look.unref();
}

/** On Linux and macOS an orphan gets a new parent; on Windows it keeps the pid of the parent that exited. */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function handOver(node) {
  const env = { ...process.env, TOUCHSTONE_END_WITH_PARENT: 'yes' };
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl C to both processes; any other sender reaches only this one.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('error', (error) => {
    console.error(`Node ${wanted} could not be started: ${error.message}`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 2);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Keeps compiled code in the user's cache: the next start is several times faster and needs a third less memory. */
async function keepCompiledCode() {
  const folder = process.env.NODE_COMPILE_CACHE || userCache();
  if (folder === undefined) return;
  const { enableCompileCache, flushCompileCache } = await import('node:module');
  enableCompileCache(folder);
  // Node writes it at exit, which a killed server never reaches.
  setTimeout(flushCompileCache, 20_000).unref();
  // Nothing is pending any more; freeing all memory first would take as long as several requests.
  process.once('beforeExit', () => {
    flushCompileCache();
    process.exit();
  });
  // For the threads and processes that this one starts.
  process.env.NODE_COMPILE_CACHE = folder;
}

/** undefined if the user has no home directory, as in some containers. */
function userCache() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  try {
    return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'touchstone');
  } catch {
    return undefined;
  }
}

/** Opens the program built into a few files, or its sources if it can't be built (no build tools, a read-only disk). */
async function openProgram() {
  // A pipeline may run the command for each of many collections.
  const program = findProgram(root, process.argv[2] === 'run' ? 'apps/server/' : undefined) ?? buildProgram();
  await import(program ? pathToFileURL(join(program, 'cli.js')).href : '../src/main.ts');
}

/** Builds in a separate process, so its memory is freed when it ends. */
function buildProgram() {
  const builder = join(root, 'tools', 'build-program.ts');
  return spawnSync(process.execPath, [builder], { encoding: 'utf8' }).stdout?.trim();
}

endWithParent();
if (isNewEnough()) {
  await keepCompiledCode();
  await openProgram();
} else {
  const node = findNode();
  if (node) handOver(node);
  else {
    console.error(
      `Touchstone needs Node ${wanted}; this is ${process.version}. Run "npm ci" in the folder of Touchstone, or install Node ${wanted}.`,
    );
    process.exitCode = 2;
  }
}
