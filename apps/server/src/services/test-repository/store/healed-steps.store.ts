import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { healedStep } from './tables.ts';

export type HealedStepRow = typeof healedStep.$inferSelect;

const isOf = (runId: string, stepId: string) => and(eq(healedStep.runId, runId), eq(healedStep.stepId, stepId));

/** Steps of runs for which a user accepted another element. */
export const healedStepsStore = {
  async find(db: Sql, runId: string, stepId: string): Promise<HealedStepRow | undefined> {
    const [row] = await db.select().from(healedStep).where(isOf(runId, stepId));
    return row;
  },
  /** Replaces the entry of a step that was changed back by hand. */
  async put(db: Sql, { runId, stepId, ...values }: Omit<HealedStepRow, 'acceptedAt'>): Promise<void> {
    await db
      .insert(healedStep)
      .values({ runId, stepId, ...values })
      .onConflictDoUpdate({
        target: [healedStep.runId, healedStep.stepId],
        set: { ...values, acceptedAt: sql`now()` },
      });
  },
  async delete(db: Sql, runId: string, stepId: string): Promise<void> {
    await db.delete(healedStep).where(isOf(runId, stepId));
  },
  async deleteRuns(db: Sql, runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await db.delete(healedStep).where(inArray(healedStep.runId, [...runIds]));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(healedStep).where(eq(healedStep.projectId, projectId));
  },
};
