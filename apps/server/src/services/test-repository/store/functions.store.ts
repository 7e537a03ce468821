import { and, count, eq, ilike, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { testFunction } from './tables.ts';

export type FunctionRow = typeof testFunction.$inferSelect;

/** Functions of projects. */
export const functionsStore = {
  async insert(db: Sql, values: typeof testFunction.$inferInsert): Promise<FunctionRow> {
    const [row] = await db.insert(testFunction).values(values).returning();
    return row as FunctionRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<FunctionRow | undefined> {
    const [row] = await db
      .select()
      .from(testFunction)
      .where(and(eq(testFunction.id, id), eq(testFunction.organizationId, organizationId)));
    return row;
  },
  async lock(db: Sql, id: string): Promise<FunctionRow | undefined> {
    const [row] = await db.select().from(testFunction).where(eq(testFunction.id, id)).for('no key update');
    return row;
  },
  async list(db: Sql, projectId: string, searchTerm?: string): Promise<FunctionRow[]> {
    return db
      .select()
      .from(testFunction)
      .where(
        and(
          eq(testFunction.projectId, projectId),
          searchTerm ? ilike(testFunction.name, containsPattern(searchTerm)) : undefined,
        ),
      )
      .orderBy(sql`lower(${testFunction.name})`, testFunction.id);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(testFunction).where(eq(testFunction.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<Omit<FunctionRow, 'id' | 'organizationId' | 'projectId'>>,
  ): Promise<FunctionRow | undefined> {
    const [row] = await db
      .update(testFunction)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(testFunction.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(testFunction).where(eq(testFunction.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(testFunction).where(eq(testFunction.projectId, projectId));
  },
};
