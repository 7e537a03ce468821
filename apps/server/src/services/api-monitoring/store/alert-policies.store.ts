import { and, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { alertPolicy } from './alert-tables.ts';

export type PolicyRow = typeof alertPolicy.$inferSelect;

/** Alert policies. */
export const policiesStore = {
  async insert(db: Sql, values: typeof alertPolicy.$inferInsert): Promise<PolicyRow> {
    const [row] = await db.insert(alertPolicy).values(values).returning();
    return row as PolicyRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<PolicyRow | undefined> {
    const [row] = await db
      .select()
      .from(alertPolicy)
      .where(and(eq(alertPolicy.id, id), eq(alertPolicy.organizationId, organizationId)));
    return row;
  },
  async get(db: Sql, id: string): Promise<PolicyRow | undefined> {
    const [row] = await db.select().from(alertPolicy).where(eq(alertPolicy.id, id));
    return row;
  },
  async list(
    db: Sql,
    projectId: string,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: PolicyRow[]; totalElements: number }> {
    const where = eq(alertPolicy.projectId, projectId);
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(alertPolicy)
        .where(where)
        .orderBy(byName, alertPolicy.id)
        .limit(size)
        .offset(page * size),
      db.$count(alertPolicy, where),
    ]);
    return { rows, totalElements };
  },
  async countOf(db: Sql, projectId: string): Promise<number> {
    return db.$count(alertPolicy, eq(alertPolicy.projectId, projectId));
  },
  /** All policies of a project; at most a hundred, see `tooManyPolicies`. */
  async listAll(db: Sql, projectId: string): Promise<PolicyRow[]> {
    return db.select().from(alertPolicy).where(eq(alertPolicy.projectId, projectId)).orderBy(byName, alertPolicy.id);
  },
  async update(db: Sql, id: string, values: Partial<typeof alertPolicy.$inferInsert>): Promise<PolicyRow | undefined> {
    const [row] = await db
      .update(alertPolicy)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(alertPolicy.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(alertPolicy).where(eq(alertPolicy.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(alertPolicy).where(eq(alertPolicy.projectId, projectId));
  },
};
const byName = sql`lower(${alertPolicy.name})`;
