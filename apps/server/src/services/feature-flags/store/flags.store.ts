import { and, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { changedFlag } from './tables.ts';

export type ChangedFlag = typeof changedFlag.$inferSelect;

const inState = (key: string, revision: string) => and(eq(changedFlag.key, key), eq(changedFlag.revision, revision));

/** SQL of changed flags. */
export const flagsStore = {
  list: (db: Sql): Promise<ChangedFlag[]> => db.select().from(changedFlag),
  /** Overwrites the expected state (null: not changed yet); returns whether the flag was in it. */
  async replace(db: Sql, row: ChangedFlag, expected: string | null): Promise<boolean> {
    const { key, ...values } = row;
    const written =
      expected === null
        ? await db.insert(changedFlag).values(row).onConflictDoNothing().returning({ key: changedFlag.key })
        : await db.update(changedFlag).set(values).where(inState(key, expected)).returning({ key: changedFlag.key });
    return written.length > 0;
  },
  /** Returns whether the flag was in the expected state. */
  async delete(db: Sql, key: string, expected: string): Promise<boolean> {
    const deleted = await db.delete(changedFlag).where(inState(key, expected)).returning({ key: changedFlag.key });
    return deleted.length > 0;
  },
};
