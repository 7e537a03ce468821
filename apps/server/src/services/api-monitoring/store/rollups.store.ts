import { newId } from '@touchstone/kernel';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { dirtyHour, monitor, result, rollup, summary } from './tables.ts';

export type RollupRow = typeof rollup.$inferSelect;
/** Hours and days. */
export const levels = { hour: 0, day: 1 } as const;

/** A step of a monitor in a region, counted from its results. */
export interface StepCounts extends Omit<RollupRow, 'level' | 'histogram' | 'count' | 'sumUs' | 'minUs' | 'maxUs'> {
  durations: number[];
}

/** Roll-ups of results. */
export const rollupsStore = {
  /** Takes the hours whose roll-ups are to be made again, in the transaction that makes them. */
  async takeDirty(db: Sql): Promise<Date[]> {
    const { rows } = await db.execute<{ at: string }>(
      sql`with gone as (delete from ${dirtyHour} returning at) select distinct at from gone order by at`,
    );
    return rows.map(({ at }) => new Date(at));
  },
  /** Has the roll-up of an hour made again later. */
  async markDirty(db: Sql, at: Date): Promise<void> {
    await db.insert(dirtyHour).values({ id: newId(), at });
  },
  /** What single checks in a span say, by monitor, region and step of so many seconds; of all monitors unless told. */
  async countSteps(
    db: Sql,
    { from, to }: { from: Date; to: Date },
    stepSeconds: number,
    monitorIds?: readonly string[],
  ): Promise<StepCounts[]> {
    const plain = 'not is_in_maintenance and not is_retried';
    const where = (condition: string) => sql.raw(`count(*) filter (where ${condition})::int`);
    const { rows } = await db.execute<Record<string, unknown>>(sql`
      select monitor_id as "monitorId", region, date_bin(make_interval(secs => ${stepSeconds}), at, timestamptz 'epoch') as at,
        ${where(`${plain} and verdict = 0`)} as up, ${where(`${plain} and verdict = 1`)} as degraded,
        ${where(`${plain} and verdict = 2`)} as down, ${where(`${plain} and verdict = 3`)} as unknown,
        ${where('not is_in_maintenance and is_retried')} as retried,
        ${where('is_in_maintenance and verdict <= 1')} as "maintenanceUp", ${where('is_in_maintenance and verdict = 2')} as "maintenanceDown",
        ${where('is_in_maintenance and verdict = 3')} as "maintenanceUnknown",
        coalesce(array_agg(duration_us) filter (where verdict <= 1 and duration_us is not null), '{}') as durations
      from ${result} where at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
        ${monitorIds ? sql`and monitor_id = any(${sql.param([...monitorIds])}::uuid[])` : sql``}
      group by 1, 2, 3`);
    return rows.map((row) => ({ ...row, at: new Date(row.at as string) })) as unknown as StepCounts[];
  },
  /** Puts the roll-ups of an hour or day in place of those that were there. */
  async replace(db: Sql, level: number, at: Date, rows: (typeof rollup.$inferInsert)[]): Promise<void> {
    await db.delete(rollup).where(and(eq(rollup.level, level), eq(rollup.at, at)));
    const most = 500;
    for (let from = 0; from < rows.length; from += most) await db.insert(rollup).values(rows.slice(from, from + most));
  },
  /** Roll-ups of every monitor in a span. */
  async inSpan(db: Sql, level: number, from: Date, to: Date): Promise<RollupRow[]> {
    return db
      .select()
      .from(rollup)
      .where(and(eq(rollup.level, level), gte(rollup.at, from), lt(rollup.at, to)));
  },
  /** Roll-ups of monitors in a span. */
  async of(db: Sql, monitorIds: readonly string[], level: number, from: Date, to: Date): Promise<RollupRow[]> {
    if (monitorIds.length === 0) return [];
    return db
      .select()
      .from(rollup)
      .where(
        and(
          sql`${rollup.monitorId} = any(${sql.param([...monitorIds])}::uuid[])`,
          eq(rollup.level, level),
          gte(rollup.at, from),
          lt(rollup.at, to),
        ),
      );
  },
  async saveSummaries(db: Sql, rows: (typeof summary.$inferInsert)[]): Promise<void> {
    const most = 500;
    for (let at = 0; at < rows.length; at += most)
      await db
        .insert(summary)
        .values(rows.slice(at, at + most))
        .onConflictDoUpdate({
          target: summary.monitorId,
          set: {
            good: sql`excluded.good`,
            bad: sql`excluded.bad`,
            count: sql`excluded.count`,
            sumUs: sql`excluded.sum_us`,
            minUs: sql`excluded.min_us`,
            maxUs: sql`excluded.max_us`,
            histogram: sql`excluded.histogram`,
            p95Ms: sql`excluded.p95_ms`,
          },
        });
  },
  async saveBaselines(db: Sql, baselines: readonly { id: string; ms: number | null }[]): Promise<void> {
    if (baselines.length === 0) return;
    // Runners read it again with the next revision; the row itself changes only where the baseline moved by a tenth.
    await db.execute(sql`
      update ${monitor} m set baseline_ms = v.ms, revision = m.revision + 1
      from jsonb_to_recordset(${JSON.stringify(baselines)}::jsonb) v(id uuid, ms real)
      where m.id = v.id and (m.baseline_ms is null or v.ms is null or abs(v.ms - m.baseline_ms) > m.baseline_ms / 10)
        and m.baseline_ms is distinct from v.ms`);
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(rollup).where(lt(rollup.at, before));
  },
};
