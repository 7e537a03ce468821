import { and, count, desc, eq, gt, ilike } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultField } from 'drizzle-orm/query-builders/select.types';
import { containsPattern } from '../conditions.ts';
import type { Sql } from '../pool.ts';

/** A table of deleted rows that are kept for a while. */
type KeptTable = PgTable & Record<'id' | 'projectId' | 'name' | 'deletedAt', PgColumn>;

/** storedOf returns a row as JSON. */
export const storedOf = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

/**
 * listKept returns a page of the rows deleted in a workspace after an instant, newest first. Older rows are hidden,
 * even if they haven't been purged yet.
 */
export async function listKept<Columns extends SelectedFields>(
  db: Sql,
  table: KeptTable,
  columns: Columns,
  {
    projectId,
    searchTerm,
    after,
    page,
    size,
  }: { projectId: string; searchTerm?: string | undefined; after: Date; page: number; size: number },
) {
  const where = and(
    eq(table.projectId, projectId),
    gt(table.deletedAt, after),
    searchTerm ? ilike(table.name, containsPattern(searchTerm)) : undefined,
  );
  const [rows, [total]] = await Promise.all([
    db
      .select(columns as SelectedFields)
      .from(table as PgTable)
      .where(where)
      .orderBy(desc(table.deletedAt), desc(table.id))
      .limit(size)
      .offset(page * size),
    db
      .select({ value: count() })
      .from(table as PgTable)
      .where(where),
  ]);
  return { rows: rows as SelectResultField<Columns>[], totalElements: total?.value ?? 0 };
}
