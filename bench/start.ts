/**
 * The cost of starting and idling: `touchstone --version`, a second start until health is ready, memory at rest of the
 * server and of its embedded PostgreSQL, the graceful shutdown. Each round is a separate process on the same data; the
 * best counts if others use the machine, the median is reported too. Prints JSON. Options: --rounds N (default 5),
 * --idle SECONDS (default 20).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, idle: { type: 'string', default: '20' } },
});
const [rounds, idleMs] = [Number(flags.rounds), Number(flags.idle) * 1000];
const program = fileURLToPath(new URL('../apps/cli/bin/touchstone.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
// Otherwise, the database's own user couldn't enter it, and the database would be elsewhere.
chmodSync(folder, 0o755);
const port = await freePort();

const settings = {
  PORT: String(port),
  TOUCHSTONE_DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  TOUCHSTONE_END_WITH_PARENT: 'yes',
};
const figures = {
  versionMs: [] as number[],
  readyMs: [] as number[],
  endMs: [] as number[],
  serverMb: [] as number[],
  databaseMb: [] as number[],
};
try {
  // Builds program and page and creates the data, as only a first start does.
  const first = await measureServer(0);
  await run(process.execPath, [program, '--version']);
  for (let round = 0; round < rounds; round += 1) {
    figures.versionMs.push(await measureVersion());
    // Memory is measured once: waiting for rest in each round adds nothing.
    const { readyMs, endMs, serverMb, databaseMb } = await measureServer(round === rounds - 1 ? idleMs : 0);
    figures.readyMs.push(readyMs);
    figures.endMs.push(endMs);
    if (round === rounds - 1) {
      figures.serverMb.push(serverMb);
      figures.databaseMb.push(databaseMb);
    }
  }
  const summary = Object.fromEntries(
    Object.entries(figures).map(([name, all]) => [name, { best: Math.min(...all), median: median(all) }]),
  );
  const machine = { node: process.version, cores: cpus().length };
  console.log(JSON.stringify({ bench: 'start', rounds, machine, firstReadyMs: first.readyMs, ...summary }, null, 1));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureVersion(): Promise<number> {
  const startedMs = performance.now();
  await run(process.execPath, [program, '--version']);
  return Math.round(performance.now() - startedMs);
}

async function measureServer(restMs: number) {
  const startedMs = performance.now();
  const server = spawn(process.execPath, [program, 'start'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(server);
  const health = await fetch(`http://127.0.0.1:${port}/health/ready`);
  if (!health.ok) throw new Error(`The server said that it is ready, its health says ${health.status}.`);
  const readyMs = Math.round(performance.now() - startedMs);
  await wait(restMs);
  const serverMb = residentMb(server.pid ?? 0);
  const databaseMb = await proportionalMb(postmaster());
  const endingMs = performance.now();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  return { readyMs, endMs: Math.round(performance.now() - endingMs), serverMb, databaseMb };
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('is ready')) resolve();
    });
    server.once('exit', (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${text}`)),
    );
  });
}

/** Resident memory, as reported by `ps`. */
function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function postmaster(): number {
  return Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Memory of the database's processes; shared memory counts once. */
async function proportionalMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const kilobytes = [pid, ...stdout.trim().split(/\s+/).map(Number)].map((each) => {
    const [, pss = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')) ?? [];
    return Number(pss);
  });
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
