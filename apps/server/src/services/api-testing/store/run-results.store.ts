import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { RunResult } from '../domain/run-results.ts';
import { project, runResult } from './tables.ts';

/** Rows per insert: bounds the parameters of one statement. */
const rowsPerInsert = 500;

export const runResultsStore = {
  /** Keeps a workspace until the transaction ends; answers whether it is there. */
  async holdProject(db: Sql, projectId: string): Promise<boolean> {
    const rows = await db.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('key share');
    return rows.length > 0;
  },
  /** Replaces what is kept of a run. */
  async replace(db: Sql, runId: string, rows: readonly RunResult[]): Promise<void> {
    await this.delete(db, [runId]);
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await db
        .insert(runResult)
        .values(rows.slice(at, at + rowsPerInsert))
        // Two deliveries of one end may meet.
        .onConflictDoNothing();
  },
  async delete(db: Sql, runIds: readonly string[]): Promise<void> {
    if (runIds.length) await db.delete(runResult).where(inArray(runResult.runId, [...runIds]));
  },
  /** Runs with results, in the order of their ids. */
  async listRuns(db: Sql, after: string, limit: number): Promise<{ runId: string; organizationId: string }[]> {
    return db
      .select({ runId: runResult.runId, organizationId: runResult.organizationId })
      .from(runResult)
      .where(and(eq(runResult.level, 'run'), gt(runResult.runId, after)))
      .orderBy(runResult.runId)
      .limit(limit);
  },
  /** A workspace whose earlier runs are not all there. */
  async findPending(db: Sql): Promise<{ projectId: string; organizationId: string; page: number } | undefined> {
    const [row] = await db
      .select({ projectId: project.id, organizationId: project.organizationId, page: project.pendingResultsPage })
      .from(project)
      .where(isNotNull(project.pendingResultsPage))
      .orderBy(project.id)
      .limit(1);
    return row && { ...row, page: row.page ?? 0 };
  },
  /** Goes on to the next page, or to the end; a process that comes second changes nothing. */
  async advance(db: Sql, projectId: string, from: number, to: number | null): Promise<void> {
    await db
      .update(project)
      .set({ pendingResultsPage: to })
      .where(and(eq(project.id, projectId), sql`${project.pendingResultsPage} = ${from}`));
  },
};
