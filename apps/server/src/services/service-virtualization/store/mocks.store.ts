import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { asset, journal, project, suite } from './tables.ts';

export type MockRow = typeof project.$inferSelect;

/** The mocks of projects. */
export const mocksStore = {
  async insert(db: Sql, values: typeof project.$inferInsert): Promise<void> {
    await db.insert(project).values(values);
  },
  async find(db: Sql, organizationId: string, id: string): Promise<MockRow | undefined> {
    const [row] = await db
      .select()
      .from(project)
      .where(and(eq(project.id, id), eq(project.organizationId, organizationId)));
    return row;
  },
  async findByKey(db: Sql, pathKey: string): Promise<MockRow | undefined> {
    const [row] = await db.select().from(project).where(eq(project.pathKey, pathKey));
    return row;
  },
  async findByPort(db: Sql, port: number): Promise<MockRow | undefined> {
    const [row] = await db.select().from(project).where(eq(project.port, port));
    return row;
  },
  /** The addresses of all mocks outside the trash, except those of some organizations. */
  async listPlaces(db: Sql, except: string[] = []): Promise<Pick<MockRow, 'id' | 'pathKey' | 'port'>[]> {
    return db
      .select({ id: project.id, pathKey: project.pathKey, port: project.port })
      .from(project)
      .where(and(eq(project.isAway, false), notInArray(project.organizationId, except)));
  },
  async listIds(db: Sql, organizationId: string): Promise<string[]> {
    const rows = await db.select({ id: project.id }).from(project).where(eq(project.organizationId, organizationId));
    return rows.map(({ id }) => id);
  },
  async findById(db: Sql, id: string): Promise<MockRow | undefined> {
    const [row] = await db.select().from(project).where(eq(project.id, id));
    return row;
  },
  async list(db: Sql, ids: readonly string[]): Promise<MockRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(project)
      .where(inArray(project.id, [...ids]));
  },
  /** Prevents the deletion of a project until the transaction ends; false if it has been deleted. */
  async hold(db: Sql, id: string): Promise<boolean> {
    const rows = await db.select({ id: project.id }).from(project).where(eq(project.id, id)).for('key share');
    return rows.length > 0;
  },
  /** Locks the mock, which serializes changes of its suite tree. */
  async lock(db: Sql, id: string): Promise<MockRow | undefined> {
    const [row] = await db.select().from(project).where(eq(project.id, id)).for('no key update');
    return row;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<
      Pick<MockRow, 'pathKey' | 'port' | 'isEnabled' | 'isAway' | 'keyHash' | 'keyCreatedAt' | 'settings'>
    >,
  ): Promise<MockRow | undefined> {
    const [row] = await db.update(project).set(values).where(eq(project.id, id)).returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(project).where(eq(project.id, id));
  },
  /** Makes `process` the host of a mock, unless another living process is. Returns the row with the current host. */
  async claim(db: Sql, id: string, process: string): Promise<MockRow | undefined> {
    const isFree = sql.raw(`(served_by is null or not ${isDeclared('served_by')})`);
    const [row] = await db
      .update(project)
      .set({ servedBy: process })
      .where(and(eq(project.id, id), sql`(${project.servedBy} = ${process} or ${isFree})`))
      .returning();
    return row ?? (await mocksStore.findById(db, id));
  },
  async release(db: Sql, ids: readonly string[], process: string): Promise<void> {
    if (ids.length === 0) return;
    await db
      .update(project)
      .set({ servedBy: null })
      .where(and(inArray(project.id, [...ids]), eq(project.servedBy, process)));
  },
  async countSuites(db: Sql, projectIds: readonly string[]): Promise<Map<string, number>> {
    if (projectIds.length === 0) return new Map();
    const rows = await db
      .select({ id: suite.projectId, value: count() })
      .from(suite)
      .where(inArray(suite.projectId, [...projectIds]))
      .groupBy(suite.projectId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  async countAssets(db: Sql, projectIds: readonly string[]): Promise<Map<string, number>> {
    if (projectIds.length === 0) return new Map();
    const rows = await db
      .select({ id: asset.projectId, value: count() })
      .from(asset)
      .where(inArray(asset.projectId, [...projectIds]))
      .groupBy(asset.projectId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  /** Counts the assets that are enabled together with all their suites. */
  async countActive(db: Sql, projectIds: readonly string[]): Promise<Map<string, number>> {
    if (projectIds.length === 0) return new Map();
    const ids = sql.join(
      projectIds.map((id) => sql`${id}`),
      sql`, `,
    );
    const { rows } = await db.execute<{ id: string; value: number }>(sql`
      with recursive open as (
        select id, project_id from ${suite} where project_id in (${ids}) and parent_id is null and is_enabled
        union all
        select s.id, s.project_id from ${suite} s join open on s.parent_id = open.id where s.is_enabled
      )
      select a.project_id as id, count(*)::int as value from ${asset} a join open on open.id = a.suite_id
      where a.is_enabled group by a.project_id`);
    return new Map(rows.map(({ id, value }) => [id, Number(value)]));
  },
  async countCalls(db: Sql, projectId: string): Promise<{ calls: number; unmatched: number }> {
    const [row] = await db
      .select({
        calls: count(),
        unmatched: sql<number>`count(*) filter (where ${journal.by} = 'none')`.mapWith(Number),
      })
      .from(journal)
      .where(eq(journal.projectId, projectId));
    return { calls: row?.calls ?? 0, unmatched: row?.unmatched ?? 0 };
  },
};
