import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Database, PoolClient } from './pool.ts';

/** Any constant of our own; one lock for all migrations of the database. */
export const migrationLock = 7_700_001;
/** Makes the list of applied migrations. */
export const migrationTable =
  'create schema if not exists platform; create table if not exists platform.migration (service text, name text, hash text not null, applied_at timestamptz not null default now(), primary key (service, name))';

export interface MigrationSet {
  service: string;
  folder: URL;
}

/**
 * migrate applies the checked-in SQL files of every service in order, each once, under an advisory lock, so that
 * several processes may start together. A file that was changed after it was applied, or one that is not known, stops the start. `onNew` is asked
 * under the lock before the first tables are made; it throws where there should have been some.
 */
export async function migrate(database: Database, sets: MigrationSet[], onNew?: () => Promise<void>): Promise<number> {
  return database.patiently((client) => apply(client, sets, onNew));
}

async function apply(client: PoolClient, sets: MigrationSet[], onNew?: () => Promise<void>): Promise<number> {
  let applied = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const known = await client.query<{ known: boolean }>(
      `select to_regclass('platform.migration') is not null as known`,
    );
    if (!known.rows[0]?.known) await onNew?.();
    await client.query(migrationTable);
    const rows = await client.query<{ service: string; name: string; hash: string }>(
      'select service, name, hash from platform.migration',
    );
    const done = new Map(rows.rows.map((row) => [`${row.service}/${row.name}`, row.hash]));
    const files = await Promise.all(sets.map((set) => migrationFiles(set.folder)));
    refuseNewer(
      [...done.keys()],
      new Set(sets.flatMap((set, n) => files[n]?.map((file) => `${set.service}/${file}`) ?? [])),
    );
    for (const [n, set] of sets.entries()) {
      for (const file of files[n] ?? []) {
        const text = await readFile(new URL(file, set.folder), 'utf8');
        const hash = createHash('sha256').update(text).digest('hex');
        const before = done.get(`${set.service}/${file}`);
        if (before === hash) continue;
        if (before)
          throw new Error(
            `Migration ${set.service}/${file} was changed after it had been applied. Add a new migration instead.`,
          );
        await client.query('begin');
        await client.query(text.replaceAll('--> statement-breakpoint', ''));
        await client.query('insert into platform.migration (service, name, hash) values ($1, $2, $3)', [
          set.service,
          file,
          hash,
        ]);
        await client.query('commit');
        applied += 1;
      }
    }
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
  }
}

/** Tables that a newer program has changed would be read and written wrongly. */
function refuseNewer(applied: string[], known: ReadonlySet<string>): void {
  const unknown = applied.filter((name) => !known.has(name)).sort();
  if (unknown.length)
    throw new Error(
      `The database was used by a newer Touchstone than this one: its migrations ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''} are not known here. Start that version or a newer one, or restore the backup from before its start.`,
    );
}

/** migrationFiles lists the SQL files of a folder in the order in which they are applied. */
export async function migrationFiles(folder: URL): Promise<string[]> {
  const names = await readdir(fileURLToPath(folder));
  return names.filter((name) => name.endsWith('.sql')).sort();
}
