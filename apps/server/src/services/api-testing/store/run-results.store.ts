import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { RunResult } from '../domain/run-results.ts';
import { pendingResult, runResult, stepFailure } from './tables.ts';

export type StepFailureRow = typeof stepFailure.$inferSelect;

/** Rows per insert: bounds the parameters of one statement. */
const rowsPerInsert = 500;

export const runResultsStore = {
  /** Replaces the stored results of a run. */
  async replace(
    db: Sql,
    runId: string,
    { rows, failures }: { rows: readonly RunResult[]; failures: readonly StepFailureRow[] },
  ): Promise<void> {
    await this.delete(db, [runId]);
    for (let at = 0; at < failures.length; at += rowsPerInsert)
      await db
        .insert(stepFailure)
        .values(failures.slice(at, at + rowsPerInsert))
        .onConflictDoNothing();
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await db
        .insert(runResult)
        .values(rows.slice(at, at + rowsPerInsert))
        // The same end may be delivered twice concurrently.
        .onConflictDoNothing();
  },
  async delete(db: Sql, runIds: readonly string[]): Promise<void> {
    if (!runIds.length) return;
    await db.delete(runResult).where(inArray(runResult.runId, [...runIds]));
    await db.delete(stepFailure).where(inArray(stepFailure.runId, [...runIds]));
  },
  /** Runs with results, ordered by id. */
  async listRuns(db: Sql, after: string, limit: number): Promise<{ runId: string; organizationId: string }[]> {
    return db
      .select({ runId: runResult.runId, organizationId: runResult.organizationId })
      .from(runResult)
      .where(and(eq(runResult.level, 'run'), gt(runResult.runId, after)))
      .orderBy(runResult.runId)
      .limit(limit);
  },
  /** Deletes the results of every run of a workspace, and any pending import of them. */
  async deleteOfProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(runResult).where(eq(runResult.projectId, projectId));
    await db.delete(stepFailure).where(eq(stepFailure.projectId, projectId));
    await db.delete(pendingResult).where(eq(pendingResult.projectId, projectId));
  },
  /** A workspace whose earlier runs haven't all been imported. */
  async findPending(db: Sql): Promise<{ projectId: string; organizationId: string; page: number } | undefined> {
    const [row] = await db.select().from(pendingResult).orderBy(pendingResult.projectId).limit(1);
    return row;
  },
  /** Advances to the next page, or to the end; a no-op if another process already did. */
  async advance(db: Sql, projectId: string, from: number, to: number | null): Promise<void> {
    const place = and(eq(pendingResult.projectId, projectId), eq(pendingResult.page, from));
    if (to === null) await db.delete(pendingResult).where(place);
    else await db.update(pendingResult).set({ page: to }).where(place);
  },
};
