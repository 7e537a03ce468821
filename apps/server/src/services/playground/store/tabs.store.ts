import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { tab } from './tables.ts';

/** The owner of tabs and sends. */
export interface Owner {
  organizationId: string;
  userId: string;
}
export type TabRow = typeof tab.$inferSelect;

const ofOwner = ({ organizationId, userId }: Owner): SQL | undefined =>
  and(eq(tab.organizationId, organizationId), eq(tab.userId, userId));

/** Open tabs of users. */
export const tabsStore = {
  async list(db: Sql, owner: Owner): Promise<TabRow[]> {
    return db.select().from(tab).where(ofOwner(owner)).orderBy(tab.createdAt, tab.id);
  },

  async countOthers(db: Sql, owner: Owner, id: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(tab)
      .where(and(ofOwner(owner), sql`${tab.id} <> ${id}`));
    return row?.value ?? 0;
  },

  async save(db: Sql, { organizationId, userId }: Owner, { id, draft }: { id: string; draft: string }): Promise<void> {
    await db
      .insert(tab)
      .values({ id, organizationId, userId, draft })
      .onConflictDoUpdate({
        target: [tab.organizationId, tab.userId, tab.id],
        set: { draft, updatedAt: sql`now()` },
      });
  },

  async delete(db: Sql, owner: Owner, ids: readonly string[]): Promise<void> {
    await db.delete(tab).where(and(ofOwner(owner), inArray(tab.id, [...ids])));
  },
};
