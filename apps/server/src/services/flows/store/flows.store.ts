import { and, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { flow, run } from './tables.ts';

export type FlowRow = typeof flow.$inferSelect;
/** A workflow in a list: without what is drawn. */
export type FlowListRow = Omit<FlowRow, 'document'>;

const listColumns = {
  id: flow.id,
  organizationId: flow.organizationId,
  projectId: flow.projectId,
  name: flow.name,
  description: flow.description,
  nodeCount: flow.nodeCount,
  scriptCount: flow.scriptCount,
  revision: flow.revision,
  createdBy: flow.createdBy,
  createdByName: flow.createdByName,
  createdAt: flow.createdAt,
  updatedBy: flow.updatedBy,
  updatedByName: flow.updatedByName,
  updatedAt: flow.updatedAt,
  lastRunId: flow.lastRunId,
};
type Changes = Partial<typeof flow.$inferInsert>;

/** Workflows as they are drawn. */
export const flowsStore = {
  async insert(db: Sql, values: typeof flow.$inferInsert): Promise<void> {
    await db.insert(flow).values(values);
  },

  async find(db: Sql, organizationId: string, flowId: string): Promise<FlowRow | undefined> {
    const [row] = await db
      .select()
      .from(flow)
      .where(and(eq(flow.id, flowId), eq(flow.organizationId, organizationId)));
    return row;
  },

  async findMany(db: Sql, organizationId: string, flowIds: readonly string[]): Promise<FlowListRow[]> {
    if (flowIds.length === 0) return [];
    return db
      .select(listColumns)
      .from(flow)
      .where(and(eq(flow.organizationId, organizationId), inArray(flow.id, [...flowIds])));
  },

  async list(
    db: Sql,
    filter: { organizationId: string; projectId: string; searchTerm?: string },
    page: { page: number; size: number },
  ): Promise<{ content: FlowListRow[]; totalElements: number }> {
    const where = and(
      eq(flow.organizationId, filter.organizationId),
      eq(flow.projectId, filter.projectId),
      filter.searchTerm ? ilike(flow.name, containsPattern(filter.searchTerm)) : undefined,
    );
    const [content, [total]] = await Promise.all([
      db
        .select(listColumns)
        .from(flow)
        .where(where)
        .orderBy(desc(flow.updatedAt), desc(flow.id))
        .limit(page.size)
        .offset(page.page * page.size),
      db.select({ value: count() }).from(flow).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  async namesOf(db: Sql, organizationId: string, projectId: string): Promise<string[]> {
    const rows = await db
      .select({ name: flow.name })
      .from(flow)
      .where(and(eq(flow.organizationId, organizationId), eq(flow.projectId, projectId)));
    return rows.map(({ name }) => name);
  },

  /** Changes a workflow; with `revision` only where nobody saved since. Undefined where it was not changed. */
  async update(db: Sql, flowId: string, changes: Changes, revision?: number): Promise<FlowListRow | undefined> {
    const next = revision === undefined ? {} : { revision: revision + 1 };
    const [row] = await db
      .update(flow)
      .set({ ...changes, ...next, updatedAt: sql`now()` })
      .where(and(eq(flow.id, flowId), revision === undefined ? undefined : eq(flow.revision, revision)))
      .returning(listColumns);
    return row;
  },

  async setLastRun(db: Sql, flowId: string, lastRunId: string): Promise<void> {
    await db.update(flow).set({ lastRunId }).where(eq(flow.id, flowId));
  },

  async delete(db: Sql, organizationId: string, flowIds: readonly string[]): Promise<void> {
    await db.delete(flow).where(and(eq(flow.organizationId, organizationId), inArray(flow.id, [...flowIds])));
  },

  async deleteProject(db: Sql, scope: { organizationId: string; projectId: string }): Promise<void> {
    for (const table of [flow, run])
      await db
        .delete(table)
        .where(and(eq(table.organizationId, scope.organizationId), eq(table.projectId, scope.projectId)));
  },
};
