import { eq, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { runner } from './tables.ts';

/** A process that executes runs. */
export type RunnerRow = typeof runner.$inferSelect;

/** Which runs a runner takes besides those open to all runners. */
export interface RunChoice {
  /** How long, in seconds, parts of spreading kinds are left to others. */
  leftSeconds?: number;
  spreading?: string[];
  /** Runs that require one of these labels. */
  labels?: readonly string[];
}

/** Statements about runners. */
export const runnersStore = {
  /** Stores a runner, and deletes dead ones. */
  async put(db: Sql, row: RunnerRow): Promise<void> {
    await db.delete(runner).where(sql.raw(`not ${isDeclared('name')}`));
    await db.insert(runner).values(row).onConflictDoNothing();
  },
  /** Updates a runner's facts about its machine. */
  async updateFacts(db: Sql, name: string, facts: unknown): Promise<void> {
    await db.update(runner).set({ facts }).where(eq(runner.name, name));
  },
  async remove(db: Sql, name: string): Promise<void> {
    await db.delete(runner).where(eq(runner.name, name));
  },
  /** Living runners. */
  list(db: Sql): Promise<RunnerRow[]> {
    return db
      .select()
      .from(runner)
      .where(sql.raw(isDeclared('name')))
      .orderBy(runner.name);
  },
};
