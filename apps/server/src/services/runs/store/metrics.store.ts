import { type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { countByDay, type DayCount, endOf, startOf } from './day-counts.ts';

/** Which runs to count: those of an organization, of some of its projects, of a range of days (UTC, inclusive). */
export interface MetricsScope {
  organizationId: string;
  /** Kinds of run to count. */
  kinds: readonly string[];
  /** Undefined: all projects. */
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

export interface UserOutcomes {
  userId: string;
  name: string;
  runs: number;
  passed: number;
  failed: number;
  error: number;
}

/** A run in dashboard lists. */
export interface RecentRun {
  runId: string;
  projectId: string;
  kind: string;
  name: string;
  number: number | null;
  status: string;
  createdByName: string;
  createdAt: Date;
}

const open = sql`('queued', 'running')`;
const inScope = ({
  organizationId,
  kinds,
  projectIds,
  from,
  to,
  state,
}: MetricsScope) => sql`r.organization_id = ${organizationId}::uuid
  and r.kind = any(${sql.param(kinds)}::text[])
  ${projectIds ? sql`and r.project_id = any(${sql.param(projectIds)}::uuid[])` : sql``}
  ${from ? sql`and r.created_at >= ${startOf(from)}` : sql``} ${to ? sql`and r.created_at < ${endOf(to)}` : sql``}
  ${state ? sql`and r.status ${state === 'running' ? sql`in` : sql`not in`} ${open}` : sql``}`;

const counted = (status: SQL) => sql`coalesce(sum(g.runs) filter (where g.status ${status}), 0)::int`;
const ended = sql`in ('passed', 'failed', 'error')`;

type Row<T> = T & Record<string, unknown>;

/** Metrics over the runs of an organization, for dashboards. */
export const metricsStore = {
  async totalsByKind(db: Sql, scope: MetricsScope): Promise<OutcomeTotals[]> {
    // Grouping by status first needs one count per run instead of one per outcome.
    const result = await db.execute<Row<OutcomeTotals>>(sql`
      select g.kind, sum(g.runs)::int as runs, ${counted(sql`= 'passed'`)} as passed, ${counted(sql`= 'failed'`)} as failed,
        ${counted(sql`= 'error'`)} as error, ${counted(sql`= 'cancelled'`)} as cancelled, ${counted(sql`in ${open}`)} as running,
        coalesce(extract(epoch from sum(g.time) filter (where g.status ${ended})) * 1000
          / nullif(sum(g.timed) filter (where g.status ${ended}), 0), 0)::float as "averageDurationMs"
      from (select r.kind, r.status, count(*) as runs, count(r.finished_at - r.started_at) as timed, sum(r.finished_at - r.started_at) as time
        from runs.run r where ${inScope(scope)} group by r.kind, r.status) g
      group by g.kind order by g.kind`);
    return result.rows;
  },
  /** One row per day, including days without runs. */
  days: (db: Sql, scope: MetricsScope & { from: string; to: string }): Promise<DayCount[]> =>
    countByDay(db, inScope(scope), scope),
  async byUser(db: Sql, scope: MetricsScope, userIds?: readonly string[], limit = 1000): Promise<UserOutcomes[]> {
    const result = await db.execute<Row<UserOutcomes>>(sql`
      select r.created_by as "userId", max(r.created_by_name) as name, count(*)::int as runs, count(*) filter (where r.status = 'passed')::int as passed,
        count(*) filter (where r.status = 'failed')::int as failed, count(*) filter (where r.status = 'error')::int as error
      from runs.run r where ${inScope(scope)} ${userIds ? sql`and r.created_by = any(${sql.param(userIds)}::uuid[])` : sql``}
      group by r.created_by order by runs desc, r.created_by limit ${limit}`);
    return result.rows;
  },
  /** How long runs waited before a runner took them. */
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
      select r.id as "runId", r.project_id as "projectId", r.kind, r.name, r.number, r.status, r.created_by_name as "createdByName", r.created_at as "createdAt"
      from runs.run r where ${inScope(scope)} order by r.created_at desc, r.id desc limit ${limit}`);
    return result.rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  },
};
