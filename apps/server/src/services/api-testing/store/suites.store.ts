import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { and, asc, count, eq, getTableColumns, ilike, inArray, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import { type Sql, unnamed } from '../../../platform/database/pool.ts';
import { pageWithTotal, total } from '../../../platform/database/reads/page-with-total.ts';
import { builtOnce } from '../../../platform/database/statements.ts';
import { suite } from './tables.ts';

export type SuiteRow = typeof suite.$inferSelect;

const value = sql.placeholder;
const listed = builtOnce(['pattern'], (db, has) => {
  const where = and(
    eq(suite.projectId, value('projectId')),
    eq(suite.isChaining, value('isChaining')),
    has.pattern ? ilike(suite.name, value('pattern')) : undefined,
  );
  const rows = db
    .select({ row: getTableColumns(suite), total })
    .from(suite)
    .where(where);
  return {
    rows: rows
      .orderBy(asc(suite.createdAt), asc(suite.id))
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(unnamed),
    total: db.select({ value: count() }).from(suite).where(where).prepare(unnamed),
  };
});
const found = builtOnce([], (db) =>
  db
    .select()
    .from(suite)
    .where(sql`${suite.id} = any(${value('ids')}::uuid[])`)
    .prepare(unnamed),
);
const countedByProject = builtOnce([], (db) =>
  db
    .select({
      projectId: suite.projectId,
      suites: count(),
      scripts: sql<number>`coalesce(sum(${suite.scriptCount}), 0)::int`,
    })
    .from(suite)
    .where(sql`${suite.projectId} = any(${value('projectIds')}::uuid[])`)
    .groupBy(suite.projectId)
    .prepare(unnamed),
);

export const suitesStore = {
  async list(
    db: Sql,
    filter: { projectId: string; isChaining: boolean; searchTerm?: string },
    page: { page: number; size: number },
  ) {
    const pattern = filter.searchTerm ? containsPattern(filter.searchTerm) : undefined;
    const values = { ...filter, pattern, limit: page.size, offset: page.page * page.size };
    return pageWithTotal(listed(db, values), values);
  },
  /** The requested suites, in that order; undefined where the organization has no suite with that id. */
  async findEach(
    db: Sql,
    asked: readonly { organizationId: string; id: string }[],
  ): Promise<readonly (SuiteRow | undefined)[]> {
    const rows = await found(db, {}).execute({ ids: asked.map(({ id }) => id) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ organizationId, id }) => {
      const row = byId.get(id);
      return row?.organizationId === organizationId ? row : undefined;
    });
  },
  async findMany(db: Sql, organizationId: string, suiteIds: string[]): Promise<SuiteRow[]> {
    if (!suiteIds.length) return [];
    return db
      .select()
      .from(suite)
      .where(and(eq(suite.organizationId, organizationId), inArray(suite.id, suiteIds)));
  },
  /** The suite with this name in a workspace; suites of chained scripts come last. */
  async findNamed(db: Sql, projectId: string, name: string): Promise<string | undefined> {
    const [row] = await db
      .select({ id: suite.id })
      .from(suite)
      .where(and(eq(suite.projectId, projectId), sql`lower(${suite.name}) = lower(${name})`))
      .orderBy(asc(suite.isChaining))
      .limit(1);
    return row?.id;
  },
  /** Names in a workspace that start with `name`, which is cut so that a number fits, for choosing a free one. */
  async namesLike(db: Sql, projectId: string, name: string): Promise<string[]> {
    const start = containsPattern(name.slice(0, 200)).slice(1);
    const rows = await db
      .select({ name: suite.name })
      .from(suite)
      .where(and(eq(suite.projectId, projectId), ilike(suite.name, start)));
    return rows.map((row) => row.name);
  },
  /** Counts of suites and scripts for each of these workspaces; workspaces without suites are absent. */
  async countByProject(
    db: Sql,
    projectIds: readonly string[],
  ): Promise<Map<string, { suites: number; scripts: number }>> {
    if (!projectIds.length) return new Map();
    const rows = await countedByProject(db, {}).execute({ projectIds });
    return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]));
  },
  /** Total counts of suites and scripts in these workspaces. */
  async countTests(db: Sql, projectIds: readonly string[]): Promise<{ suites: number; scripts: number }> {
    const total = { suites: 0, scripts: 0 };
    for (const { suites, scripts } of (await this.countByProject(db, projectIds)).values()) {
      total.suites += suites;
      total.scripts += scripts;
    }
    return total;
  },
  /** All suites of a workspace, including those of chained scripts. */
  async listOfProject(db: Sql, projectId: string, { forUpdate = false } = {}): Promise<SuiteRow[]> {
    const rows = db
      .select()
      .from(suite)
      .where(eq(suite.projectId, projectId))
      .orderBy(asc(suite.createdAt), asc(suite.id));
    return forUpdate ? rows.for('update') : rows;
  },
  /** Renames suites that are about to be renamed or deleted, so that their names become free. */
  async renameApart(db: Sql, suiteIds: string[]): Promise<void> {
    if (!suiteIds.length) return;
    await db
      .update(suite)
      .set({ name: sql`${suite.id}::text` })
      .where(inArray(suite.id, suiteIds));
  },
  async deleteOfProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(suite).where(eq(suite.projectId, projectId));
  },
  async insert(db: Sql, values: typeof suite.$inferInsert) {
    await db.insert(suite).values(values);
  },
  /** Updates a suite; with `before`, only if it still has that name and description. Returns whether it was updated. */
  async update(
    db: Sql,
    suiteId: string,
    values: Partial<typeof suite.$inferInsert>,
    before?: { name: string; description: string },
  ): Promise<boolean> {
    const isSame = before && and(eq(suite.name, before.name), eq(suite.description, before.description));
    const rows = await db
      .update(suite)
      .set({ ...values, updatedAt: new Date() })
      .where(and(eq(suite.id, suiteId), isSame))
      .returning({ id: suite.id });
    return rows.length > 0;
  },
  async setLastRun(db: Sql, suiteIds: string[], runId: string) {
    if (suiteIds.length) await db.update(suite).set({ lastRunId: runId }).where(inArray(suite.id, suiteIds));
  },
  async setDataFile(db: Sql, suiteIds: string[], dataFile: DataFileChoice) {
    if (suiteIds.length) await db.update(suite).set({ dataFile }).where(inArray(suite.id, suiteIds));
  },
  async delete(db: Sql, suiteIds: string[]) {
    await db.delete(suite).where(inArray(suite.id, suiteIds));
  },
  /** Locks the suite, so that positions and its script count stay correct under concurrent changes. */
  async lock(db: Sql, suiteId: string): Promise<boolean> {
    const result = await db.execute(sql`select id from ${suite} where id = ${suiteId}::uuid for update`);
    return result.rowCount === 1;
  },
  /** Locks suites one after the other, always in the same order, so that concurrent changes can't block each other. */
  async lockAll(db: Sql, suiteIds: readonly string[]): Promise<void> {
    for (const suiteId of [...new Set(suiteIds)].sort()) await suitesStore.lock(db, suiteId);
  },
  async recount(db: Sql, suiteIds: string[]) {
    for (const id of suiteIds)
      await db.execute(
        sql`update ${suite} set script_count = (select count(*) from api_testing.script s where s.suite_id = ${id}::uuid), updated_at = now() where id = ${id}::uuid`,
      );
  },
  /** Of these ids, the ones in use in any workspace: ids are unique in the installation. */
  async taken(db: Sql, ids: string[]): Promise<string[]> {
    if (!ids.length) return [];
    const rows = await db.select({ id: suite.id }).from(suite).where(inArray(suite.id, ids));
    return rows.map(({ id }) => id);
  },
};
