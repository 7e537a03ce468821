import { and, count, desc, eq, ilike, inArray, ne, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageRequest } from './modules.store.ts';
import { sprint, suite } from './tables.ts';

export type SprintRow = typeof sprint.$inferSelect;

/** Sprints of projects. */
export const sprintsStore = {
  async insert(db: Sql, values: typeof sprint.$inferInsert): Promise<SprintRow> {
    const [row] = await db.insert(sprint).values(values).returning();
    return row as SprintRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<SprintRow | undefined> {
    const [row] = await db
      .select()
      .from(sprint)
      .where(and(eq(sprint.id, id), eq(sprint.organizationId, organizationId)));
    return row;
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(sprint).where(eq(sprint.projectId, projectId));
    return row?.value ?? 0;
  },
  /** Counts the sprints of the projects that overlap a range of days (inclusive), by actual dates or else by planned ones. */
  async countInRange(
    db: Sql,
    projectIds: readonly string[],
    { from, to }: { from: string; to: string },
  ): Promise<number> {
    if (projectIds.length === 0) return 0;
    const starts = sql`coalesce((${sprint.startedAt} at time zone 'UTC')::date, ${sprint.startDate}, (${sprint.createdAt} at time zone 'UTC')::date)`;
    const ends = sql`coalesce((${sprint.completedAt} at time zone 'UTC')::date, ${sprint.endDate})`;
    const [row] = await db
      .select({ value: count() })
      .from(sprint)
      .where(
        and(
          inArray(sprint.projectId, [...projectIds]),
          sql`${starts} <= ${to}::date`,
          sql`(${ends} is null or ${ends} >= ${from}::date)`,
        ),
      );
    return row?.value ?? 0;
  },
  async findNames(db: Sql, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: sprint.id, name: sprint.name })
      .from(sprint)
      .where(inArray(sprint.id, [...ids]));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  async list(
    db: Sql,
    projectId: string,
    {
      searchTerm,
      isActive = false,
      page,
      size,
    }: PageRequest & { searchTerm?: string | undefined; isActive?: boolean | undefined },
  ): Promise<{ content: SprintRow[]; totalElements: number }> {
    const where = and(
      eq(sprint.projectId, projectId),
      searchTerm ? ilike(sprint.name, containsPattern(searchTerm)) : undefined,
      isActive ? ne(sprint.status, 'COMPLETED') : undefined,
    );
    const [content, [total]] = await Promise.all([
      db
        .select()
        .from(sprint)
        .where(where)
        .orderBy(desc(sprint.createdAt), desc(sprint.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(sprint).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },
  async countSuites(db: Sql, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: suite.sprintId, value: count() })
      .from(suite)
      .where(inArray(suite.sprintId, [...ids]))
      .groupBy(suite.sprintId);
    return new Map(rows.map(({ id, value }) => [id ?? '', value]));
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<Omit<SprintRow, 'id' | 'organizationId' | 'projectId'>>,
  ): Promise<void> {
    await db
      .update(sprint)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(sprint.id, id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(sprint).where(eq(sprint.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(sprint).where(eq(sprint.projectId, projectId));
  },
};
