import { getConstructionPlans } from 'pg-boss';
import { type MigrationSet, readMigrations } from '../database/migration-files.ts';

/** BackupError ends a backup, a restore or a move; its message says what happened and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

interface AppliedMigration {
  service: string;
  name: string;
  hash: string;
}

/** TableImage is one table with rows of its own, and the columns that are copied. */
export interface TableImage {
  /** `schema.table` */
  name: string;
  columns: string[];
}

/** DatabaseImage describes a database of the product: its shape by migrations, and what is to be copied. */
export interface DatabaseImage {
  migrations: AppliedMigration[];
  /** Version of the job queue's own tables, which no migration of ours makes. */
  jobsVersion: number | undefined;
  tables: TableImage[];
  sequences: { name: string; value: string }[];
}

const jobsSchema = 'jobs';
export const isJobsTable = (table: string): boolean => table.startsWith(`${jobsSchema}.`);

/** Statements that make the tables of the job queue within an open transaction. */
export const jobsConstruction = (): string =>
  `${getConstructionPlans(jobsSchema)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')}; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

/** Shape is what the migrations of this program make. */
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

/** textsOf gives the statements that make the tables of an image, in order. Throws where this program is older than the image. */
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

/** quote writes `schema.table` as SQL. */
export const quote = (name: string): string => name.split('.').map(quoteName).join('.');
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
