import { and, eq, lt } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { pendingImport } from './tables.ts';

export type PendingImportRow = typeof pendingImport.$inferSelect;

/** Uploaded documents that wait for a selection. */
export const importsStore = {
  async insert(db: Sql, values: typeof pendingImport.$inferInsert): Promise<void> {
    await db.insert(pendingImport).values(values);
  },
  async find(db: Sql, projectId: string, id: string): Promise<PendingImportRow | undefined> {
    const [row] = await db
      .select()
      .from(pendingImport)
      .where(and(eq(pendingImport.id, id), eq(pendingImport.projectId, projectId)));
    return row;
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(pendingImport).where(lt(pendingImport.createdAt, before));
  },
};
