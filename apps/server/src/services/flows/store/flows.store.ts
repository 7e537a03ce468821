import { and, count, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { configuration, flow, run } from './tables.ts';

export type FlowRow = typeof flow.$inferSelect;
/** A workflow in its list form: without the document. */
export type FlowListRow = Omit<FlowRow, 'document'>;

const listColumns = {
  id: flow.id,
  organizationId: flow.organizationId,
  projectId: flow.projectId,
  folderId: flow.folderId,
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

/** The workspace of workflows. */
export interface FlowScope {
  organizationId: string;
  projectId: string;
}
/** The location of a workflow: its folder or its workspace. The index of names starts with it. */
const place = sql<string>`coalesce(${flow.folderId}, ${flow.projectId})`;
const inScope = ({ organizationId, projectId }: FlowScope) =>
  and(eq(flow.organizationId, organizationId), eq(flow.projectId, projectId));
const placeOf = (projectId: string, folderId: string | null) => eq(place, folderId ?? projectId);

/** Workflows with their documents. */
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

  async taken(db: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: flow.id })
      .from(flow)
      .where(inArray(flow.id, [...ids]));
    return rows.map(({ id }) => id);
  },

  /** Workflows of a workspace with their documents, by name; `forUpdate` locks them until the transaction ends. */
  async listOfProject(db: Sql, scope: FlowScope, { forUpdate }: { forUpdate?: boolean }): Promise<FlowRow[]> {
    const rows = db.select().from(flow).where(inScope(scope)).orderBy(sql`lower(${flow.name})`);
    return forUpdate ? rows.for('update') : rows;
  },

  /** Workflows of a workspace with this name: at most one in each folder. */
  async listNamed(db: Sql, scope: FlowScope, name: string): Promise<{ id: string; folderId: string | null }[]> {
    return db
      .select({ id: flow.id, folderId: flow.folderId })
      .from(flow)
      .where(and(inScope(scope), sql`lower(${flow.name}) = lower(${name})`));
  },

  /** Workflows directly in a folder, by name. */
  async listIn(
    db: Sql,
    filter: FlowScope & { folderId: string | null; searchTerm?: string | undefined },
    slice: { limit: number; offset: number },
  ): Promise<{ content: FlowListRow[]; totalElements: number }> {
    const where = and(
      inScope(filter),
      placeOf(filter.projectId, filter.folderId),
      filter.searchTerm ? ilike(flow.name, containsPattern(filter.searchTerm)) : undefined,
    );
    const rows = db.select(listColumns).from(flow).where(where).orderBy(sql`lower(${flow.name})`);
    const [content, [total]] = await Promise.all([
      slice.limit > 0 ? rows.limit(slice.limit).offset(slice.offset) : [],
      db.select({ value: count() }).from(flow).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  /** How many workflows are directly in each of these folders and workspaces. */
  async countIn(db: Sql, organizationId: string, placeIds: readonly string[]): Promise<Map<string, number>> {
    if (placeIds.length === 0) return new Map();
    const rows = await db
      .select({ place, value: count() })
      .from(flow)
      .where(and(eq(flow.organizationId, organizationId), inArray(place, [...placeIds])))
      .groupBy(place);
    return new Map(rows.map((row) => [row.place, row.value]));
  },

  async namesIn(db: Sql, scope: FlowScope, folderId: string | null): Promise<string[]> {
    const rows = await db
      .select({ name: flow.name })
      .from(flow)
      .where(and(inScope(scope), placeOf(scope.projectId, folderId)));
    return rows.map(({ name }) => name);
  },

  /** Ids of the workflows in these folders; `null` is the workspace itself. */
  async idsIn(db: Sql, scope: FlowScope, folderIds: readonly (string | null)[]): Promise<string[]> {
    const places = folderIds.map((id) => id ?? scope.projectId);
    const rows = await db
      .select({ id: flow.id })
      .from(flow)
      .where(and(inScope(scope), sql`${place} = any(${sql.param(places)}::uuid[])`))
      .orderBy(flow.id);
    return rows.map(({ id }) => id);
  },

  /** Ids of the data files that a workspace's nodes read: as the source of rows, or as the rows of a run they start. */
  async dataFilesIn(db: Sql, { organizationId, projectId }: FlowScope): Promise<string[]> {
    const { rows } = await db.execute<{ id: string }>(
      sql`select distinct file.id
        from flows.flow, jsonb_array_elements(document -> 'flow' -> 'nodes') node, lateral (values
          (case when node ->> 'kind' = 'csv-data' and node -> 'settings' ->> 'source' is distinct from 'text'
            then node -> 'settings' ->> 'fileId' end),
          (node -> 'settings' -> 'dataFile' ->> 'fileId')) file (id)
        where organization_id = ${organizationId} and project_id = ${projectId} and file.id <> ''`,
    );
    return rows.map(({ id }) => id);
  },

  /** Workflows with their documents. */
  async listWhole(db: Sql, organizationId: string, flowIds: readonly string[]): Promise<FlowRow[]> {
    return db
      .select()
      .from(flow)
      .where(and(eq(flow.organizationId, organizationId), inArray(flow.id, [...flowIds])));
  },

  async insertMany(db: Sql, rows: (typeof flow.$inferInsert)[]): Promise<void> {
    if (rows.length > 0) await db.insert(flow).values(rows);
  },

  async move(db: Sql, flowId: string, folderId: string | null): Promise<void> {
    await db.update(flow).set({ folderId }).where(eq(flow.id, flowId));
  },

  /** Deletes the given workflows and those in the given folders; returns them. */
  async deleteChosen(
    db: Sql,
    scope: FlowScope,
    { flowIds, folderIds }: { flowIds: readonly string[]; folderIds: readonly string[] },
  ): Promise<{ id: string; name: string }[]> {
    const chosen = or(inArray(flow.id, [...flowIds]), inArray(flow.folderId, [...folderIds]));
    return db
      .delete(flow)
      .where(and(inScope(scope), chosen))
      .returning({ id: flow.id, name: flow.name });
  },

  /** Changes a workflow; with `revision`, only if it is still current. Undefined if nothing was changed. */
  async update(db: Sql, flowId: string, changes: Changes, revision?: number): Promise<FlowListRow | undefined> {
    const next = revision === undefined ? {} : { revision: revision + 1 };
    const [row] = await db
      .update(flow)
      .set({ ...changes, ...next, updatedAt: sql`now()` })
      .where(and(eq(flow.id, flowId), revision === undefined ? undefined : eq(flow.revision, revision)))
      .returning(listColumns);
    return row;
  },

  /** Renames workflows that are about to be renamed, so that their names become free. */
  async renameApart(db: Sql, flowIds: readonly string[]): Promise<void> {
    await db
      .update(flow)
      .set({ name: sql`${flow.id}::text` })
      .where(inArray(flow.id, [...flowIds]));
  },

  async setLastRun(db: Sql, flowId: string, lastRunId: string): Promise<void> {
    await db.update(flow).set({ lastRunId }).where(eq(flow.id, flowId));
  },

  async delete(db: Sql, organizationId: string, flowIds: readonly string[]): Promise<void> {
    await db.delete(flow).where(and(eq(flow.organizationId, organizationId), inArray(flow.id, [...flowIds])));
  },

  async deleteProject(db: Sql, scope: FlowScope): Promise<void> {
    for (const table of [flow, configuration, run])
      await db
        .delete(table)
        .where(and(eq(table.organizationId, scope.organizationId), eq(table.projectId, scope.projectId)));
  },
};
