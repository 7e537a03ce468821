import { and, desc, eq, gt, lte, notExists } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { link, policy } from './tables.ts';

export type LinkRow = typeof link.$inferSelect;

/** Public links, and whether organizations allow them. */
export const linksStore = {
  /** Stores a link, and deletes expired ones of the organization. */
  async insert(db: Sql, row: LinkRow): Promise<void> {
    await db.delete(link).where(and(eq(link.organizationId, row.organizationId), lte(link.expiresAt, row.createdAt)));
    await db.insert(link).values(row);
  },
  /** Links of a run that are valid at an instant, newest first. */
  async list(db: Sql, run: Pick<LinkRow, 'organizationId' | 'runId'>, now: Date): Promise<LinkRow[]> {
    return db
      .select()
      .from(link)
      .where(and(eq(link.organizationId, run.organizationId), eq(link.runId, run.runId), gt(link.expiresAt, now)))
      .orderBy(desc(link.createdAt), desc(link.id));
  },
  /** Records that a link is opened; undefined if no link with this token is valid at that instant, and allowed. */
  async open(db: Sql, tokenHash: string, now: Date): Promise<LinkRow | undefined> {
    const [row] = await db
      .update(link)
      .set({ lastOpenedAt: now })
      .where(
        and(
          eq(link.tokenHash, tokenHash),
          gt(link.expiresAt, now),
          notExists(
            db
              .select()
              .from(policy)
              .where(and(eq(policy.organizationId, link.organizationId), eq(policy.allowed, false))),
          ),
        ),
      )
      .returning();
    return row;
  },
  /** Deletes a link of a run; false if it doesn't exist. */
  async delete(db: Sql, { organizationId, runId, id }: Pick<LinkRow, 'organizationId' | 'runId' | 'id'>) {
    const deleted = await db
      .delete(link)
      .where(and(eq(link.id, id), eq(link.runId, runId), eq(link.organizationId, organizationId)))
      .returning({ id: link.id });
    return deleted.length > 0;
  },
  async isAllowed(db: Sql, organizationId: string): Promise<boolean> {
    const [row] = await db.select().from(policy).where(eq(policy.organizationId, organizationId));
    return row?.allowed ?? true;
  },
  async allow(db: Sql, organizationId: string, allowed: boolean): Promise<void> {
    await db
      .insert(policy)
      .values({ organizationId, allowed })
      .onConflictDoUpdate({ target: policy.organizationId, set: { allowed } });
  },
};
