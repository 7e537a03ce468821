import { statfs } from 'node:fs/promises';

/** Below this the next larger write fails: a piece of the database's journal has 16 MB. */
const leastBytes = 32 * 1024 * 1024;

/** NoSpace tells of a folder with too little space left. */
export class NoSpace extends Error {
  constructor(folder: string, freeBytes: number) {
    super(`There are ${Math.floor(freeBytes / 1024 / 1024)} MB left in ${folder}. Free some, or move the folder.`);
    this.name = 'NoSpace';
  }
}

/** checkSpace throws `NoSpace` where the disk of a folder is full or about to be. */
export async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes) throw new NoSpace(folder, bavail * bsize);
}

/** isFull tells whether a write failed because the disk, or the share of its user, is used up. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
