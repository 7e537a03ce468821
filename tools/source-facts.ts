import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Path, date and size of a file: while they stay, it need not be read. */
export type SourceFacts = [path: string, modified: number, size: number];

/** factsOf looks at files of the repository; one that is gone has the size -1. */
export function factsOf(paths: string[]): SourceFacts[] {
  return paths.map((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return [path, found?.mtimeMs ?? 0, found?.size ?? -1];
  });
}

/** hashOf reads files of the repository and gives one hash for all of them; one that is gone counts as empty. */
export function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const [path, , size] of factsOf(paths))
    hash
      .update(`${path}\0`)
      .update(size < 0 ? '' : readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}
