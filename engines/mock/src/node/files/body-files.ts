import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

const cacheLimit = 64 * 1024 * 1024;
const fileLimit = 256 * 1024 * 1024;

/**
 * BodyFiles reads the files that stubs send, only from below its folders even if links lead elsewhere. Small files are
 * cached in memory.
 */
export class BodyFiles {
  readonly #roots: readonly string[];
  readonly #cache = new Map<string, Uint8Array>();
  #size = 0;

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  read(name: string): Uint8Array | undefined {
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    for (const root of this.#roots) {
      const bytes = readBelow(root, name);
      if (bytes === undefined) continue;
      if (this.#size + bytes.length <= cacheLimit) {
        this.#cache.set(name, bytes);
        this.#size += bytes.length;
      }
      return bytes;
    }
    return undefined;
  }
}

function readBelow(root: string, name: string): Uint8Array | undefined {
  try {
    const base = realpathSync(root);
    const path = realpathSync(resolve(base, name.replace(/^\/+/, '')));
    const way = relative(base, path);
    if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) return undefined;
    return statSync(path).size > fileLimit ? undefined : readFileSync(path);
  } catch {
    return undefined;
  }
}
