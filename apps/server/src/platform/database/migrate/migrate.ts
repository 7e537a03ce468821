import type { Database, PoolClient } from '../pool.ts';
import { type MigrationFile, type MigrationSet, readMigrations } from './migration-files.ts';

/** An arbitrary constant; one lock for all migrations of the database. */
export const migrationLock = 7_700_001;
/** Creates the list of applied migrations. */
export const migrationTable =
  'create schema if not exists platform; create table if not exists platform.migration (service text, name text, hash text not null, applied_at timestamptz not null default now(), primary key (service, name)); create table if not exists platform.migration_progress (service text, name text, hash text not null, cursor jsonb not null, rows bigint not null, primary key (service, name))';

/** The progress of a batched migration. */
export interface MigrationProgress {
  name: string;
  rows: number;
  isDone: boolean;
}

export interface MigrateOptions {
  /** Called under the lock before the first tables are created; throws if some should already exist. */
  onNew?: (() => Promise<void>) | undefined;
  /** Called after every batch of a batched migration. */
  onProgress?: ((progress: MigrationProgress) => void) | undefined;
  /** Rows per batch; each is a transaction. Default 5000. */
  batchRows?: number | undefined;
}

/**
 * migrate applies the checked-in SQL files of every service in order, each once, under an advisory lock, so that several
 * processes may start together. A file that changed after it was applied, or that is unknown, stops the start.
 *
 * A file named `*.batch.sql` is a single statement for tables that may have millions of rows: it changes at most `$2`
 * rows after the cursor `$1` (null at first) and returns the last row's `cursor` and the number of `rows`, or no row at
 * the end. Each batch is committed with its cursor, so that memory and locks stay small and a killed start continues
 * where it stopped.
 */
export async function migrate(database: Database, sets: MigrationSet[], options: MigrateOptions = {}): Promise<number> {
  return database.patiently((client) => apply(client, sets, options));
}

async function apply(client: PoolClient, sets: MigrationSet[], options: MigrateOptions): Promise<number> {
  let applied = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const known = await client.query<{ known: boolean }>(
      `select to_regclass('platform.migration') is not null as known`,
    );
    if (!known.rows[0]?.known) await options.onNew?.();
    await client.query(migrationTable);
    const rows = await client.query<{ service: string; name: string; hash: string }>(
      'select service, name, hash from platform.migration',
    );
    const done = new Map(rows.rows.map((row) => [`${row.service}/${row.name}`, row.hash]));
    const files = await readMigrations(sets);
    refuseNewer([...done.keys()], new Set(files.map(({ service, name }) => `${service}/${name}`)));
    for (const file of files) {
      const { service, name, text, hash } = file;
      const before = done.get(`${service}/${name}`);
      if (before === hash) continue;
      if (before) throw new Error(changed(`${service}/${name}`));
      if (isBatched(name)) {
        await applyInBatches(client, file, options);
        applied += 1;
        continue;
      }
      await client.query('begin');
      await client.query(text.replaceAll('--> statement-breakpoint', ''));
      await client.query('insert into platform.migration (service, name, hash) values ($1, $2, $3)', [
        service,
        name,
        hash,
      ]);
      await client.query('commit');
      applied += 1;
    }
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
  }
}

/** isBatched returns whether a migration changes many rows in batches. */
export const isBatched = (file: string): boolean => file.endsWith('.batch.sql');

async function applyInBatches(
  client: PoolClient,
  { service, name: file, text, hash }: MigrationFile,
  { onProgress, batchRows = 5000 }: MigrateOptions,
): Promise<void> {
  const name = `${service}/${file}`;
  const found = await client.query<{ cursor: unknown; rows: number; hash: string }>(
    'select cursor, rows, hash from platform.migration_progress where service = $1 and name = $2',
    [service, file],
  );
  let [progress] = found.rows;
  if (progress && progress.hash !== hash) throw new Error(changed(name));
  for (;;) {
    await client.query('begin');
    const cursor = progress ? JSON.stringify(progress.cursor) : null;
    const [batch] = (await client.query<{ cursor: unknown; rows: number }>(text, [cursor, batchRows])).rows;
    if (!batch) break;
    progress = { cursor: batch.cursor, rows: (progress?.rows ?? 0) + batch.rows, hash };
    await client.query(
      `insert into platform.migration_progress (service, name, hash, cursor, rows) values ($1, $2, $3, $4, $5)
       on conflict (service, name) do update set cursor = excluded.cursor, rows = excluded.rows`,
      [service, file, hash, JSON.stringify(progress.cursor), progress.rows],
    );
    await client.query('commit');
    onProgress?.({ name, rows: progress.rows, isDone: false });
  }
  await client.query('delete from platform.migration_progress where service = $1 and name = $2', [service, file]);
  await client.query('insert into platform.migration (service, name, hash) values ($1, $2, $3)', [service, file, hash]);
  await client.query('commit');
  if (progress) onProgress?.({ name, rows: progress.rows, isDone: true });
}

const changed = (name: string): string =>
  `Migration ${name} was changed after it had been applied. Add a new migration instead.`;

/** Tables changed by a newer program would be read and written incorrectly. */
function refuseNewer(applied: string[], known: ReadonlySet<string>): void {
  const unknown = applied.filter((name) => !known.has(name)).sort();
  if (unknown.length)
    throw new Error(
      `The database was used by a newer Touchstone than this one: its migrations ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''} are not known here. Start that version or a newer one, or restore the backup from before its start.`,
    );
}
