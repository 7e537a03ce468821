import { and, count, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { knownTarget } from './tables.ts';

export type KnownTargetRow = typeof knownTarget.$inferSelect;

/** Known targets of projects. */
export const knownTargetsStore = {
  async insert(db: Sql, values: typeof knownTarget.$inferInsert): Promise<KnownTargetRow> {
    const [row] = await db.insert(knownTarget).values(values).returning();
    return row as KnownTargetRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<KnownTargetRow | undefined> {
    const [row] = await db
      .select()
      .from(knownTarget)
      .where(and(eq(knownTarget.id, id), eq(knownTarget.organizationId, organizationId)));
    return row;
  },
  /** A project's known targets, by name. */
  list(
    db: Sql,
    { organizationId, projectId }: { organizationId: string; projectId: string },
  ): Promise<KnownTargetRow[]> {
    return db
      .select()
      .from(knownTarget)
      .where(and(eq(knownTarget.organizationId, organizationId), eq(knownTarget.projectId, projectId)))
      .orderBy(sql`lower(${knownTarget.name})`);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(knownTarget).where(eq(knownTarget.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Pick<KnownTargetRow, 'name' | 'target' | 'pageUrl' | 'updatedByName'>,
  ): Promise<KnownTargetRow | undefined> {
    const [row] = await db
      .update(knownTarget)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(knownTarget.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(knownTarget).where(eq(knownTarget.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(knownTarget).where(eq(knownTarget.projectId, projectId));
  },
};
