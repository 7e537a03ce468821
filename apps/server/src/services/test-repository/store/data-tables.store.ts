import { and, count, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { dataTable } from './tables.ts';

export type DataTableRow = typeof dataTable.$inferSelect;

const listed = {
  id: dataTable.id,
  projectId: dataTable.projectId,
  name: dataTable.name,
  environmentId: dataTable.environmentId,
  columns: dataTable.columns,
  rowCount: dataTable.rowCount,
  updatedAt: dataTable.updatedAt,
};
/** A data table without its rows. */
export type ListedTable = Pick<DataTableRow, keyof typeof listed>;

/** Data tables of projects. */
export const dataTablesStore = {
  async insert(db: Sql, values: typeof dataTable.$inferInsert): Promise<DataTableRow> {
    const [row] = await db.insert(dataTable).values(values).returning();
    return row as DataTableRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<DataTableRow | undefined> {
    const [row] = await db
      .select()
      .from(dataTable)
      .where(and(eq(dataTable.id, id), eq(dataTable.organizationId, organizationId)));
    return row;
  },
  async list(
    db: Sql,
    projectId: string,
    { searchTerm, environmentId }: { searchTerm?: string | undefined; environmentId?: string | undefined },
  ): Promise<ListedTable[]> {
    return db
      .select(listed)
      .from(dataTable)
      .where(
        and(
          eq(dataTable.projectId, projectId),
          searchTerm ? ilike(dataTable.name, containsPattern(searchTerm)) : undefined,
          environmentId ? or(eq(dataTable.environmentId, environmentId), isNull(dataTable.environmentId)) : undefined,
        ),
      )
      .orderBy(sql`lower(${dataTable.name})`, dataTable.id);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(dataTable).where(eq(dataTable.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<Pick<DataTableRow, 'name' | 'environmentId' | 'columns' | 'rows' | 'rowCount'>>,
  ): Promise<DataTableRow | undefined> {
    const [row] = await db
      .update(dataTable)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(dataTable.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(dataTable).where(eq(dataTable.id, id));
  },
  /** Tables of a deleted environment become available to every environment. */
  async withoutEnvironment(db: Sql, projectId: string, environmentId: string): Promise<void> {
    await db
      .update(dataTable)
      .set({ environmentId: null })
      .where(and(eq(dataTable.projectId, projectId), eq(dataTable.environmentId, environmentId)));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(dataTable).where(eq(dataTable.projectId, projectId));
  },
};
