import { readFile, rm, stat, writeFile } from 'node:fs/promises';

/** Longer than any start takes; an older lock belongs to a killed process whose pid was reused. */
const staleAfterMs = 180_000;
const retryIntervalMs = 50;

/**
 * withStartLock runs `work` while no other process starts the database of the same folder: two postmasters started
 * together would remove each other's pid file. A lock of an exited process is taken over.
 */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    if (await isStale(path)) await rm(path, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, retryIntervalMs));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return false;
  if (Date.now() - info.mtimeMs > staleAfterMs) return true;
  const pid = Number(await readFile(path, 'utf8').catch(() => ''));
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
