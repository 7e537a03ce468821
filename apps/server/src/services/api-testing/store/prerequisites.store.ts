import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { prerequisite } from './tables.ts';

export type PrerequisiteRow = typeof prerequisite.$inferSelect;

export const prerequisitesStore = {
  async list(db: Sql, projectId: string): Promise<PrerequisiteRow[]> {
    return db
      .select()
      .from(prerequisite)
      .where(eq(prerequisite.projectId, projectId))
      .orderBy(asc(prerequisite.position), asc(prerequisite.id));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<PrerequisiteRow | undefined> {
    const [row] = await db
      .select()
      .from(prerequisite)
      .where(and(eq(prerequisite.id, id), eq(prerequisite.organizationId, organizationId)));
    return row;
  },
  /** Appends a prerequisite. */
  async insert(db: Sql, values: Omit<typeof prerequisite.$inferInsert, 'position'>) {
    const position = sql<number>`(select coalesce(max(position), -1) + 1 from api_testing.prerequisite where project_id = ${values.projectId}::uuid)`;
    await db.insert(prerequisite).values({ ...values, position: position as never });
  },
  async update(db: Sql, id: string, values: Partial<typeof prerequisite.$inferInsert>) {
    await db
      .update(prerequisite)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(prerequisite.id, id));
  },
  /** Renames prerequisites that are about to be renamed, so that their names become free. */
  async renameApart(db: Sql, ids: string[]): Promise<void> {
    if (!ids.length) return;
    await db
      .update(prerequisite)
      .set({ name: sql`${prerequisite.id}::text` })
      .where(inArray(prerequisite.id, ids));
  },
  async delete(db: Sql, id: string) {
    await db.delete(prerequisite).where(eq(prerequisite.id, id));
  },
  /** Names of the prerequisites that query a database. */
  async namesAsking(db: Sql, databaseId: string): Promise<string[]> {
    const rows = await db
      .select({ name: prerequisite.name })
      .from(prerequisite)
      .where(eq(prerequisite.databaseConfigurationId, databaseId))
      .orderBy(asc(prerequisite.position));
    return rows.map((row) => row.name);
  },
  /** Prerequisites that stored their values in this environment now keep them for the run only. */
  async withoutEnvironment(db: Sql, projectId: string, environmentId: string): Promise<void> {
    await db
      .update(prerequisite)
      .set({ targetEnvironmentId: null })
      .where(and(eq(prerequisite.projectId, projectId), eq(prerequisite.targetEnvironmentId, environmentId)));
  },
  async deleteOfProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(prerequisite).where(eq(prerequisite.projectId, projectId));
  },
  async reorder(db: Sql, projectId: string, ids: string[]) {
    await db.execute(sql`
      update api_testing.prerequisite p set position = o.position - 1
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as o(id, position)
      where p.id = o.id::uuid and p.project_id = ${projectId}::uuid`);
  },
  /** Of these ids, the ones in use in any workspace: ids are unique in the installation. */
  async taken(db: Sql, ids: string[]): Promise<string[]> {
    if (!ids.length) return [];
    const rows = await db.select({ id: prerequisite.id }).from(prerequisite).where(inArray(prerequisite.id, ids));
    return rows.map(({ id }) => id);
  },
};
