import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Path, date and size of a file: while they are unchanged, it need not be read. */
export type SourceFacts = [path: string, modified: number, size: number];

/** factsOf returns the facts of files of the repository; a missing one has the size -1. */
export function factsOf(paths: string[]): SourceFacts[] {
  return paths.map((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return [path, found?.mtimeMs ?? 0, found?.size ?? -1];
  });
}

/** hashOf returns one hash of the contents of files of the repository; missing ones count as empty. */
export function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const [path, , size] of factsOf(paths))
    hash
      .update(`${path}\0`)
      .update(size < 0 ? '' : readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}
