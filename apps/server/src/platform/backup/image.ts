import { getConstructionPlans } from 'pg-boss';
import { type MigrationSet, readMigrations } from '../database/migrate/migration-files.ts';

/** BackupError aborts a backup, a restore or a move; its message says what happened and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

interface AppliedMigration {
  service: string;
  name: string;
  hash: string;
}

/** TableImage is a table with rows, and the columns to copy. */
export interface TableImage {
  /** `schema.table` */
  name: string;
  columns: string[];
}

/** DatabaseImage describes a database of the product: its shape by migrations, and what to copy. */
export interface DatabaseImage {
  migrations: AppliedMigration[];
  /** Version of the job queue's own tables, which our migrations don't create. */
  jobsVersion: number | undefined;
  tables: TableImage[];
  sequences: { name: string; value: string }[];
}

const jobsSchema = 'jobs';
export const isJobsTable = (table: string): boolean => table.startsWith(`${jobsSchema}.`);

/** Statements that create the job queue's tables within an open transaction. */
export const jobsConstruction = (): string =>
  `${getConstructionPlans(jobsSchema)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')}; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

/** Shape is the result of this program's migrations. */
export interface Shape {
  schemas: string[];
  migrations: Map<string, { hash: string; text: string }>;
}

const keyOf = ({ service, name }: { service: string; name: string }) => `${service}/${name}`;

/** readShape reads the checked-in migrations. */
export async function readShape(sets: MigrationSet[]): Promise<Shape> {
  const shape: Shape = { schemas: ['platform', jobsSchema], migrations: new Map() };
  for (const { service, name, text, hash } of await readMigrations(sets)) {
    shape.migrations.set(keyOf({ service, name }), { hash, text });
    for (const [, schema = ''] of text.matchAll(/CREATE SCHEMA (?:IF NOT EXISTS )?"?(\w+)"?/gi))
      if (!shape.schemas.includes(schema)) shape.schemas.push(schema);
  }
  return shape;
}

/**
 * textsOf returns the statements that create the tables of an image, in order. Throws if this program is older than the
 * image.
 */
export function textsOf(
  shape: Shape,
  image: Pick<DatabaseImage, 'migrations'>,
  what: string,
): Map<AppliedMigration, string> {
  const applied = new Map(image.migrations.map((migration) => [keyOf(migration), migration]));
  for (const [key, { hash }] of applied)
    if (shape.migrations.get(key)?.hash !== hash)
      throw new BackupError(
        `${what} comes from a newer Touchstone: this one does not know its migration ${key}. Install that version or a later one.`,
      );
  const texts = new Map<AppliedMigration, string>();
  for (const [key, { text }] of shape.migrations) {
    const migration = applied.get(key);
    if (migration) texts.set(migration, text);
  }
  return texts;
}

/** quote quotes `schema.table` as SQL. */
export const quote = (name: string): string => name.split('.').map(quoteName).join('.');
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
