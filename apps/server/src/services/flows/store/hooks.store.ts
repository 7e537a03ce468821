import { and, asc, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { hook } from './tables.ts';

export type HookRow = typeof hook.$inferSelect;

/** Addresses that start workflows. */
export const hooksStore = {
  async insert(db: Sql, values: typeof hook.$inferInsert): Promise<void> {
    await db.insert(hook).values(values);
  },
  async list(db: Sql, flowId: string): Promise<HookRow[]> {
    return db
      .select()
      .from(hook)
      .where(eq(hook.flowId, flowId))
      .orderBy(asc(sql`lower(${hook.name})`), asc(hook.id));
  },
  async findByToken(db: Sql, tokenHash: string): Promise<HookRow | undefined> {
    const [row] = await db.select().from(hook).where(eq(hook.tokenHash, tokenHash));
    return row;
  },
  /** Deletes a hook of a workflow; returns it if it existed. */
  async delete(db: Sql, flowId: string, hookId: string): Promise<HookRow | undefined> {
    const [row] = await db
      .delete(hook)
      .where(and(eq(hook.id, hookId), eq(hook.flowId, flowId)))
      .returning();
    return row;
  },
  /** Stores the outcome of a call. */
  async called(
    db: Sql,
    hookId: string,
    values: Pick<HookRow, 'lastCalledAt' | 'lastProblem'> & Partial<Pick<HookRow, 'lastRunId'>>,
  ): Promise<void> {
    await db.update(hook).set(values).where(eq(hook.id, hookId));
  },
};
