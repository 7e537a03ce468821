import { type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';

export interface DayCount {
  /** YYYY-MM-DD, UTC. */
  date: string;
  total: number;
  passed: number;
  failed: number;
  error: number;
}

/** startOf returns the first instant of a day (YYYY-MM-DD, UTC), regardless of the database's time zone. */
export const startOf = (day: string): SQL => sql`${day}::timestamp at time zone 'utc'`;
/** endOf returns the first instant after a day. */
export const endOf = (day: string): SQL => sql`(${day}::date + 1)::timestamp at time zone 'utc'`;

/**
 * countByDay counts runs (`r`) per day of a range, including days without runs; `where` must exclude runs outside the
 * range.
 */
export async function countByDay(db: Sql, where: SQL, { from, to }: { from: string; to: string }): Promise<DayCount[]> {
  const result = await db.execute<DayCount & Record<string, unknown>>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(c.total, 0)::int as total, coalesce(c.passed, 0)::int as passed,
      coalesce(c.failed, 0)::int as failed, coalesce(c.error, 0)::int as error
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d(day)
    left join (
      select date_trunc('day', r.created_at at time zone 'utc') as day, count(*) as total, count(*) filter (where r.status = 'passed') as passed,
        count(*) filter (where r.status = 'failed') as failed, count(*) filter (where r.status = 'error') as error
      from runs.run r where ${where} group by 1) c using (day)
    order by d.day`);
  return result.rows;
}
