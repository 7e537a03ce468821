import { and, eq, lt } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { pendingImport } from './tables.ts';

export const importsStore = {
  async insert(db: Sql, values: typeof pendingImport.$inferInsert) {
    await db.insert(pendingImport).values(values);
  },
  async find(db: Sql, scope: { organizationId: string; projectId: string; importId: string }) {
    const [row] = await db
      .select()
      .from(pendingImport)
      .where(
        and(
          eq(pendingImport.id, scope.importId),
          eq(pendingImport.organizationId, scope.organizationId),
          eq(pendingImport.projectId, scope.projectId),
        ),
      );
    return row;
  },
  async deleteOfProject(db: Sql, projectId: string) {
    await db.delete(pendingImport).where(eq(pendingImport.projectId, projectId));
  },
  async deleteBefore(db: Sql, before: Date) {
    await db.delete(pendingImport).where(lt(pendingImport.createdAt, before));
  },
};
