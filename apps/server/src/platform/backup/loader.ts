import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isBatched, migrationLock, migrationTable } from '../database/migrate/migrate.ts';
import {
  BackupError,
  type DatabaseImage,
  isJobsTable,
  jobsConstruction,
  quote,
  quoteName,
  type Shape,
  type TableImage,
  textsOf,
} from './image.ts';
import { copySettings } from './snapshot.ts';

/**
 * Loader fills a database in one transaction: nothing is visible until `commit`, and a failure leaves the old content.
 */
export interface Loader {
  /** Keys of the replaced database's files. */
  replacedFiles: string[];
  /** Whether the table's rows can be loaded: rows of a job queue of another version can't. */
  takes(table: TableImage): boolean;
  /** Returns the number of rows. */
  write(table: TableImage, rows: Readable | AsyncIterable<Buffer>): Promise<number>;
  contentTypeOf(fileKey: string): Promise<string | undefined>;
  forgetFiles(fileKeys: string[]): Promise<void>;
  /** Restores the foreign keys, which checks every row, and the sequences. */
  settle(): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back uncommitted changes. */
  close(): Promise<void>;
}

/**
 * openLoader creates the tables of an image in the database at `url`. Throws if the product is running on it, if it is
 * too old or not UTF-8, or if it contains an installation, unless `replace` is set.
 */
export async function openLoader(options: {
  url: string;
  shape: Shape;
  image: DatabaseImage;
  replace: boolean;
  /** The name of the source, for messages. */
  what: string;
  /** What to do if the database is not empty, for messages. */
  whenUsed: string;
}): Promise<Loader> {
  const { url, shape, image, what } = options;
  const texts = textsOf(shape, image, what);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone-restore',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(copySettings);
    const replacedFiles = await clear(client, options);
    await client.query(migrationTable);
    for (const [{ service, name, hash }, text] of texts) {
      // The rows to be loaded have already been through it.
      if (!isBatched(name)) await client.query(text.replaceAll('--> statement-breakpoint', ''));
      await client.query('insert into platform.migration (service, name, hash) values ($1, $2, $3)', [
        service,
        name,
        hash,
      ]);
    }
    const hasJobs = await makeJobs(client, image);
    const constraints = await dropForeignKeys(client, shape);
    const tables = image.tables.filter(({ name }) => hasJobs || !isJobsTable(name));
    // Migrations insert rows of their own.
    await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`);
    return {
      replacedFiles,
      takes: ({ name }) => hasJobs || !isJobsTable(name),
      async write({ name, columns }, rows) {
        const copy = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quoteName).join(', ')}) from stdin`));
        await pipeline(rows instanceof Readable ? rows : Readable.from(rows), copy);
        return copy.rowCount;
      },
      async contentTypeOf(key) {
        const { rows } = await client.query('select content_type from platform.file where key = $1', [key]);
        return rows[0]?.content_type;
      },
      async forgetFiles(keys) {
        await client.query('delete from platform.file where key = any($1)', [keys]);
      },
      async settle() {
        for (const { table, name, definition } of constraints)
          await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`);
        for (const { name, value } of image.sequences)
          if (hasJobs || !isJobsTable(name)) await client.query('select setval($1, $2)', [quote(name), value]);
      },
      async commit() {
        await client.query('commit');
        await client.query('analyze');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function clear(
  client: pg.Client,
  { url, shape, replace, whenUsed }: { url: string; shape: Shape; replace: boolean; whenUsed: string },
): Promise<string[]> {
  const { rows } = await client.query<{ version: number; encoding: string; used: boolean; others: number }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
     to_regclass('platform.migration') is not null as used,
     (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'touchstone%' and application_name not in ('touchstone-owner', 'touchstone-backup')) as others`,
  );
  const { version = 0, encoding = '', used = false, others = 0 } = rows[0] ?? {};
  const place = new URL(url).host;
  if (version < 150_000)
    throw new BackupError(`PostgreSQL at ${place} is too old; Touchstone needs version 15 or newer.`);
  if (encoding !== 'UTF8')
    throw new BackupError(`The database at ${place} has the encoding ${encoding}. Create one with UTF8.`);
  if (others) throw new BackupError(`Touchstone is running on the database at ${place}. Stop all its processes first.`);
  if (used && !replace) throw new BackupError(`The database at ${place} already holds an installation. ${whenUsed}`);
  // Processes that start in the meantime wait here, and find a complete installation.
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  if (!used) return [];
  const files = (await client.query(`select to_regclass('platform.file') is not null as there`)).rows[0].there
    ? (await client.query<{ key: string }>('select key from platform.file')).rows
    : [];
  await client.query(`drop schema if exists ${shape.schemas.map(quoteName).join(', ')} cascade`);
  return files.map(({ key }) => key);
}

/** The queue creates its own tables; rows from another version of it can't be loaded. */
async function makeJobs(client: pg.Client, image: DatabaseImage): Promise<boolean> {
  if (image.jobsVersion === undefined) return false;
  await client.query('savepoint jobs');
  await client.query('drop schema if exists jobs cascade');
  await client.query(jobsConstruction());
  const { rows } = await client.query('select version from jobs.version');
  if (rows[0]?.version === image.jobsVersion) return true;
  await client.query('rollback to savepoint jobs');
  return false;
}

/** Tables may refer to each other in any order while they are loaded; the keys are checked when they are restored. */
async function dropForeignKeys(client: pg.Client, shape: Shape) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [shape.schemas],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoteName(name)}`);
  return rows;
}
