import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** The most space that the databases and folders of a test run need, with as much again in reserve, in bytes. */
const roomNeeded = 4 * 1024 ** 3;
const prefix = 'touchstone-tests-';

/**
 * makeScratchFolder creates a folder in memory for the databases and files of tests, if the machine has memory to
 * spare: a test server copies and drops a database of some hundred files, which costs a disk more than the test itself.
 * Returns `undefined` if temporary files must stay on disk. Leftovers of an earlier, killed run are removed.
 */
export function makeScratchFolder(
  memory = '/dev/shm',
  available = process.availableMemory(),
  needed = roomNeeded,
): string | undefined {
  if (freeBytes(memory) < needed || available < 2 * needed) return undefined;
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true });
  const folder = join(memory, prefix + process.pid);
  mkdirSync(folder, { recursive: true });
  // As open as the system's own: the database runs as another user if tests run as root.
  chmodSync(folder, 0o1777);
  return folder;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return -1;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
