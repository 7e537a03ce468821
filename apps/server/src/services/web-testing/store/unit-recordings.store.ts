import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { unitRecording } from './tables.ts';

export type UnitRecordingRow = typeof unitRecording.$inferSelect;

/** The recordings of the parts of runs. */
export const unitRecordingsStore = {
  /** A part that is executed again is recorded again. */
  async put(db: Sql, row: UnitRecordingRow): Promise<void> {
    const { runId: _run, unit: _unit, ...values } = row;
    await db
      .insert(unitRecording)
      .values(row)
      .onConflictDoUpdate({ target: [unitRecording.runId, unitRecording.unit], set: values });
  },
  async list(db: Sql, runId: string): Promise<UnitRecordingRow[]> {
    return db.select().from(unitRecording).where(eq(unitRecording.runId, runId));
  },
  async find(db: Sql, runId: string, unit: string): Promise<UnitRecordingRow | undefined> {
    const [row] = await db
      .select()
      .from(unitRecording)
      .where(and(eq(unitRecording.runId, runId), eq(unitRecording.unit, unit)));
    return row;
  },
  async delete(db: Sql, runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await db.delete(unitRecording).where(inArray(unitRecording.runId, [...runIds]));
  },
};
