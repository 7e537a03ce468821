import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** killGroup ends a process with all that it has started. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  for (const target of [-pid, pid])
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended already.
    }
}

/**
 * watchStart tells `onStart` the pid of the process that is started with this folder in its arguments, until it is called back. Playwright
 * starts browsers and keeps their pids to itself.
 */
export function watchStart(folder: string, onStart: (pid: number) => void): () => void {
  const look = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      if (child.pid !== undefined && child.spawnargs.some((arg) => arg.endsWith(folder))) onStart(child.pid);
    });
  };
  subscribe('child_process', look);
  return () => unsubscribe('child_process', look);
}

/** Wait for the end of the process that has the other end of their input: a shell, which is light, and on Windows this program. */
const shellGuard = 'read -r _; kill -s KILL -- "-$1" "$1"';
const windowsGuard = `process.stdin.on('end', () => require('node:child_process').execFileSync('taskkill', ['/pid', process.argv[1], '/T', '/F'])).resume();`;

/** guardProcess ends a process that would outlive this one, with all that it has started. The answered function takes the guard away. */
export function guardProcess(pid: number): () => void {
  const [command, args] =
    process.platform === 'win32'
      ? [process.execPath, ['-e', windowsGuard, String(pid)]]
      : ['/bin/sh', ['-c', shellGuard, 'sh', String(pid)]];
  const child = spawn(command, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to the group of this process, such as Ctrl+C, must not reach it.
    detached: true,
    windowsHide: true,
  });
  child.once('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return () => void child.kill('SIGKILL');
}
