import type { RunCounts } from '@touchstone/contracts/runs';
import { sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { StoredStep } from '../domain/run.ts';
import { countByDay, type DayCount, endOf, startOf } from './day-counts.ts';

export interface StatisticsScope {
  organizationId: string;
  projectId: string;
  /** Kinds of run to count. */
  kinds: readonly string[];
  /** First and last day, UTC, inclusive. */
  from: string;
  to: string;
}

/** The steps of a source in a group of a run. Times are milliseconds since 1970; null: nothing was executed. */
export type SourceCounts = Omit<RunCounts, 'queued'> & {
  groupId: string;
  sourceId: string;
  name: string;
  /** The summary of its last step. */
  summary: unknown;
  revision: string | null;
  averageMs: number;
  startedMs: number | null;
  finishedMs: number | null;
};

const inScope = (
  scope: StatisticsScope,
) => sql`r.organization_id = ${scope.organizationId}::uuid and r.project_id = ${scope.projectId}::uuid
  and r.kind = any(${sql.param(scope.kinds)}::text[]) and r.created_at >= ${startOf(scope.from)} and r.created_at < ${endOf(scope.to)}`;

/** Statistics of a workspace's runs in a range of days. */
export const statisticsStore = {
  /** One row per day, including days without runs. */
  days: (db: Sql, scope: StatisticsScope): Promise<DayCount[]> => countByDay(db, inScope(scope), scope),
  async totals(db: Sql, scope: StatisticsScope) {
    const result = await db.execute<Record<string, number>>(sql`
      select count(*)::int as runs, count(*) filter (where status = 'passed')::int as passed, count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status = 'error')::int as errors, count(*) filter (where status = 'cancelled')::int as cancelled,
        count(*) filter (where status in ('queued', 'running'))::int as running,
        coalesce(avg(extract(epoch from finished_at - started_at) * 1000) filter (where status in ('passed', 'failed', 'error')), 0)::float as average,
        coalesce(sum(total), 0)::int as steps, coalesce(sum(r.passed), 0)::int as steps_passed, coalesce(sum(r.failed), 0)::int as steps_failed, coalesce(sum(r.error), 0)::int as steps_error
      from runs.run r where ${inScope(scope)}`);
    const row = result.rows[0] ?? {};
    const number = (name: string) => Number(row[name] ?? 0);
    return {
      runs: number('runs'),
      passed: number('passed'),
      failed: number('failed'),
      errors: number('errors'),
      cancelled: number('cancelled'),
      running: number('running'),
      averageDurationMs: number('average'),
      steps: {
        total: number('steps'),
        passed: number('steps_passed'),
        failed: number('steps_failed'),
        error: number('steps_error'),
      },
    };
  },
  async mostFailed(
    db: Sql,
    scope: StatisticsScope,
    limit: number,
  ): Promise<
    { sourceId: string; step: Pick<StoredStep, 'title' | 'summary' | 'outcome'>; failed: number; total: number }[]
  > {
    const result = await db.execute<{
      source_id: string;
      title: string;
      summary: unknown;
      outcome: unknown;
      failed: number;
      total: number;
    }>(sql`
      select s.source_id, (array_agg(s.title order by s.finished_at desc))[1] as title, (array_agg(s.summary order by s.finished_at desc))[1] as summary,
        (array_agg(s.outcome order by s.finished_at desc))[1] as outcome, count(*) filter (where s.status in ('failed', 'error'))::int as failed, count(*)::int as total
      from runs.run r join runs.step s on s.run_id = r.id and s.finished_at is not null and s.source_id is not null
      where ${inScope(scope)} group by s.source_id having count(*) filter (where s.status in ('failed', 'error')) > 0
      order by failed desc, total desc limit ${limit}`);
    return result.rows.map((row) => ({
      sourceId: row.source_id,
      step: { title: row.title, summary: row.summary, outcome: row.outcome },
      failed: row.failed,
      total: row.total,
    }));
  },
  /** A group's steps in a run, counted by status. */
  async groupCounts(
    db: Sql,
    pairs: { runId: string; groupId: string }[],
  ): Promise<({ runId: string; groupId: string } & Omit<RunCounts, 'queued'>)[]> {
    if (!pairs.length) return [];
    const result = await db.execute<{ run_id: string; group_id: string } & Record<string, number>>(sql`
      select s.run_id, s.group_id, count(*)::int as total, count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'passed')::int as passed, count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status = 'error')::int as error, count(*) filter (where status = 'skipped')::int as skipped,
        count(*) filter (where status = 'cancelled')::int as cancelled
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p("runId" uuid, "groupId" text)
      join runs.step s on s.run_id = p."runId" and s.group_id = p."groupId" and s.index >= 0 group by s.run_id, s.group_id`);
    return result.rows.map(
      ({ run_id: runId, group_id: groupId, ...counts }) =>
        ({ runId, groupId, ...counts }) as { runId: string; groupId: string } & Omit<RunCounts, 'queued'>,
    );
  },
  /** The sources tested in a run: their steps aggregated by source and group, in planned order. */
  async sourceCounts(db: Sql, runId: string): Promise<SourceCounts[]> {
    const result = await db.execute<SourceCounts & Record<string, unknown>>(sql`
      select s.group_id as "groupId", s.source_id as "sourceId", (array_agg(s.title order by s.position desc))[1] as name, (array_agg(s.summary order by s.position desc))[1] as summary, max(s.source_revision) as revision, count(*)::int as total,
        count(*) filter (where status = 'running')::int as running, count(*) filter (where status = 'passed')::int as passed,
        count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'error')::int as error,
        count(*) filter (where status = 'skipped')::int as skipped, count(*) filter (where status = 'cancelled')::int as cancelled,
        coalesce(avg(s.duration_ms) filter (where status in ('passed', 'failed', 'error')), 0)::float as "averageMs",
        (extract(epoch from min(s.started_at)) * 1000)::float as "startedMs", (extract(epoch from max(s.finished_at)) * 1000)::float as "finishedMs"
      from runs.step s where s.run_id = ${runId}::uuid and s.index >= 0 and s.group_id is not null and s.source_id is not null
      group by s.group_id, s.source_id order by min(s.index)`);
    return result.rows;
  },
  async countSince(db: Sql, { organizationId, since }: { organizationId: string; since: Date }): Promise<number> {
    const result = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from runs.run where organization_id = ${organizationId}::uuid and created_at >= ${since}
        and parent_run_id is null`);
    return result.rows[0]?.count ?? 0;
  },
};
