import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { importSource, sender, suite } from './tables.ts';

export const firstStepsStore = {
  async noteSend(db: Sql, values: typeof sender.$inferInsert): Promise<void> {
    await db.insert(sender).values(values).onConflictDoNothing();
  },
  async hasSent(db: Sql, { userId, organizationId }: { userId: string; organizationId: string }): Promise<boolean> {
    const where = and(eq(sender.userId, userId), eq(sender.organizationId, organizationId));
    return (await db.select({ userId: sender.userId }).from(sender).where(where)).length > 0;
  },
  /** Whether a suite of these workspaces has requests imported from a document. */
  async hasImported(db: Sql, projectIds: string[]): Promise<boolean> {
    const rows = await db
      .select({ id: importSource.id })
      .from(importSource)
      .innerJoin(suite, eq(suite.id, importSource.suiteId))
      .where(inArray(suite.projectId, projectIds))
      .limit(1);
    return rows.length > 0;
  },
};
