import { sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { DayCount } from './statistics.store.ts';

/** Which runs count: those of an organization, of some of its projects, of a range of days (UTC, inclusive). */
export interface MetricsScope {
  organizationId: string;
  /** Kinds of run that count. */
  kinds: readonly string[];
  /** Undefined: every project. */
  projectIds: readonly string[] | undefined;
  from?: string;
  to?: string;
  /** Undefined: both. */
  state?: 'running' | 'executed' | undefined;
}

export interface OutcomeTotals {
  kind: string;
  runs: number;
  passed: number;
  failed: number;
  error: number;
  cancelled: number;
  running: number;
  averageDurationMs: number;
}

export interface RecentRun {
  runId: string;
  projectId: string;
  kind: string;
  name: string;
  status: string;
  createdByName: string;
  createdAt: Date;
}

const inScope = ({
  organizationId,
  kinds,
  projectIds,
  from,
  to,
  state,
}: MetricsScope) => sql`r.organization_id = ${organizationId}::uuid
  and r.kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
  ${projectIds ? sql`and r.project_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(projectIds)}::jsonb))` : sql``}
  ${from ? sql`and r.created_at >= ${from}::date` : sql``} ${to ? sql`and r.created_at < ${to}::date + 1` : sql``}
  ${state ? sql`and (r.status in ('queued', 'running')) = ${state === 'running'}` : sql``}`;

const outcomes = sql`count(r.id)::int as runs, count(*) filter (where r.status = 'passed')::int as passed,
  count(*) filter (where r.status = 'failed')::int as failed, count(*) filter (where r.status = 'error')::int as error,
  count(*) filter (where r.status = 'cancelled')::int as cancelled, count(*) filter (where r.status in ('queued', 'running'))::int as running,
  coalesce(avg(extract(epoch from r.finished_at - r.started_at) * 1000) filter (where r.status in ('passed', 'failed', 'error')), 0)::float as "averageDurationMs"`;

type Row<T> = T & Record<string, unknown>;

/** Numbers over the runs of an organization, for dashboards. */
export const metricsStore = {
  async totalsByKind(db: Sql, scope: MetricsScope): Promise<OutcomeTotals[]> {
    const result = await db.execute<Row<OutcomeTotals>>(
      sql`select r.kind, ${outcomes} from runs.run r where ${inScope(scope)} group by r.kind order by r.kind`,
    );
    return result.rows;
  },
  /** One row a day, days without runs included. */
  async days(db: Sql, scope: MetricsScope & { from: string; to: string }): Promise<DayCount[]> {
    const result = await db.execute<Row<DayCount>>(sql`
      select to_char(d.day, 'YYYY-MM-DD') as date, count(r.id)::int as total, count(*) filter (where r.status = 'passed')::int as passed,
        count(*) filter (where r.status = 'failed')::int as failed, count(*) filter (where r.status = 'error')::int as error
      from generate_series(${scope.from}::date, ${scope.to}::date, interval '1 day') as d(day)
      left join runs.run r on ${inScope(scope)} and r.created_at >= d.day and r.created_at < d.day + interval '1 day'
      group by d.day order by d.day`);
    return result.rows;
  },
  async byUser(db: Sql, scope: MetricsScope, userIds?: readonly string[], limit = 1000) {
    const result = await db.execute<Row<OutcomeTotals & { userId: string; name: string }>>(sql`
      select r.created_by as "userId", max(r.created_by_name) as name, ${outcomes} from runs.run r where ${inScope(scope)}
        ${userIds ? sql`and r.created_by in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb))` : sql``}
      group by r.created_by order by runs desc, r.created_by limit ${limit}`);
    return result.rows;
  },
  /** How long runs waited until a runner took them. */
  async waitTimes(db: Sql, scope: MetricsScope) {
    const result = await db.execute<Row<{ runs: number; averageMs: number; p95Ms: number; longestMs: number }>>(sql`
      select count(*)::int as runs, coalesce(avg(w.ms), 0)::float as "averageMs",
        coalesce(percentile_cont(0.95) within group (order by w.ms), 0)::float as "p95Ms", coalesce(max(w.ms), 0)::float as "longestMs"
      from (select greatest(0, extract(epoch from r.started_at - r.created_at) * 1000) as ms from runs.run r
        where ${inScope(scope)} and r.started_at is not null) w`);
    return result.rows[0] ?? { runs: 0, averageMs: 0, p95Ms: 0, longestMs: 0 };
  },
  async recent(db: Sql, scope: MetricsScope, limit: number): Promise<RecentRun[]> {
    const result = await db.execute<Row<Omit<RecentRun, 'createdAt'> & { createdAt: string }>>(sql`
      select r.id as "runId", r.project_id as "projectId", r.kind, r.name, r.status, r.created_by_name as "createdByName", r.created_at as "createdAt"
      from runs.run r where ${inScope(scope)} order by r.created_at desc, r.id desc limit ${limit}`);
    return result.rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  },
};
