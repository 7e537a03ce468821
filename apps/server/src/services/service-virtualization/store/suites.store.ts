import { and, count, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { asset, suite } from './tables.ts';

export type SuiteRow = typeof suite.$inferSelect;

/** Suites of mocks. */
export const suitesStore = {
  async insert(db: Sql, values: typeof suite.$inferInsert): Promise<SuiteRow> {
    const [row] = await db.insert(suite).values(values).returning();
    return row as SuiteRow;
  },
  async insertAll(db: Sql, values: (typeof suite.$inferInsert)[]): Promise<void> {
    if (values.length > 0) await db.insert(suite).values(values);
  },
  async find(db: Sql, organizationId: string, id: string): Promise<SuiteRow | undefined> {
    const [row] = await db
      .select()
      .from(suite)
      .where(and(eq(suite.id, id), eq(suite.organizationId, organizationId)));
    return row;
  },
  async list(db: Sql, projectId: string): Promise<SuiteRow[]> {
    return db.select().from(suite).where(eq(suite.projectId, projectId)).orderBy(sql`lower(${suite.name})`, suite.id);
  },
  async countAssets(db: Sql, projectId: string): Promise<Map<string, { all: number; enabled: number }>> {
    const rows = await db
      .select({
        id: asset.suiteId,
        all: count(),
        enabled: sql<number>`count(*) filter (where ${asset.isEnabled})`.mapWith(Number),
      })
      .from(asset)
      .where(eq(asset.projectId, projectId))
      .groupBy(asset.suiteId);
    return new Map(rows.map(({ id, all, enabled }) => [id, { all, enabled }]));
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<Pick<SuiteRow, 'name' | 'description' | 'isEnabled' | 'parentId'>>,
  ): Promise<SuiteRow | undefined> {
    const [row] = await db
      .update(suite)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(suite.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(suite).where(eq(suite.id, id));
  },
};
