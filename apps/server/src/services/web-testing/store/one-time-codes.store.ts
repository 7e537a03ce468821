import { eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { oneTimeCode } from './tables.ts';

/** One-time codes that runs have not taken yet. */
export const oneTimeCodesStore = {
  /** Replaces a code that hasn't been taken. */
  async put(db: Sql, given: { runId: string; organizationId: string; value: string }): Promise<void> {
    const { value } = given;
    await db
      .insert(oneTimeCode)
      .values(given)
      .onConflictDoUpdate({ target: oneTimeCode.runId, set: { value, createdAt: sql`now()` } });
  },
  /** Returns the sealed code of a run, once. */
  async take(db: Sql, runId: string): Promise<string | undefined> {
    const [row] = await db.delete(oneTimeCode).where(eq(oneTimeCode.runId, runId)).returning();
    return row?.value;
  },
  async delete(db: Sql, runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await db.delete(oneTimeCode).where(inArray(oneTimeCode.runId, [...runIds]));
  },
};
