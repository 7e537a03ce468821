import { and, count, desc, eq, getTableColumns, gt, gte, ilike, lt, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { journal } from './tables.ts';

export type JournalRow = typeof journal.$inferSelect;
const { detail: _detail, ...listed } = getTableColumns(journal);
/** A call without its exchange. */
export type JournalListRow = Omit<JournalRow, 'detail'>;

const columns = Object.entries(getTableColumns(journal));

/** A row keyed by the database's column names. */
const namedAsStored = (row: JournalRow): Record<string, unknown> =>
  Object.fromEntries(columns.map(([member, { name }]) => [name, row[member as keyof JournalRow]]));

/** The filter of a call list. */
export interface JournalFilter {
  searchTerm?: string | undefined;
  method?: string | undefined;
  status?: string | undefined;
  outcome?: 'matched' | 'unmatched' | 'near' | 'violation' | 'problem' | undefined;
  assetId?: string | undefined;
  since?: string | undefined;
  runId?: string | undefined;
  stepId?: string | undefined;
}
/** The calls that a step sent to one project. */
export interface StepCallsRow {
  projectId: string;
  count: number;
  unmatched: number;
}

/** Calls that arrived at mocks. */
export const journalStore = {
  async insert(db: Sql, rows: JournalRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += 500) {
      // One text for many rows: thousands of parameters would cost more than the calls themselves.
      const text = JSON.stringify(rows.slice(from, from + 500).map(namedAsStored));
      await db.execute(
        sql`insert into ${journal} select * from json_populate_recordset(null::${journal}, ${text}::json) on conflict do nothing`,
      );
    }
  },
  /** Stores the outcome of a call's callbacks. */
  async setNotes(db: Sql, id: string, notes: readonly string[]): Promise<void> {
    await db
      .update(journal)
      .set({ detail: sql`jsonb_set(${journal.detail}, '{notes}', ${JSON.stringify(notes)}::jsonb)` })
      .where(eq(journal.id, id));
  },
  /** Deletes all but the newest `limit` calls of a project. */
  async trim(db: Sql, projectId: string, limit: number): Promise<void> {
    if (limit === 0) {
      await journalStore.clear(db, projectId);
      return;
    }
    const [oldest] = await db
      .select({ id: journal.id })
      .from(journal)
      .where(eq(journal.projectId, projectId))
      .orderBy(desc(journal.id))
      .offset(limit - 1)
      .limit(1);
    if (oldest) await db.delete(journal).where(and(eq(journal.projectId, projectId), lt(journal.id, oldest.id)));
  },
  async clear(db: Sql, projectId: string): Promise<void> {
    await db.delete(journal).where(eq(journal.projectId, projectId));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<JournalRow | undefined> {
    const [row] = await db
      .select()
      .from(journal)
      .where(and(eq(journal.id, id), eq(journal.organizationId, organizationId)));
    return row;
  },
  async list(
    db: Sql,
    projectId: string,
    filter: JournalFilter,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: JournalListRow[]; totalElements: number }> {
    const where = and(eq(journal.projectId, projectId), ...conditions(filter));
    const [rows, [total]] = await Promise.all([
      db
        .select(listed)
        .from(journal)
        .where(where)
        .orderBy(desc(journal.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(journal).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async newestId(db: Sql, projectId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ id: journal.id })
      .from(journal)
      .where(eq(journal.projectId, projectId))
      .orderBy(desc(journal.id))
      .limit(1);
    return row?.id;
  },
  /** Calls after a given one, oldest first. */
  async after(db: Sql, projectId: string, id: string | undefined, limit: number): Promise<JournalListRow[]> {
    return db
      .select(listed)
      .from(journal)
      .where(and(eq(journal.projectId, projectId), id === undefined ? undefined : gt(journal.id, id)))
      .orderBy(journal.id)
      .limit(limit);
  },
  /** Complete calls after a given one and since an instant, oldest first. */
  async readAfter(
    db: Sql,
    projectId: string,
    { after, since, limit }: { after: string | undefined; since: Date | undefined; limit: number },
  ): Promise<JournalRow[]> {
    const where = and(
      eq(journal.projectId, projectId),
      after === undefined ? undefined : gt(journal.id, after),
      since === undefined ? undefined : gte(journal.at, since),
    );
    return db.select().from(journal).where(where).orderBy(journal.id).limit(limit);
  },
  /** How many calls a step sent, per project. */
  async countOfStep(
    db: Sql,
    { organizationId, runId, stepId }: { organizationId: string; runId: string; stepId: string },
  ): Promise<StepCallsRow[]> {
    return db
      .select({
        projectId: journal.projectId,
        count: count(),
        unmatched: sql<number>`count(*) filter (where ${journal.by} = 'none')`.mapWith(Number),
      })
      .from(journal)
      .where(and(eq(journal.runId, runId), eq(journal.stepId, stepId), eq(journal.organizationId, organizationId)))
      .groupBy(journal.projectId);
  },
  async listUnmatched(db: Sql, projectId: string, { page, size }: { page: number; size: number }) {
    const where = and(eq(journal.projectId, projectId), eq(journal.by, 'none'));
    const [groups, [total]] = await Promise.all([
      db
        .select({
          method: journal.method,
          path: journal.path,
          count: count(),
          lastAt: sql<Date>`max(${journal.at})`.mapWith((value: string) => new Date(value)),
          lastEntryId: sql<string>`(array_agg(${journal.id} order by ${journal.id} desc))[1]`,
        })
        .from(journal)
        .where(where)
        .groupBy(journal.method, journal.path)
        .orderBy(desc(count()), journal.path, journal.method)
        .limit(size)
        .offset(page * size),
      db
        .select({ value: sql<number>`count(distinct (${journal.method}, ${journal.path}))`.mapWith(Number) })
        .from(journal)
        .where(where),
    ]);
    return { groups, totalElements: total?.value ?? 0 };
  },
};

const outcomes: Record<NonNullable<JournalFilter['outcome']>, SQL> = {
  matched: sql`${journal.by} <> 'none'`,
  unmatched: sql`${journal.by} = 'none'`,
  near: sql`${journal.by} = 'none' and ${journal.hasNearMiss}`,
  violation: sql`${journal.violationCount} > 0`,
  problem: sql`${journal.hasProblem}`,
};

function conditions({ searchTerm, method, status, outcome, ...filter }: JournalFilter): (SQL | undefined)[] {
  const hundred = status?.endsWith('xx') ? Number(status[0]) * 100 : undefined;
  return [
    searchTerm ? ilike(journal.url, containsPattern(searchTerm)) : undefined,
    method ? eq(journal.method, method.toUpperCase()) : undefined,
    hundred === undefined
      ? status
        ? eq(journal.status, Number(status))
        : undefined
      : and(gte(journal.status, hundred), lt(journal.status, hundred + 100)),
    outcome ? outcomes[outcome] : undefined,
    filter.assetId ? eq(journal.assetId, filter.assetId) : undefined,
    filter.since ? gte(journal.at, new Date(filter.since)) : undefined,
    filter.runId ? eq(journal.runId, filter.runId) : undefined,
    filter.stepId ? eq(journal.stepId, filter.stepId) : undefined,
  ];
}
