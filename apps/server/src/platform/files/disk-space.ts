import { statfs } from 'node:fs/promises';

/** Below this, the next larger write fails: a WAL segment of the database has 16 MB. */
const minBytes = 32 * 1024 * 1024;

/** NoSpace reports a folder with too little space left. */
export class NoSpace extends Error {
  constructor(folder: string, freeBytes: number) {
    super(`There are ${Math.floor(freeBytes / 1024 / 1024)} MB left in ${folder}. Free some, or move the folder.`);
    this.name = 'NoSpace';
  }
}

/** checkSpace throws `NoSpace` if a folder's disk is full or nearly full. */
export async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minBytes) throw new NoSpace(folder, bavail * bsize);
}

/** isFull returns whether a write failed because the disk or the user's quota is exhausted. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
