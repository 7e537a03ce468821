import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../../apps/cli/bin/program.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * serverProgram returns what a user starts: the server built from today's sources, which a test run builds before its
 * tests, or the sources themselves.
 */
export function serverProgram(): string {
  const built = findProgram(root);
  return built ? join(built, 'server.js') : join(root, 'apps/server/src/main.ts');
}

const { NODE_COMPILE_CACHE } = process.env;
/** Environment that lets later processes of a run reuse the compile cache of the first. */
export const compileCache: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

/** A process of the product. */
export interface ServerProcess {
  readonly pid: number;
  output(): string;
  isAlive(): boolean;
  /** Resolves with the output when `pattern` appears in it. Rejects if the process ends first. */
  until(pattern: RegExp): Promise<string>;
  /** Sends the signal and waits for the process to end. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGHUP'): Promise<void>;
  /**
   * Resolves with the exit code once the output is closed everywhere, so processes started by this one have ended, too.
   */
  readonly allEnded: Promise<number | null>;
}

/**
 * startServerProcess starts one process of the product with only this environment; `command` starts it in another way,
 * such as npm.
 */
export function startServerProcess(
  env: Record<string, string>,
  {
    command = [process.execPath, serverProgram()],
    cwd,
    uid,
    gid,
  }: { command?: string[]; cwd?: string; uid?: number; gid?: number } = {},
): ServerProcess {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    cwd,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'warn',
      ...compileCache,
      OVERLOAD_DELAY_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const watchers = new Set<() => void>();
  const take = (chunk: Buffer) => {
    text += chunk.toString();
    for (const watch of watchers) watch();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    allEnded: new Promise((resolve) => child.once('close', resolve)),
    output: () => text,
    isAlive,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          if (!pattern.test(text)) return;
          watchers.delete(watch);
          resolve(text);
        };
        watchers.add(watch);
        watch();
        void ended.then(() => reject(new Error(`The process ended before ${pattern}:\n${text}`)));
      }),
    async kill(signal) {
      if (isAlive()) child.kill(signal);
      await ended;
    },
  };
}
