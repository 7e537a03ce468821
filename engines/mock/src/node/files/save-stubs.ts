import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stub } from '../../core/stub.ts';

/**
 * saveStubs writes each stub to its own file in a `mappings` folder and returns their number. Files are replaced
 * atomically.
 */
export async function saveStubs(folder: string, stubs: readonly Stub[]): Promise<number> {
  const mappings = join(folder, 'mappings');
  await mkdir(mappings, { recursive: true });
  const known = await readdir(mappings);
  for (const stub of stubs) {
    const before = known.find((name) => name.endsWith(`${stub.id}.json`));
    const path = join(mappings, before ?? `${fileName(stub)}-${stub.id}.json`);
    await writeFile(`${path}.new`, `${JSON.stringify(stub, null, 2)}\n`);
    await rename(`${path}.new`, path);
  }
  return stubs.length;
}

/** removeSavedStubs deletes the files that `saveStubs` wrote for these stubs. */
export async function removeSavedStubs(folder: string, stubs: readonly Stub[]): Promise<void> {
  const mappings = join(folder, 'mappings');
  const known = await readdir(mappings).catch(() => []);
  const ids = new Set(stubs.map(({ id }) => id));
  for (const name of known) if (ids.has(name.slice(-41, -5)) && name.endsWith('.json')) await rm(join(mappings, name));
}

const fileName = ({ name, request }: Stub): string =>
  (name ?? String(request.url ?? request.urlPath ?? 'stub'))
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60) || 'stub';
