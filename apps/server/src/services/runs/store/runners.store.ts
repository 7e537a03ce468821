import { eq, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { runner } from './tables.ts';

/** A process that executes runs. */
export type RunnerRow = typeof runner.$inferSelect;

/** Which runs a runner takes besides those open to every runner. */
export interface RunChoice {
  /** Parts of the kinds that spread are left to others for so long. */
  leftSeconds?: number;
  spreading?: string[];
  /** Runs that ask for one of these. */
  labels?: readonly string[];
}

/** Statements about runners. */
export const runnersStore = {
  /** Keeps a runner, and forgets those that are gone. */
  async put(db: Sql, row: RunnerRow): Promise<void> {
    await db.delete(runner).where(sql.raw(`not ${isDeclared('name')}`));
    await db.insert(runner).values(row).onConflictDoNothing();
  },
  /** What a runner tells of its machine now. */
  async tell(db: Sql, name: string, facts: unknown): Promise<void> {
    await db.update(runner).set({ facts }).where(eq(runner.name, name));
  },
  async remove(db: Sql, name: string): Promise<void> {
    await db.delete(runner).where(eq(runner.name, name));
  },
  /** Those that live. */
  list(db: Sql): Promise<RunnerRow[]> {
    return db
      .select()
      .from(runner)
      .where(sql.raw(isDeclared('name')))
      .orderBy(runner.name);
  },
};
