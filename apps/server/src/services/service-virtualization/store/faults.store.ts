import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { fault } from './tables.ts';

export type FaultRow = typeof fault.$inferSelect;

/** Faults injected by workflow runs. */
export const faultsStore = {
  /** Does nothing if the fault exists. */
  async insert(db: Sql, row: FaultRow): Promise<void> {
    await db.insert(fault).values(row).onConflictDoNothing();
  },
  async find(db: Sql, id: string): Promise<FaultRow | undefined> {
    const [row] = await db.select().from(fault).where(eq(fault.id, id));
    return row;
  },
  /** Active faults, oldest first. */
  async list(db: Sql, projectId: string, now: Date): Promise<FaultRow[]> {
    return db
      .select()
      .from(fault)
      .where(and(eq(fault.projectId, projectId), gt(fault.endsAt, now)))
      .orderBy(asc(fault.createdAt), asc(fault.id));
  },
  /** Ends all faults of a project, or those of one run; returns how many. */
  async deleteOf(db: Sql, projectId: string, runId?: string): Promise<number> {
    const rows = await db
      .delete(fault)
      .where(and(eq(fault.projectId, projectId), runId === undefined ? undefined : eq(fault.runId, runId)))
      .returning({ id: fault.id });
    return rows.length;
  },
  /** Ends the faults of a run; returns their projects. */
  async deleteOfRun(db: Sql, runId: string): Promise<string[]> {
    const rows = await db.delete(fault).where(eq(fault.runId, runId)).returning({ projectId: fault.projectId });
    return [...new Set(rows.map(({ projectId }) => projectId))];
  },
  async deleteEnded(db: Sql, projectId: string, now: Date): Promise<void> {
    await db.delete(fault).where(and(eq(fault.projectId, projectId), lte(fault.endsAt, now)));
  },
};
