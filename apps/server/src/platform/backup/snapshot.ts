import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError, type DatabaseImage, quote, quoteName, type Shape, type TableImage, textsOf } from './image.ts';

/** A stored file in the snapshot. */
export interface FileRow {
  key: string;
  sizeBytes: number;
}

/** Snapshot reads a database as of a single moment, regardless of concurrent writes. */
export interface Snapshot {
  image: DatabaseImage;
  /** The rows of a table in PostgreSQL's COPY text format; `rowCount` is known once the stream has ended. */
  read(table: TableImage): Readable & { rowCount: number };
  files(): AsyncGenerator<FileRow>;
  close(): Promise<void>;
}

/** Makes both ends of a copy read and write values identically, whatever their servers' settings. */
export const copySettings =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

/**
 * openSnapshot starts a transaction on its own connection. Throws if the database isn't the product's, or is of a newer
 * version.
 */
export async function openSnapshot(url: string, shape: Shape): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone-backup',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${copySettings}`);
    const image = await describe(client, shape);
    return {
      image,
      read: ({ name, columns }) =>
        client.query(copyTo(`copy ${quote(name)} (${columns.map(quoteName).join(', ')}) to stdout`)) as Readable & {
          rowCount: number;
        },
      files: () => listFiles(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function describe(client: pg.Client, shape: Shape): Promise<DatabaseImage> {
  const exists = async (table: string) =>
    (await client.query('select to_regclass($1) is not null as there', [table])).rows[0].there as boolean;
  if (!(await exists('platform.migration')))
    throw new BackupError('The database holds no installation of Touchstone: it has none of its tables.');
  const { rows: migrations } = await client.query(
    'select service, name, hash from platform.migration order by service, name',
  );
  textsOf(shape, { migrations }, 'The database');
  const jobs = (await exists('jobs.version')) ? await client.query('select version from jobs.version') : undefined;
  const tables = await client.query<TableImage>(
    `select n.nspname || '.' || c.relname as name, json_agg(a.attname order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
     group by 1 order by 1`,
    [shape.schemas, ['platform.migration', 'jobs.version']],
  );
  const sequences = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1`,
    [shape.schemas],
  );
  return { migrations, jobsVersion: jobs?.rows[0]?.version, tables: tables.rows, sequences: sequences.rows };
}

async function* listFiles(client: pg.Client): AsyncGenerator<FileRow> {
  let last = '';
  for (;;) {
    const { rows } = await client.query<FileRow>(
      `select key, size_bytes::float8 as "sizeBytes" from platform.file where key > $1 order by key limit 500`,
      [last],
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.key;
  }
}
