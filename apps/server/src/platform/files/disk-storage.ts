import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../errors.ts';
import { isFull } from './disk-space.ts';
import type { Storage } from './storage.ts';

const noSpace = (folder: string, cause: unknown): AppError =>
  new AppError(platformErrors.storageFull, {
    params: { place: 'the folder of the files' },
    detail: `No space is left in ${folder}.`,
    cause,
  });

/** createDiskStorage stores files in a folder; a file appears under its key only when it is complete and flushed. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9][a-z0-9./-]*$/.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`);
    return join(root, key);
  };
  return {
    place: root,
    async put(key, stream) {
      const path = pathOf(key);
      const part = `${path}.part`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await pipeline(stream, createWriteStream(part, { flush: true, mode: 0o600 }));
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw isFull(error) ? noSpace(root, error) : error;
      }
      return (await stat(path)).size;
    },
    async get(key) {
      const path = pathOf(key);
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      return exists ? createReadStream(path) : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      const probe = join(root, `.check-${randomUUID()}`);
      try {
        await mkdir(root, { recursive: true });
        await writeFile(probe, 'x', { flush: true });
        await rm(probe);
      } catch (error) {
        await rm(probe, { force: true }).catch(() => undefined);
        throw isFull(error) ? noSpace(root, error) : error;
      }
    },
    async isEmpty() {
      const folder = await opendir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      for await (const entry of folder ?? []) if (entry.isFile() && !entry.name.endsWith('.part')) return false;
      return true;
    },
  };
}
