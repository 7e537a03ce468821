import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** killGroup kills a process and everything that it has started. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  for (const target of [-pid, pid])
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has already exited.
    }
}

/**
 * watchStart calls `onStart` with the pid of the process started with this folder in its arguments, until the returned
 * function is called. Playwright starts browsers without exposing their pids.
 */
export function watchStart(folder: string, onStart: (pid: number) => void): () => void {
  const onMessage = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      if (child.pid !== undefined && child.spawnargs.some((arg) => arg.endsWith(folder))) onStart(child.pid);
    });
  };
  subscribe('child_process', onMessage);
  return () => unsubscribe('child_process', onMessage);
}

/** Wait until the process at the other end of stdin ends: a lightweight shell, or on Windows this program. */
const shellGuard = 'read -r _; kill -s KILL -- "-$1" "$1"';
const windowsGuard = `process.stdin.on('end', () => require('node:child_process').execFileSync('taskkill', ['/pid', process.argv[1], '/T', '/F'])).resume();`;

/**
 * guardProcess kills a process that would outlive this one, with everything that it has started. The returned function
 * removes the guard.
 */
export function guardProcess(pid: number): () => void {
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, ['-e', windowsGuard, String(pid)]]
      : ['/bin/sh', ['-c', shellGuard, 'sh', String(pid)]];
  const child = spawn(command, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to this process's group, such as Ctrl+C, must not reach it.
    detached: true,
    windowsHide: true,
  });
  child.once('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return () => void child.kill('SIGKILL');
}
