import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { InsightScope } from './insights.store.ts';
import { stepFailure } from './tables.ts';

export interface ClusterRow {
  signature: string;
  kind: string;
  statusClass: string;
  template: string;
  failures: number;
  previousFailures: number;
  runs: number;
  scripts: number;
  flakyScripts: number;
  firstSeenAt: string;
  lastSeenAt: string;
  days: { date: string; failures: number }[];
  example: { runId: string; stepId: string; message: string };
}

const within = (scope: InsightScope): SQL | undefined =>
  and(
    eq(stepFailure.organizationId, scope.organizationId),
    eq(stepFailure.projectId, scope.projectId),
    gte(stepFailure.finishedAt, scope.from),
    lt(stepFailure.finishedAt, scope.to),
    scope.suiteId === undefined ? undefined : eq(stepFailure.suiteId, scope.suiteId),
    scope.environmentName === undefined ? undefined : eq(stepFailure.environmentName, scope.environmentName),
  );

/**
 * Whether the script of a failure also passed, unchanged and in the same environment, in the period: the rule of
 * `isFlaky`.
 */
const passedToo = ({ projectId, from, to }: InsightScope, failure: SQL) => sql`exists (
  select 1 from api_testing.run_result r where r.project_id = ${projectId}::uuid and r.level = 'script' and r.subject_id = ${failure}.script_id
    and r.status = 'passed' and r.environment_name = ${failure}.environment_name and r.revision is not distinct from ${failure}.revision
    and r.finished_at >= ${from.toISOString()}::timestamptz and r.finished_at < ${to.toISOString()}::timestamptz)`;

/** Queries over the failed steps of functional runs. */
export const failuresStore = {
  /**
   * A page of clusters, most frequent first, and their total. Data from outside the period is read for that page only.
   */
  async clusters(
    db: Sql,
    scope: InsightScope,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: ClusterRow[]; totalElements: number }> {
    const before = { ...scope, from: new Date(2 * scope.from.getTime() - scope.to.getTime()), to: scope.from };
    const f = sql.raw('f');
    const result = await db.execute<{ total: number; rows: ClusterRow[] }>(sql`
      with cluster as materialized (
        select signature, count(*)::int as failures, count(distinct run_id)::int as runs, count(distinct script_id)::int as scripts,
          max(finished_at) as last_seen
        from ${stepFailure} where ${within(scope)} group by signature),
      page as (select * from cluster order by failures desc, last_seen desc, signature limit ${size} offset ${page * size}),
      inside as materialized (
        select * from ${stepFailure} where ${within(scope)} and signature in (select signature from page)),
      flaky as (
        select signature, count(distinct script_id)::int as scripts from (
          select distinct signature, script_id, environment_name, revision from inside where script_id is not null) as f
        where ${passedToo(scope, f)} group by signature)
      select (select count(*)::int from cluster) as total, coalesce(json_agg(json_build_object(
        'signature', p.signature, 'kind', e.kind, 'statusClass', e.status_class, 'template', e.template, 'failures', p.failures, 'runs', p.runs,
        'scripts', p.scripts, 'lastSeenAt', p.last_seen, 'flakyScripts', coalesce(flaky.scripts, 0),
        'firstSeenAt', (select min(finished_at) from ${stepFailure} where project_id = ${scope.projectId}::uuid and signature = p.signature),
        'previousFailures', (select count(*)::int from ${stepFailure} where ${within(before)} and signature = p.signature),
        'days', (select json_agg(json_build_object('date', d.date, 'failures', d.failures) order by d.date) from (
          select to_char(finished_at at time zone 'utc', 'YYYY-MM-DD') as date, count(*)::int as failures
          from inside where signature = p.signature group by 1) as d),
        'example', json_build_object('runId', e.run_id, 'stepId', e.step_id, 'message', e.message))
        order by p.failures desc, p.last_seen desc, p.signature), '[]') as rows
      from page p left join flaky on flaky.signature = p.signature
      cross join lateral (select * from inside where signature = p.signature order by finished_at desc, step_id limit 1) as e`);
    return { rows: result.rows[0]?.rows ?? [], totalElements: result.rows[0]?.total ?? 0 };
  },
  /** Failed steps with one signature, newest first. */
  async steps(db: Sql, scope: InsightScope, signature: string, { page, size }: { page: number; size: number }) {
    const where = and(within(scope), eq(stepFailure.signature, signature));
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(stepFailure)
        .where(where)
        .orderBy(desc(stepFailure.finishedAt), desc(stepFailure.stepId))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(stepFailure).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Scripts with failures of one signature, most failures first. */
  async scripts(db: Sql, scope: InsightScope, signature: string, most: number) {
    const result = await db.execute<{
      scriptId: string;
      scriptName: string;
      suiteName: string;
      failures: number;
      lastSeenAt: Date;
      isFlaky: boolean;
    }>(sql`
      with state as (
        select script_id, environment_name, revision, count(*)::int as failures, max(finished_at) as last_seen,
          (array_agg(script_name order by finished_at desc))[1] as script_name, (array_agg(suite_name order by finished_at desc))[1] as suite_name
        from ${stepFailure} where ${within(scope)} and signature = ${signature} and script_id is not null
        group by script_id, environment_name, revision)
      select script_id as "scriptId", (array_agg(script_name order by last_seen desc))[1] as "scriptName",
        (array_agg(suite_name order by last_seen desc))[1] as "suiteName", sum(failures)::int as failures, max(last_seen) as "lastSeenAt",
        bool_or(${passedToo(scope, sql.raw('state'))}) as "isFlaky"
      from state group by script_id order by failures desc, "lastSeenAt" desc, script_id limit ${most}`);
    return result.rows;
  },
};
