import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { recent, star } from './tables.ts';

/** How many recent entries are kept per user. */
const kept = 50;

/** The owner of stars and recent entries. */
export interface Owner {
  userId: string;
  organizationId: string;
}
interface Item {
  itemId: string;
  projectId: string;
}

/** Users' stars and recently opened entries. */
export const marksStore = {
  async setStar(db: Sql, { userId, organizationId }: Owner, { itemId, projectId }: Item, isStarred: boolean) {
    if (isStarred) await db.insert(star).values({ userId, organizationId, itemId, projectId }).onConflictDoNothing();
    else
      await db
        .delete(star)
        .where(and(eq(star.userId, userId), eq(star.organizationId, organizationId), eq(star.itemId, itemId)));
  },

  async starredAmong(db: Sql, owner: Owner, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .select({ itemId: star.itemId })
      .from(star)
      .where(
        and(
          eq(star.userId, owner.userId),
          eq(star.organizationId, owner.organizationId),
          inArray(star.itemId, [...ids]),
        ),
      );
    return new Set(rows.map(({ itemId }) => itemId));
  },

  /** Records that an entry was opened, and deletes the oldest beyond the limit. */
  async noteOpened(db: Sql, { userId, organizationId }: Owner, { itemId, projectId }: Item): Promise<void> {
    await db
      .insert(recent)
      .values({ userId, organizationId, itemId, projectId })
      .onConflictDoUpdate({
        target: [recent.userId, recent.organizationId, recent.itemId],
        set: { at: sql`now()` },
      });
    const own = and(eq(recent.userId, userId), eq(recent.organizationId, organizationId));
    const last = db.select({ id: recent.itemId }).from(recent).where(own).orderBy(desc(recent.at)).limit(kept);
    await db.delete(recent).where(and(own, notInArray(recent.itemId, last)));
  },

  /** A user's recently opened entries in these projects, latest first. */
  async listRecent(db: Sql, owner: Owner, projectIds: readonly string[]): Promise<string[]> {
    if (projectIds.length === 0) return [];
    const rows = await db
      .select({ itemId: recent.itemId })
      .from(recent)
      .where(
        and(
          eq(recent.userId, owner.userId),
          eq(recent.organizationId, owner.organizationId),
          inArray(recent.projectId, [...projectIds]),
        ),
      )
      .orderBy(desc(recent.at));
    return rows.map(({ itemId }) => itemId);
  },
};
