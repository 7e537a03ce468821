import { and, eq, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Owner } from './notifications.store.ts';
import { clone } from './tables.ts';

export type CloneRow = typeof clone.$inferSelect;

/** SQL of the copies that users follow. */
export const clonesStore = {
  async find(db: Sql, { userId, organizationId }: Owner, uniqueIdentifier: string): Promise<CloneRow | undefined> {
    const [row] = await db
      .select()
      .from(clone)
      .where(
        and(
          eq(clone.userId, userId),
          eq(clone.organizationId, organizationId),
          eq(clone.uniqueIdentifier, uniqueIdentifier),
        ),
      );
    return row;
  },
  async save(db: Sql, values: Omit<CloneRow, 'seq'>): Promise<void> {
    const { executionStatus, folderType, updatedAt } = values;
    await db
      .insert(clone)
      .values({ ...values, seq: 1 })
      .onConflictDoUpdate({
        target: [clone.userId, clone.organizationId, clone.uniqueIdentifier],
        set: { executionStatus, folderType, updatedAt, seq: sql`"notifications"."clone"."seq" + 1` },
      });
  },
  /** Ends copies of dead processes, which never end on their own. Returns their followers. */
  async failStaleBefore(db: Sql, before: Date, now: Date): Promise<{ userId: string; uniqueIdentifier: string }[]> {
    return db
      .update(clone)
      .set({ executionStatus: 'FAILED', updatedAt: now, seq: sql`"notifications"."clone"."seq" + 1` })
      .where(and(eq(clone.executionStatus, 'RUNNING'), lt(clone.updatedAt, before)))
      .returning({ userId: clone.userId, uniqueIdentifier: clone.uniqueIdentifier });
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(clone).where(lt(clone.updatedAt, before));
  },
};
