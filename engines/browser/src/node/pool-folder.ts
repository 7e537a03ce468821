import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pids mean nothing on another machine, or in another container, that shares the folder for temporary files. */
const prefix = `touchstone-browsers-${hostname().replace(/[^\w.]/g, '_')}-`;
const name = /^(\d+)-\w{6}$/;

/** A folder below that for temporary files, for what the browsers of one pool write. */
export interface PoolFolder {
  path: string;
  /** A new folder for a browser, whose name begins so. */
  newFolder(name: string): Promise<string>;
  /** Removes the folder; the browsers have ended. */
  remove(): Promise<void>;
}

/** removeFolder removes a folder that a browser may still be leaving; what can't be removed stays for the next pool. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);

/** openPoolFolder makes a folder that bears the pid of this process. */
export async function openPoolFolder(): Promise<PoolFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  return { path, newFolder: (name) => mkdtemp(join(path, `${name}-`)), remove: () => removeFolder(path) };
}

/** removeDeadFolders removes the folders of processes of this machine that were killed before they could. */
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
  // In a container every start may have the same pid: what is older than this process is not its own.
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && changed.mtimeMs < Date.now() - process.uptime() * 1000;
}

/** isAlive says whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, so it is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
