import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../files/storage.ts';

/**
 * refuseLostDatabase prevents a start that would create an empty installation next to the key or files of an earlier
 * one. `expected` is where its database was looked for, `unreachable` where there is one that can't be accessed.
 */
export async function refuseLostDatabase(options: {
  dataDir: string;
  storage: Storage;
  expected: string;
  unreachable?: string | undefined;
}): Promise<void> {
  const { dataDir, storage, expected, unreachable } = options;
  const found: string[] = [];
  const keyFile = join(dataDir, 'secret.key');
  if (await exists(keyFile)) found.push(`the key ${keyFile}`);
  if (!(await storage.isEmpty())) found.push(`files in ${storage.place}`);
  if (!found.length) return;
  const ways = [
    ...(unreachable
      ? [
          `The database lies in ${unreachable}, where its user cannot go: let others pass through the folders above it (chmod o+x).`,
        ]
      : []),
    'Put that database back, set DATABASE_URL to the one they belong to, or run "touchstone restore FILE --force" with a backup.',
    'For a new installation set TOUCHSTONE_DATA_DIR to an empty folder, and FILES_URL to an empty bucket where it is set.',
  ];
  throw new Error(
    `Found ${found.join(' and ')} of an installation, but not its database, which was looked for in ${expected}.\n${ways.map((way) => `  - ${way}`).join('\n')}`,
  );
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
