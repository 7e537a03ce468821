import { and, count, eq, ilike, inArray, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { module, script } from './tables.ts';

export type ModuleRow = typeof module.$inferSelect;

/** A page of a list; `page` counts from 0. */
export interface PageRequest {
  page: number;
  size: number;
}

/** Modules of projects. */
export const modulesStore = {
  async insert(db: Sql, values: typeof module.$inferInsert): Promise<ModuleRow> {
    const [row] = await db.insert(module).values(values).returning();
    return row as ModuleRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ModuleRow | undefined> {
    const [row] = await db
      .select()
      .from(module)
      .where(and(eq(module.id, id), eq(module.organizationId, organizationId)));
    return row;
  },
  async findMany(db: Sql, organizationId: string, ids: readonly string[]): Promise<ModuleRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(module)
      .where(and(inArray(module.id, [...ids]), eq(module.organizationId, organizationId)));
  },
  async listNames(db: Sql, projectId: string): Promise<string[]> {
    const rows = await db.select({ name: module.name }).from(module).where(eq(module.projectId, projectId));
    return rows.map(({ name }) => name);
  },
  /** Locks the order and number of scripts of modules until the transaction ends. */
  async lock(db: Sql, ids: readonly string[]): Promise<void> {
    await db
      .select({ id: module.id })
      .from(module)
      .where(inArray(module.id, [...ids]))
      .orderBy(module.id)
      .for('no key update');
  },
  async list(
    db: Sql,
    projectId: string,
    { searchTerm, page, size }: PageRequest & { searchTerm?: string | undefined },
  ): Promise<{ content: ModuleRow[]; totalElements: number }> {
    const where = and(
      eq(module.projectId, projectId),
      searchTerm ? ilike(module.name, containsPattern(searchTerm)) : undefined,
    );
    const [content, [total]] = await Promise.all([
      db
        .select()
        .from(module)
        .where(where)
        .orderBy(sql`lower(${module.name})`, module.id)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(module).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },
  async countScripts(db: Sql, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: script.moduleId, value: count() })
      .from(script)
      .where(inArray(script.moduleId, [...ids]))
      .groupBy(script.moduleId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  /** Counts of modules and scripts per project; projects without any are absent. */
  async countInProjects(
    db: Sql,
    projectIds: readonly string[],
  ): Promise<Map<string, { modules: number; scripts: number }>> {
    if (projectIds.length === 0) return new Map();
    // Sequential, because within a transaction both use one connection.
    const modules = await db
      .select({ id: module.projectId, value: count() })
      .from(module)
      .where(inArray(module.projectId, [...projectIds]))
      .groupBy(module.projectId);
    const scripts = await db
      .select({ id: script.projectId, value: count() })
      .from(script)
      .where(inArray(script.projectId, [...projectIds]))
      .groupBy(script.projectId);
    const scriptsOf = new Map(scripts.map(({ id, value }) => [id, value]));
    return new Map(modules.map(({ id, value }) => [id, { modules: value, scripts: scriptsOf.get(id) ?? 0 }]));
  },
  async update(
    db: Sql,
    id: string,
    values: { name?: string | undefined; description?: string | undefined },
  ): Promise<ModuleRow | undefined> {
    const [row] = await db
      .update(module)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(module.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(module).where(eq(module.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(module).where(eq(module.projectId, projectId));
  },
};
