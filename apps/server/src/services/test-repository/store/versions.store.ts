import { and, count, desc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageRequest } from './modules.store.ts';
import { scriptVersion } from './tables.ts';

export type VersionRow = typeof scriptVersion.$inferSelect;

const listed = {
  id: scriptVersion.id,
  scriptId: scriptVersion.scriptId,
  name: scriptVersion.name,
  revision: scriptVersion.revision,
  stepCount: scriptVersion.stepCount,
  createdAt: scriptVersion.createdAt,
  createdByName: scriptVersion.createdByName,
};

/** Restore points of scripts. */
export const versionsStore = {
  async insert(db: Sql, values: typeof scriptVersion.$inferInsert): Promise<VersionRow> {
    const [row] = await db.insert(scriptVersion).values(values).returning();
    return row as VersionRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<VersionRow | undefined> {
    const [row] = await db
      .select()
      .from(scriptVersion)
      .where(and(eq(scriptVersion.id, id), eq(scriptVersion.organizationId, organizationId)));
    return row;
  },
  async count(db: Sql, scriptId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(scriptVersion).where(eq(scriptVersion.scriptId, scriptId));
    return row?.value ?? 0;
  },
  async list(db: Sql, scriptId: string, { page, size }: PageRequest) {
    return db
      .select(listed)
      .from(scriptVersion)
      .where(eq(scriptVersion.scriptId, scriptId))
      .orderBy(desc(scriptVersion.createdAt), desc(scriptVersion.id))
      .limit(size)
      .offset(page * size);
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(scriptVersion).where(eq(scriptVersion.id, id));
  },
};
