import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assertOwnTables } from './own-tables.ts';

/** A service's checked-in SQL files. */
export interface MigrationSet {
  service: string;
  folder: URL;
}

/** MigrationFile is a migration file: `name` without its folder, `hash` of its text. */
export interface MigrationFile {
  service: string;
  name: string;
  text: string;
  hash: string;
}

const after = /^-- after (\S+)$/gm;
const keyOf = ({ service, name }: Pick<MigrationFile, 'service' | 'name'>) => `${service}/${name}`;

/**
 * readMigrations reads the SQL files of all services in the order they are applied: services as given, files by name. A
 * file that takes over tables from an earlier version of another service declares it with a line `-- after
 * <service>/<file>`; that file and those before it come first. Throws if such a file is missing, forms a cycle, or
 * changes tables of other services.
 */
export async function readMigrations(sets: readonly MigrationSet[]): Promise<MigrationFile[]> {
  const files = (await Promise.all(sets.map(readSet))).flat();
  assertOwnTables(files);
  const byKey = new Map(files.map((file) => [keyOf(file), file]));
  const before = new Map(
    files.flatMap((file, index) => {
      const previous = files[index - 1];
      return previous?.service === file.service ? [[file, previous] as const] : [];
    }),
  );
  const ordered = new Set<MigrationFile>();
  const visit = (file: MigrationFile, path: readonly MigrationFile[]): void => {
    if (ordered.has(file)) return;
    if (path.includes(file))
      throw new Error(`Migrations wait for each other: ${[...path, file].map(keyOf).join(' → ')}.`);
    const way = [...path, file];
    const previous = before.get(file);
    if (previous) visit(previous, way);
    for (const [, key = ''] of file.text.matchAll(after)) {
      const named = byKey.get(key);
      if (!named) throw new Error(`Migration ${keyOf(file)} comes after ${key}, which is missing.`);
      visit(named, way);
    }
    ordered.add(file);
  };
  for (const file of files) visit(file, []);
  return [...ordered];
}

async function readSet({ service, folder }: MigrationSet): Promise<MigrationFile[]> {
  const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { service, name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
