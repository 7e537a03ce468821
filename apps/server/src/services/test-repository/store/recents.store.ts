import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { recent } from './tables.ts';

/** Kinds of items users work on. */
export type RecentKind = (typeof recent.$inferSelect)['kind'];
/** Entries kept of each kind. */
const kept = 100;

interface Owner {
  userId: string;
  organizationId: string;
}

/** What users worked on last. */
export const recentsStore = {
  /** Records that a user worked on something, and deletes the oldest entries. */
  async note(
    db: Sql,
    { userId, organizationId }: Owner,
    { kind, itemId, projectId }: { kind: RecentKind; itemId: string; projectId: string },
  ): Promise<void> {
    await db
      .insert(recent)
      .values({ userId, organizationId, kind, itemId, projectId })
      .onConflictDoUpdate({
        target: [recent.userId, recent.organizationId, recent.itemId],
        set: { at: sql`now()`, projectId },
      });
    const own = and(eq(recent.userId, userId), eq(recent.organizationId, organizationId), eq(recent.kind, kind));
    const last = db.select({ id: recent.itemId }).from(recent).where(own).orderBy(desc(recent.at)).limit(kept);
    await db.delete(recent).where(and(own, notInArray(recent.itemId, last)));
  },
  /** What a user worked on, newest first; in one project, or in all. */
  async list(
    db: Sql,
    { userId, organizationId }: Owner,
    { kind, projectId, most }: { kind: RecentKind; projectId?: string; most: number },
  ): Promise<{ itemId: string; at: Date }[]> {
    return db
      .select({ itemId: recent.itemId, at: recent.at })
      .from(recent)
      .where(
        and(
          eq(recent.userId, userId),
          eq(recent.organizationId, organizationId),
          eq(recent.kind, kind),
          projectId ? eq(recent.projectId, projectId) : undefined,
        ),
      )
      .orderBy(desc(recent.at))
      .limit(most);
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(recent).where(eq(recent.projectId, projectId));
  },
};
