import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { comment, reading } from './tables.ts';

export type CommentRow = typeof comment.$inferSelect;

/** A subject of comments in an organization. */
export interface SubjectKey {
  organizationId: string;
  kind: string;
  subjectId: string;
}

const isOn = ({ organizationId, kind, subjectId }: SubjectKey) =>
  and(eq(comment.kind, kind), eq(comment.subjectId, subjectId), eq(comment.organizationId, organizationId));
const isFirst = sql`${comment.id} = ${comment.threadId}`;
const isUnread = (userId: string) => sql<boolean>`(${comment.userId} <> ${userId}::uuid
  and ${comment.deletedAt} is null
  and ${comment.createdAt} > coalesce((select r.read_up_to from comments.reading r
    where r.user_id = ${userId}::uuid and r.kind = ${comment.kind} and r.subject_id = ${comment.subjectId}), '-infinity'))`;

/** Comments and their threads. */
export const commentsStore = {
  async insert(db: Sql, row: typeof comment.$inferInsert): Promise<void> {
    await db.insert(comment).values(row);
  },
  async find(db: Sql, organizationId: string, id: string): Promise<CommentRow | undefined> {
    const [row] = await db
      .select()
      .from(comment)
      .where(and(eq(comment.id, id), eq(comment.organizationId, organizationId)));
    return row;
  },
  /** The first comment of a thread; locks the thread until the transaction ends. */
  async lockThread(db: Sql, organizationId: string, threadId: string): Promise<CommentRow | undefined> {
    const [row] = await db
      .select()
      .from(comment)
      .where(and(eq(comment.id, threadId), isFirst, eq(comment.organizationId, organizationId)))
      .for('update');
    return row;
  },
  async countInThread(db: Sql, threadId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(comment).where(eq(comment.threadId, threadId));
    return row?.value ?? 0;
  },
  async countThreads(db: Sql, subject: SubjectKey): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(comment)
      .where(and(isOn(subject), isFirst));
    return row?.value ?? 0;
  },
  /** First comments of threads: open threads before resolved ones, newest first. */
  async pageThreads(db: Sql, subject: SubjectKey, { page, size }: { page: number; size: number }) {
    const rows = await db
      .select()
      .from(comment)
      .where(and(isOn(subject), isFirst))
      .orderBy(asc(sql`${comment.resolvedAt} is not null`), desc(comment.id))
      .limit(size)
      .offset(page * size);
    return { rows, totalElements: await this.countThreads(db, subject) };
  },
  /** The comments of threads, oldest first, each with whether the user hasn't read it. */
  async listOfThreads(db: Sql, threadIds: readonly string[], userId: string) {
    if (!threadIds.length) return [];
    return db
      .select({ row: comment, isUnread: isUnread(userId) })
      .from(comment)
      .where(inArray(comment.threadId, [...threadIds]))
      .orderBy(asc(comment.id));
  },
  async update(db: Sql, id: string, values: Partial<CommentRow>): Promise<void> {
    await db.update(comment).set(values).where(eq(comment.id, id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(comment).where(eq(comment.id, id));
  },
  /** The authors of earlier comments in the thread of a comment. */
  async listAuthorsBefore(db: Sql, { id, threadId }: Pick<CommentRow, 'id' | 'threadId'>): Promise<string[]> {
    const rows = await db
      .selectDistinct({ userId: comment.userId })
      .from(comment)
      .where(and(eq(comment.threadId, threadId), lt(comment.id, id), isNull(comment.deletedAt)));
    return rows.map(({ userId }) => userId);
  },
  /** Counts per subject in a container, subjects with the newest comments first. */
  async countOf(
    db: Sql,
    place: { projectId: string; kind: string; containerId: string },
    { userId, most }: { userId: string; most: number },
  ) {
    return db
      .select({
        subjectId: comment.subjectId,
        comments: sql<number>`(count(*) filter (where ${comment.deletedAt} is null))::int`,
        openThreads: sql<number>`(count(*) filter (where ${isFirst} and ${comment.resolvedAt} is null))::int`,
        unread: sql<number>`(count(*) filter (where ${isUnread(userId)}))::int`,
      })
      .from(comment)
      .where(
        and(
          eq(comment.kind, place.kind),
          eq(comment.containerId, place.containerId),
          eq(comment.projectId, place.projectId),
        ),
      )
      .groupBy(comment.subjectId)
      .orderBy(desc(sql`max(${comment.id}::text)`))
      .limit(most);
  },
  /** Subjects with comments that have this source, newest first; also returns the total number of comments. */
  async listRelated(db: Sql, place: { organizationId: string; projectId: string; sourceId: string }, most: number) {
    const rows = await db
      .select({
        kind: comment.kind,
        subjectId: comment.subjectId,
        comments: sql<number>`count(*)::int`,
        lastAt: sql<Date>`max(${comment.createdAt})`.mapWith(comment.createdAt),
        all: sql<number>`(sum(count(*)) over ())::int`,
      })
      .from(comment)
      .where(
        and(
          eq(comment.sourceId, place.sourceId),
          eq(comment.projectId, place.projectId),
          eq(comment.organizationId, place.organizationId),
          isNull(comment.deletedAt),
        ),
      )
      .groupBy(comment.kind, comment.subjectId)
      .orderBy(desc(sql`max(${comment.id}::text)`))
      .limit(most);
    return { rows, total: rows[0]?.all ?? 0 };
  },
  /** Records how far a user has read; never moves back. */
  async recordReading(db: Sql, values: typeof reading.$inferInsert): Promise<void> {
    await db
      .insert(reading)
      .values(values)
      .onConflictDoUpdate({
        target: [reading.userId, reading.kind, reading.subjectId],
        set: { readUpTo: sql`greatest(${reading.readUpTo}, excluded.read_up_to)` },
      });
  },
  /** Deletes the comments on everything in these containers. */
  async deleteContainers(db: Sql, kind: string, containerIds: readonly string[]): Promise<void> {
    if (!containerIds.length) return;
    const deleted = await db
      .delete(comment)
      .where(and(eq(comment.kind, kind), inArray(comment.containerId, [...containerIds])))
      .returning({ subjectId: comment.subjectId });
    await this.deleteReading(db, kind, [...new Set(deleted.map(({ subjectId }) => subjectId))]);
  },
  async deleteSubjects(db: Sql, kind: string, subjectIds: readonly string[]): Promise<void> {
    if (!subjectIds.length) return;
    await db.delete(comment).where(and(eq(comment.kind, kind), inArray(comment.subjectId, [...subjectIds])));
    await this.deleteReading(db, kind, subjectIds);
  },
  async deleteReading(db: Sql, kind: string, subjectIds: readonly string[]): Promise<void> {
    if (subjectIds.length)
      await db.delete(reading).where(and(eq(reading.kind, kind), inArray(reading.subjectId, [...subjectIds])));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(comment).where(eq(comment.projectId, projectId));
    await db.delete(reading).where(eq(reading.projectId, projectId));
  },
  /** Subjects with comments, ordered by id, starting after a given one. */
  async listSubjects(db: Sql, kind: string, after: string, limit: number) {
    return db
      .selectDistinct({ subjectId: comment.subjectId, organizationId: comment.organizationId })
      .from(comment)
      .where(and(eq(comment.kind, kind), gt(comment.subjectId, after)))
      .orderBy(asc(comment.subjectId))
      .limit(limit);
  },
};
