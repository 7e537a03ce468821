import { and, count, eq, ilike, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageRequest } from './modules.store.ts';
import { script, sprint, suite, suiteScript } from './tables.ts';

export type SuiteRow = typeof suite.$inferSelect;

/** Where suites are: in a sprint, or in the project's test lab if there is none. */
export interface SuitePlace {
  projectId: string;
  sprintId: string | null;
}

const inPlace = ({ projectId, sprintId }: SuitePlace): SQL | undefined =>
  and(eq(suite.projectId, projectId), sprintId === null ? isNull(suite.sprintId) : eq(suite.sprintId, sprintId));

/** Suites and their scripts. */
export const suitesStore = {
  async insert(db: Sql, values: typeof suite.$inferInsert): Promise<void> {
    await db.insert(suite).values(values);
  },
  async find(db: Sql, organizationId: string, id: string): Promise<SuiteRow | undefined> {
    const [row] = await this.findMany(db, organizationId, [id]);
    return row;
  },
  async findMany(db: Sql, organizationId: string, ids: readonly string[]): Promise<SuiteRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(suite)
      .where(and(inArray(suite.id, [...ids]), eq(suite.organizationId, organizationId)));
  },
  async list(
    db: Sql,
    place: SuitePlace,
    { searchTerm, page, size }: PageRequest & { searchTerm?: string | undefined },
  ): Promise<{ content: SuiteRow[]; totalElements: number }> {
    const where = and(inPlace(place), searchTerm ? ilike(suite.name, containsPattern(searchTerm)) : undefined);
    const [content, [total]] = await Promise.all([
      db
        .select()
        .from(suite)
        .where(where)
        .orderBy(sql`lower(${suite.name})`, suite.id)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(suite).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },
  /** The suite with this name in the sprint with that name; without a sprint, in the test lab. */
  async findNamed(
    db: Sql,
    projectId: string,
    { sprintName, name }: { sprintName: string | undefined; name: string },
  ): Promise<string | undefined> {
    const [row] = await db
      .select({ id: suite.id })
      .from(suite)
      .leftJoin(sprint, eq(sprint.id, suite.sprintId))
      .where(
        and(
          eq(suite.projectId, projectId),
          sprintName === undefined ? isNull(suite.sprintId) : sql`lower(${sprint.name}) = lower(${sprintName})`,
          sql`lower(${suite.name}) = lower(${name})`,
        ),
      );
    return row?.id;
  },
  /** Suites of a project that can be run: those of the test lab and of sprints that aren't completed. */
  async listOpen(
    db: Sql,
    {
      organizationId,
      projectId,
      searchTerm,
    }: { organizationId: string; projectId: string; searchTerm?: string | undefined },
    { page, size }: { page: number; size: number },
  ): Promise<{ content: SuiteRow[]; totalElements: number }> {
    const where = and(
      eq(suite.organizationId, organizationId),
      eq(suite.projectId, projectId),
      or(isNull(suite.sprintId), ne(sprint.status, 'COMPLETED')),
      searchTerm ? ilike(suite.name, containsPattern(searchTerm)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select({ suite })
        .from(suite)
        .leftJoin(sprint, eq(sprint.id, suite.sprintId))
        .where(where)
        .orderBy(sql`lower(${suite.name})`, suite.id)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(suite).leftJoin(sprint, eq(sprint.id, suite.sprintId)).where(where),
    ]);
    return { content: rows.map((row) => row.suite), totalElements: total?.value ?? 0 };
  },
  async listAll(db: Sql, place: SuitePlace): Promise<SuiteRow[]> {
    return db.select().from(suite).where(inPlace(place)).orderBy(sql`lower(${suite.name})`, suite.id);
  },
  async update(db: Sql, id: string, values: Partial<Omit<SuiteRow, 'id' | 'organizationId'>>): Promise<void> {
    await db
      .update(suite)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(suite.id, id));
  },
  /** Records the newest run of a suite; doesn't count as a change. */
  async setLastRun(db: Sql, id: string, lastRunId: string): Promise<void> {
    await db.update(suite).set({ lastRunId }).where(eq(suite.id, id));
  },
  /** Deletes the given suites of a place, or with `allBut` all others; returns the deleted ones. */
  async deleteFrom(
    db: Sql,
    place: SuitePlace,
    { ids, allBut }: { ids: readonly string[]; allBut: boolean },
  ): Promise<Pick<SuiteRow, 'id' | 'name'>[]> {
    const named = allBut ? notInArray(suite.id, [...ids]) : inArray(suite.id, [...ids]);
    const chosen = ids.length === 0 ? sql`${allBut}::boolean` : named;
    return db
      .delete(suite)
      .where(and(inPlace(place), chosen))
      .returning({ id: suite.id, name: suite.name });
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(suite).where(eq(suite.projectId, projectId));
  },
  /** Counts the suites and scripts of the projects. */
  async countTests(db: Sql, projectIds: readonly string[]): Promise<{ suites: number; scripts: number }> {
    if (projectIds.length === 0) return { suites: 0, scripts: 0 };
    const ids = [...projectIds];
    const [[suites], [scripts]] = await Promise.all([
      db.select({ value: count() }).from(suite).where(inArray(suite.projectId, ids)),
      db.select({ value: count() }).from(script).where(inArray(script.projectId, ids)),
    ]);
    return { suites: suites?.value ?? 0, scripts: scripts?.value ?? 0 };
  },
  async countScripts(db: Sql, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: suiteScript.suiteId, value: count() })
      .from(suiteScript)
      .where(inArray(suiteScript.suiteId, [...ids]))
      .groupBy(suiteScript.suiteId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  /** Ids of the scripts of a suite, in order. */
  async listScripts(db: Sql, suiteId: string): Promise<string[]> {
    const rows = await db
      .select({ id: suiteScript.scriptId })
      .from(suiteScript)
      .where(eq(suiteScript.suiteId, suiteId))
      .orderBy(suiteScript.position, suiteScript.scriptId);
    return rows.map(({ id }) => id);
  },
  /** Of the ids, the scripts of a project; locks them against deletion until the transaction ends. */
  async holdScripts(db: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .select({ id: script.id })
      .from(script)
      .where(and(eq(script.projectId, projectId), inArray(script.id, [...ids])))
      .orderBy(script.id)
      .for('key share');
    return new Set(rows.map(({ id }) => id));
  },
  /** Sets a suite's scripts, in the order of the ids. */
  async setScripts(db: Sql, suiteId: string, ids: readonly string[]): Promise<void> {
    await db.delete(suiteScript).where(eq(suiteScript.suiteId, suiteId));
    if (ids.length > 0)
      await db.insert(suiteScript).values(ids.map((scriptId, position) => ({ suiteId, scriptId, position })));
  },
};
