import { and, count, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { recordedCall, recording } from './tables.ts';

export type RecordingRow = typeof recording.$inferSelect;
export type RecordedCallRow = typeof recordedCall.$inferSelect;
const { content: _content, ...listed } = getTableColumns(recordedCall);
/** A recorded call without its content. */
export type RecordedCallListRow = Omit<RecordedCallRow, 'content'>;

/** Recordings of mocks and their calls. */
export const recordingsStore = {
  async insert(db: Sql, values: typeof recording.$inferInsert): Promise<RecordingRow> {
    const [row] = await db.insert(recording).values(values).returning();
    return row as RecordingRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<RecordingRow | undefined> {
    const [row] = await db
      .select()
      .from(recording)
      .where(and(eq(recording.id, id), eq(recording.organizationId, organizationId)));
    return row;
  },
  /** The project's recording that hasn't been stopped. */
  async active(db: Sql, projectId: string): Promise<RecordingRow | undefined> {
    const [row] = await db
      .select()
      .from(recording)
      .where(and(eq(recording.projectId, projectId), ne(recording.status, 'stopped')));
    return row;
  },
  async list(db: Sql, projectId: string, { page, size }: { page: number; size: number }) {
    const where = eq(recording.projectId, projectId);
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(recording)
        .where(where)
        .orderBy(desc(recording.startedAt), desc(recording.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(recording).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Changes a recording; undefined if it was stopped or deleted. */
  async setStatus(
    db: Sql,
    id: string,
    values: Pick<RecordingRow, 'status'> & Partial<Pick<RecordingRow, 'stoppedAt' | 'problem'>>,
  ): Promise<RecordingRow | undefined> {
    const [row] = await db
      .update(recording)
      .set(values)
      .where(and(eq(recording.id, id), ne(recording.status, 'stopped')))
      .returning();
    return row;
  },
  async setSaved(db: Sql, id: string, savedAt: Date): Promise<void> {
    await db.update(recording).set({ savedAt }).where(eq(recording.id, id));
  },
  async setNewestSaved(db: Sql, projectId: string): Promise<void> {
    const newest = sql`(select id from ${recording} where project_id = ${projectId} order by started_at desc, id desc limit 1)`;
    await db.update(recording).set({ savedAt: sql`now()` }).where(eq(recording.id, newest));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(recording).where(eq(recording.id, id));
  },
  /** Deletes all but the newest `limit` stopped recordings of a project. */
  async trim(db: Sql, projectId: string, limit: number): Promise<void> {
    const rows = await db
      .select({ id: recording.id })
      .from(recording)
      .where(and(eq(recording.projectId, projectId), eq(recording.status, 'stopped')))
      .orderBy(desc(recording.startedAt), desc(recording.id))
      .offset(limit);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.delete(recording).where(inArray(recording.id, ids));
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(recording).where(and(eq(recording.status, 'stopped'), lt(recording.stoppedAt, before)));
  },

  async insertCall(db: Sql, row: RecordedCallRow): Promise<void> {
    await db.insert(recordedCall).values(row);
  },
  /** The number of calls of recordings, and the total size of their answers. */
  async sizes(db: Sql, ids: readonly string[]): Promise<Map<string, { count: number; sizeBytes: number }>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({
        id: recordedCall.recordingId,
        count: count(),
        sizeBytes: sql<number>`coalesce(sum(${recordedCall.sizeBytes}), 0)`.mapWith(Number),
      })
      .from(recordedCall)
      .where(inArray(recordedCall.recordingId, [...ids]))
      .groupBy(recordedCall.recordingId);
    return new Map(rows.map(({ id, ...sizes }) => [id, sizes]));
  },
  async listCalls(db: Sql, recordingId: string, { page, size }: { page: number; size: number }) {
    const where = eq(recordedCall.recordingId, recordingId);
    const [rows, [total]] = await Promise.all([
      db
        .select(listed)
        .from(recordedCall)
        .where(where)
        .orderBy(desc(recordedCall.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(recordedCall).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** All calls of a recording, oldest first. */
  async allCalls(db: Sql, recordingId: string): Promise<RecordedCallListRow[]> {
    return db
      .select(listed)
      .from(recordedCall)
      .where(eq(recordedCall.recordingId, recordingId))
      .orderBy(recordedCall.id);
  },
  async contents(db: Sql, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: recordedCall.id, content: recordedCall.content })
      .from(recordedCall)
      .where(inArray(recordedCall.id, [...ids]));
    return new Map(rows.map(({ id, content }) => [id, content]));
  },
};
