import { and, asc, count, eq, ilike, inArray, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { reconciliation } from './tables.ts';

export type ReconciliationRow = typeof reconciliation.$inferSelect;
type NewRow = typeof reconciliation.$inferInsert;

/** Reconciliations. */
export const reconciliationsStore = {
  async insert(db: Sql, values: NewRow): Promise<void> {
    await db.insert(reconciliation).values(values);
  },

  async find(db: Sql, organizationId: string, id: string): Promise<ReconciliationRow | undefined> {
    const [row] = await db
      .select()
      .from(reconciliation)
      .where(and(eq(reconciliation.id, id), eq(reconciliation.organizationId, organizationId)));
    return row;
  },

  async list(
    db: Sql,
    filter: { organizationId: string; projectId: string; searchTerm?: string | undefined },
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: ReconciliationRow[]; totalElements: number }> {
    const where = and(
      eq(reconciliation.organizationId, filter.organizationId),
      eq(reconciliation.projectId, filter.projectId),
      filter.searchTerm ? ilike(reconciliation.name, containsPattern(filter.searchTerm)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(reconciliation)
        .where(where)
        .orderBy(asc(sql`lower(${reconciliation.name})`), asc(reconciliation.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(reconciliation).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },

  async findMany(db: Sql, organizationId: string, ids: readonly string[]): Promise<ReconciliationRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(reconciliation)
      .where(
        and(
          eq(reconciliation.organizationId, organizationId),
          sql`${reconciliation.id} = any(${sql.param([...ids])}::uuid[])`,
        ),
      );
  },

  /** The reconciliation with a name, in the first of the workspaces that has one. */
  async findNamed(db: Sql, projectIds: readonly string[], name: string): Promise<string | undefined> {
    if (projectIds.length === 0) return undefined;
    const order = sql`array_position(${sql.param([...projectIds])}::uuid[], ${reconciliation.projectId})`;
    const [row] = await db
      .select({ id: reconciliation.id })
      .from(reconciliation)
      .where(
        and(inArray(reconciliation.projectId, [...projectIds]), sql`lower(${reconciliation.name}) = lower(${name})`),
      )
      .orderBy(order, asc(reconciliation.createdAt))
      .limit(1);
    return row?.id;
  },

  async update(db: Sql, id: string, values: Partial<NewRow>): Promise<void> {
    await db
      .update(reconciliation)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(reconciliation.id, id));
  },

  async setLastRun(db: Sql, id: string, runId: string): Promise<void> {
    await db.update(reconciliation).set({ lastRunId: runId }).where(eq(reconciliation.id, id));
  },

  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(reconciliation).where(eq(reconciliation.id, id));
  },

  /** Names of the reconciliations that query a database. */
  async namesAsking(db: Sql, databaseId: string): Promise<string[]> {
    const rows = await db
      .select({ name: reconciliation.name })
      .from(reconciliation)
      .where(eq(reconciliation.databaseConfigurationId, databaseId))
      .orderBy(asc(reconciliation.name))
      .limit(20);
    return rows.map(({ name }) => name);
  },

  /** Reconciliations that check responses in runs of a workspace, all or those of one script. */
  async listChecks(
    db: Sql,
    scope: { organizationId: string; projectId: string; scriptId?: string },
  ): Promise<ReconciliationRow[]> {
    return db
      .select()
      .from(reconciliation)
      .where(
        and(
          eq(reconciliation.organizationId, scope.organizationId),
          eq(reconciliation.projectId, scope.projectId),
          eq(reconciliation.checkInRuns, true),
          scope.scriptId ? eq(reconciliation.scriptId, scope.scriptId) : undefined,
        ),
      )
      .orderBy(asc(reconciliation.name));
  },

  async withoutEnvironment(db: Sql, projectId: string, environmentId: string): Promise<void> {
    await db
      .update(reconciliation)
      .set({ environmentId: null })
      .where(and(eq(reconciliation.projectId, projectId), eq(reconciliation.environmentId, environmentId)));
  },

  async deleteProject(db: Sql, scope: { organizationId: string; projectId: string }): Promise<void> {
    await db
      .delete(reconciliation)
      .where(
        and(eq(reconciliation.organizationId, scope.organizationId), eq(reconciliation.projectId, scope.projectId)),
      );
  },
};
