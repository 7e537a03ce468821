import { eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { changedFlag } from './tables.ts';

export type ChangedFlag = typeof changedFlag.$inferSelect;

/** SQL of changed flags. */
export const flagsStore = {
  list: (db: Sql): Promise<ChangedFlag[]> => db.select().from(changedFlag),
  async save(db: Sql, row: ChangedFlag): Promise<void> {
    const { key: _key, ...values } = row;
    await db.insert(changedFlag).values(row).onConflictDoUpdate({ target: changedFlag.key, set: values });
  },
  async delete(db: Sql, key: string): Promise<void> {
    await db.delete(changedFlag).where(eq(changedFlag.key, key));
  },
};
