import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { databaseConfiguration } from './tables.ts';

export type DatabaseRow = typeof databaseConfiguration.$inferSelect;

export const databasesStore = {
  async list(db: Sql, projectId: string): Promise<DatabaseRow[]> {
    return db
      .select()
      .from(databaseConfiguration)
      .where(eq(databaseConfiguration.projectId, projectId))
      .orderBy(asc(sql`lower(${databaseConfiguration.name})`));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<DatabaseRow | undefined> {
    const [row] = await db
      .select()
      .from(databaseConfiguration)
      .where(and(eq(databaseConfiguration.id, id), eq(databaseConfiguration.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof databaseConfiguration.$inferInsert) {
    await db.insert(databaseConfiguration).values(values);
  },
  async update(db: Sql, id: string, values: Partial<typeof databaseConfiguration.$inferInsert>) {
    await db
      .update(databaseConfiguration)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(databaseConfiguration.id, id));
  },
  /** Renames databases that are about to be renamed or deleted, so that their names become free. */
  async renameApart(db: Sql, ids: string[]): Promise<void> {
    if (!ids.length) return;
    await db
      .update(databaseConfiguration)
      .set({ name: sql`${databaseConfiguration.id}::text` })
      .where(inArray(databaseConfiguration.id, ids));
  },
  async delete(db: Sql, id: string) {
    await db.delete(databaseConfiguration).where(eq(databaseConfiguration.id, id));
  },
  /** Of these ids, the ones in use in any workspace: ids are unique in the installation. */
  async taken(db: Sql, ids: string[]): Promise<string[]> {
    if (!ids.length) return [];
    const rows = await db
      .select({ id: databaseConfiguration.id })
      .from(databaseConfiguration)
      .where(inArray(databaseConfiguration.id, ids));
    return rows.map(({ id }) => id);
  },
};
