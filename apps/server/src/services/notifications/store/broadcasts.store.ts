import { and, count, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { broadcast, broadcastRead } from './tables.ts';

export type BroadcastRow = typeof broadcast.$inferSelect;

const isPresent = (now: Date) => or(isNull(broadcast.endsAt), gt(broadcast.endsAt, now));
const readBy = (userId: string) => and(eq(broadcastRead.broadcastId, broadcast.id), eq(broadcastRead.userId, userId));

/** SQL of broadcasts and of who has read them. */
export const broadcastsStore = {
  async insert(db: Sql, row: BroadcastRow): Promise<void> {
    await db.insert(broadcast).values(row);
  },
  /** Broadcasts that haven't ended, newest first. */
  async list(db: Sql, userId: string, now: Date, limit: number): Promise<(BroadcastRow & { isRead: boolean })[]> {
    const rows = await db
      .select({ row: broadcast, reader: broadcastRead.userId })
      .from(broadcast)
      .leftJoin(broadcastRead, readBy(userId))
      .where(isPresent(now))
      .orderBy(desc(broadcast.id))
      .limit(limit);
    return rows.map(({ row, reader }) => ({ ...row, isRead: reader !== null }));
  },
  async countUnread(db: Sql, userId: string, now: Date): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(broadcast)
      .leftJoin(broadcastRead, readBy(userId))
      .where(and(isPresent(now), isNull(broadcastRead.userId)));
    return row?.value ?? 0;
  },
  async markAllRead(db: Sql, userId: string, now: Date): Promise<void> {
    await db.execute(sql`insert into notifications.broadcast_read (broadcast_id, user_id)
      select id, ${userId}::uuid from notifications.broadcast where ends_at is null or ends_at > ${now.toISOString()}::timestamptz
      on conflict do nothing`);
  },
  /** False if there is no active broadcast with this id. */
  async end(db: Sql, broadcastId: string, now: Date): Promise<boolean> {
    const result = await db
      .update(broadcast)
      .set({ endsAt: now })
      .where(and(eq(broadcast.id, broadcastId), isPresent(now)));
    return result.rowCount === 1;
  },
  async deleteEndedBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(broadcast).where(and(isNotNull(broadcast.endsAt), lt(broadcast.endsAt, before)));
  },
};
