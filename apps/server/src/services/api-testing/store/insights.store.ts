import type { InsightRanking, RankedBy } from '@touchstone/contracts/api-testing';
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { ResultLevel } from '../domain/run-results.ts';
import { runResult } from './tables.ts';

/** The results that count. Without a suite, a run counts by its own outcome; with one, by the suite's. */
export interface InsightScope {
  organizationId: string;
  projectId: string;
  /** From inclusive, to exclusive. */
  from: Date;
  to: Date;
  suiteId?: string | undefined;
  /** Empty: only runs without an environment. */
  environmentName?: string | undefined;
}

export interface OutcomeRow {
  runs: number;
  passed: number;
  failed: number;
  error: number;
  cancelled: number;
  averageMs: number | null;
}

export interface RankedRow extends Omit<OutcomeRow, 'cancelled'> {
  subjectId: string;
  name: string;
  suiteId: string;
  suiteName: string;
  changes: number;
  averageMs: number;
  longestMs: number;
  failedRunId: string | null;
  failedAt: string | null;
  lastRunId: string;
}

const within = (scope: InsightScope, level: ResultLevel) =>
  and(
    eq(runResult.organizationId, scope.organizationId),
    eq(runResult.projectId, scope.projectId),
    eq(runResult.level, level),
    gte(runResult.finishedAt, scope.from),
    lt(runResult.finishedAt, scope.to),
    scope.suiteId === undefined ? undefined : eq(runResult.suiteId, scope.suiteId),
    scope.environmentName === undefined ? undefined : eq(runResult.environmentName, scope.environmentName),
  );
const runLevel = (scope: InsightScope): ResultLevel => (scope.suiteId === undefined ? 'run' : 'suite');

const isJudged = sql`${runResult.status} in ('passed', 'failed', 'error')`;
const countOf = (...statuses: string[]) =>
  sql<number>`count(*) filter (where ${runResult.status} = any(${sql.param(statuses)}::text[]))::int`;
const outcomes = {
  runs: sql<number>`count(*)::int`,
  passed: countOf('passed'),
  failed: countOf('failed'),
  error: countOf('error'),
  cancelled: countOf('cancelled', 'skipped'),
  averageMs: sql<number | null>`avg(${runResult.durationMs}) filter (where ${isJudged})`,
};

/** The subjects of each ranking. */
const subjectOf: Record<RankedBy, SQL> = {
  suite: sql`subject_id`,
  script: sql`subject_id`,
  endpoint: sql`endpoint`,
};

/** What each ranking excludes, and its order. */
const rankings: Record<InsightRanking, { having: SQL; order: SQL }> = {
  failing: {
    having: sql`failed + error > 0`,
    order: sql`failed + error desc, (failed + error)::float / runs desc`,
  },
  flaky: { having: sql`changes > 0`, order: sql`changes desc, failed + error desc` },
  slowest: { having: sql`true`, order: sql`"averageMs" desc` },
};

/**
 * Subjects with their results in scope. A change is a result that differs from the previous one in the same environment
 * although the subject wasn't changed: the rule of `isFlaky`.
 */
const ranked = (scope: InsightScope, of: RankedBy) => sql`
  select ${subjectOf[of]} as "subjectId", ${of === 'endpoint' ? subjectOf.endpoint : sql`(array_agg(name order by finished_at desc))[1]`} as name,
    (array_agg(suite_id order by finished_at desc))[1] as "suiteId", (array_agg(suite_name order by finished_at desc))[1] as "suiteName",
    count(*)::int as runs, count(*) filter (where status = 'passed')::int as passed, count(*) filter (where status = 'failed')::int as failed,
    count(*) filter (where status = 'error')::int as error, count(*) filter (where (status = 'passed') <> before_passed and revision is not distinct from before_revision)::int as changes,
    avg(duration_ms) as "averageMs", max(duration_ms) as "longestMs",
    (array_agg(run_id order by finished_at desc) filter (where status <> 'passed'))[1] as "failedRunId",
    max(finished_at) filter (where status <> 'passed') as "failedAt", (array_agg(run_id order by finished_at desc))[1] as "lastRunId"
  from (
    select *, lag(status = 'passed') over before as before_passed, lag(revision) over before as before_revision
    from api_testing.run_result where ${within(scope, of === 'suite' ? 'suite' : 'script')} and ${isJudged} and ${subjectOf[of]} is not null
    window before as (partition by subject_id, environment_name order by finished_at, run_id)) as run_result
  group by ${subjectOf[of]}`;

/** Queries over the results of functional runs. */
export const insightsStore = {
  async totals(db: Sql, scope: InsightScope): Promise<OutcomeRow> {
    const [row] = await db
      .select(outcomes)
      .from(runResult)
      .where(within(scope, runLevel(scope)));
    return row ?? { runs: 0, passed: 0, failed: 0, error: 0, cancelled: 0, averageMs: null };
  },
  /** Days with runs, in UTC, in order. */
  async days(db: Sql, scope: InsightScope): Promise<(OutcomeRow & { date: string })[]> {
    const date = sql<string>`to_char(${runResult.finishedAt} at time zone 'utc', 'YYYY-MM-DD')`;
    return db
      .select({ date, ...outcomes })
      .from(runResult)
      .where(within(scope, runLevel(scope)))
      .groupBy(sql`1`)
      .orderBy(sql`1`);
  },
  /** A page of suites, scripts or endpoints, and their total. */
  async ranking(
    db: Sql,
    scope: InsightScope,
    { of, by }: { of: RankedBy; by: InsightRanking },
    page: { page: number; size: number },
  ): Promise<{ rows: RankedRow[]; totalElements: number }> {
    const { having, order } = rankings[by];
    const result = await db.execute<{ total: number; rows: RankedRow[] }>(sql`
      with ranked as materialized (select * from (${ranked(scope, of)}) as subject where ${having}),
        page as (select * from ranked order by ${order}, "subjectId" limit ${page.size} offset ${page.page * page.size})
      select (select count(*)::int from ranked) as total,
        coalesce((select json_agg(page order by ${order}, "subjectId") from page), '[]') as rows`);
    return { rows: result.rows[0]?.rows ?? [], totalElements: result.rows[0]?.total ?? 0 };
  },
  async countFlaky(db: Sql, scope: InsightScope): Promise<number> {
    const result = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (${ranked(scope, 'script')}) as subject where ${rankings.flaky.having}`);
    return result.rows[0]?.count ?? 0;
  },
  async runs(db: Sql, scope: InsightScope, page: { page: number; size: number }) {
    const where = within(scope, runLevel(scope));
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(runResult)
        .where(where)
        .orderBy(desc(runResult.finishedAt), desc(runResult.runId))
        .limit(page.size)
        .offset(page.page * page.size),
      db.select({ value: count() }).from(runResult).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Suites and environments with results, as options of a filter. */
  async choices(db: Sql, scope: InsightScope, limit: number) {
    const all = { ...scope, suiteId: undefined, environmentName: undefined };
    const [suites, environments] = await Promise.all([
      db
        .select({
          suiteId: runResult.suiteId,
          suiteName: sql<string>`(array_agg(${runResult.suiteName} order by ${runResult.finishedAt} desc))[1]`,
        })
        .from(runResult)
        .where(within(all, 'suite'))
        .groupBy(runResult.suiteId)
        .orderBy(sql`2`, sql`1`)
        .limit(limit),
      db
        .selectDistinct({ name: runResult.environmentName })
        .from(runResult)
        .where(within(all, 'run'))
        .orderBy(runResult.environmentName)
        .limit(limit),
    ]);
    return { suites, environments: environments.map(({ name }) => name) };
  },
};
