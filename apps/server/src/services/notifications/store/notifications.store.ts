import { and, count, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { mailPreference, notification } from './tables.ts';

export type NotificationRow = typeof notification.$inferSelect;
export type MailPreferenceRow = typeof mailPreference.$inferSelect;

/** The owner of notifications: a user in the organization they act in. */
export interface Owner {
  userId: string;
  organizationId: string;
}

const ownedBy = ({ userId, organizationId }: Owner) =>
  and(eq(notification.userId, userId), eq(notification.organizationId, organizationId));

/** SQL of notifications and mail preferences. */
export const notificationsStore = {
  /** Returns the new rows; skips those whose event the user already has a notification of. */
  insert: (db: Sql, rows: (typeof notification.$inferInsert)[]): Promise<NotificationRow[]> =>
    db.insert(notification).values(rows).onConflictDoNothing().returning(),
  /** Newest first; with `before`, only older ones. */
  async page(db: Sql, owner: Owner, { before, page, size }: { before?: string; page: number; size: number }) {
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(notification)
        .where(and(ownedBy(owner), before ? lt(notification.id, before) : undefined))
        .orderBy(desc(notification.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(notification).where(ownedBy(owner)),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async countUnread(db: Sql, owner: Owner): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(notification)
      .where(and(ownedBy(owner), isNull(notification.readAt)));
    return row?.value ?? 0;
  },
  async countOf(db: Sql, owner: Owner, ids: string[]): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(notification)
      .where(and(ownedBy(owner), inArray(notification.id, ids)));
    return row?.value ?? 0;
  },
  /** Marks the given ones, or all. */
  async markRead(db: Sql, owner: Owner, ids: string[] | undefined, readAt: Date): Promise<void> {
    const named = ids ? inArray(notification.id, ids) : undefined;
    await db
      .update(notification)
      .set({ readAt })
      .where(and(ownedBy(owner), isNull(notification.readAt), named));
  },
  async delete(db: Sql, owner: Owner, ids: string[]): Promise<number> {
    const result = await db.delete(notification).where(and(ownedBy(owner), inArray(notification.id, ids)));
    return result.rowCount ?? 0;
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(notification).where(lt(notification.createdAt, before));
  },
  listPreferences: (db: Sql, userIds: string[]): Promise<MailPreferenceRow[]> =>
    db.select().from(mailPreference).where(inArray(mailPreference.userId, userIds)),
  async setPreference(db: Sql, values: MailPreferenceRow): Promise<void> {
    await db
      .insert(mailPreference)
      .values(values)
      .onConflictDoUpdate({
        target: [mailPreference.userId, mailPreference.kind],
        set: { isMailed: values.isMailed },
      });
  },
};
