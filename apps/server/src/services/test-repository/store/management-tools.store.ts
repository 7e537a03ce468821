import { and, count, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { managementTool } from './tables.ts';

export type ManagementToolRow = typeof managementTool.$inferSelect;

/** Management tools of projects. */
export const managementToolsStore = {
  async insert(db: Sql, values: typeof managementTool.$inferInsert): Promise<ManagementToolRow> {
    const [row] = await db.insert(managementTool).values(values).returning();
    return row as ManagementToolRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ManagementToolRow | undefined> {
    const [row] = await db
      .select()
      .from(managementTool)
      .where(and(eq(managementTool.id, id), eq(managementTool.organizationId, organizationId)));
    return row;
  },
  /** A project's tools, by name. */
  list(
    db: Sql,
    { organizationId, projectId }: { organizationId: string; projectId: string },
  ): Promise<ManagementToolRow[]> {
    return db
      .select()
      .from(managementTool)
      .where(and(eq(managementTool.organizationId, organizationId), eq(managementTool.projectId, projectId)))
      .orderBy(sql`lower(${managementTool.name})`);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(managementTool)
      .where(eq(managementTool.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Pick<ManagementToolRow, 'name' | 'settings' | 'updatedByName'>,
  ): Promise<ManagementToolRow | undefined> {
    const [row] = await db
      .update(managementTool)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(managementTool.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(managementTool).where(eq(managementTool.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(managementTool).where(eq(managementTool.projectId, projectId));
  },
};
