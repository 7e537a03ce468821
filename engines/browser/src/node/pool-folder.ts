import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A pid means nothing on another machine or container that shares the temporary directory. */
const prefix = `touchstone-browsers-${hostname().replace(/[^\w.]/g, '_')}-`;
const name = /^(\d+)-\w{6}$/;

/** A folder in the temporary directory, for files of one pool's browsers. */
export interface PoolFolder {
  path: string;
  /** Makes a folder for a browser, with this name prefix. */
  newFolder(name: string): Promise<string>;
  /** Removes the folder; the browsers must have exited. */
  remove(): Promise<void>;
}

/** removeFolder removes a folder that a browser may still be using; what can't be removed is left to the next pool. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);

/** openPoolFolder makes a folder whose name contains this process's pid. */
export async function openPoolFolder(): Promise<PoolFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  return { path, newFolder: (name) => mkdtemp(join(path, `${name}-`)), remove: () => removeFolder(path) };
}

/** removeDeadFolders removes the folders of this machine's processes that were killed before they could do so. */
export async function removeDeadFolders(): Promise<void> {
  const entries = await readdir(tmpdir()).catch(() => []);
  const paths = entries.flatMap((entry) => {
    const pid = entry.startsWith(prefix) ? name.exec(entry.slice(prefix.length))?.[1] : undefined;
    return pid === undefined ? [] : [{ path: join(tmpdir(), entry), pid: Number(pid) }];
  });
  for (const { path, pid } of paths) if (await isDead(path, pid)) await removeFolder(path);
}

async function isDead(path: string, pid: number): Promise<boolean> {
  if (pid !== process.pid) return !isAlive(pid);
  // In a container every start may have the same pid: a folder older than this process isn't its own.
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && changed.mtimeMs < Date.now() - process.uptime() * 1000;
}

/** isAlive returns whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process can't be signalled, so it is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
