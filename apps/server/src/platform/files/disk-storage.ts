import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** createDiskStorage keeps files in a folder; a file appears under its key only when it is whole and flushed. */
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
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(stream, createWriteStream(part, { flush: true, mode: 0o600 }));
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return (await stat(path)).size;
    },
    async get(key) {
      const path = pathOf(key);
      const there = await access(path).then(
        () => true,
        () => false,
      );
      return there ? createReadStream(path) : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(root, { recursive: true });
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
