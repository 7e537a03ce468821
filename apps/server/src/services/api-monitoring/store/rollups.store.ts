import { newId } from '@touchstone/kernel';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PackedDurations, Rollup } from '../domain/rollup.ts';
import { dirtyHour, monitor, result, rollup, summary } from './tables.ts';

export type RollupRow = typeof rollup.$inferSelect;
/** Levels of roll-ups. */
export const levels = { hour: 0, day: 1 } as const;

/** A monitor's step in a region, counted from its results. */
export interface StepCounts extends Omit<RollupRow, 'level' | 'histogram' | 'count' | 'sumUs' | 'minUs' | 'maxUs'> {
  durations: number[];
}

/** Which roll-ups are aggregated: those of a level in a span, of all monitors by default. */
export interface SumOf {
  level: number;
  from: Date;
  to: Date;
  monitorIds?: readonly string[];
}
/** What to group by; `stepSeconds` groups by time step. */
export interface SumBy {
  monitor?: boolean;
  region?: boolean;
  stepSeconds?: number;
}
/** Aggregated roll-ups; fields that aren't grouped by are null. */
export interface Sum extends Omit<Rollup, 'histogram'>, PackedDurations {
  monitorId: string | null;
  region: string | null;
  at: Date | null;
}
/** Rows that a job reads at a time, so that other work can run in between. */
const portion = 500;

/** Roll-ups of results. */
export const rollupsStore = {
  /** Takes the hours to be rolled up again, in the transaction that does it. */
  async takeDirty(db: Sql): Promise<Date[]> {
    const { rows } = await db.execute<{ at: string }>(
      sql`with gone as (delete from ${dirtyHour} returning at) select distinct at from gone order by at`,
    );
    return rows.map(({ at }) => new Date(at));
  },
  /** Schedules an hour to be rolled up again. */
  async markDirty(db: Sql, at: Date): Promise<void> {
    await db.insert(dirtyHour).values({ id: newId(), at });
  },
  /** Counts the single checks in a span by monitor, region and time step. */
  async countSteps(db: Sql, span: Span, stepSeconds: number, monitorIds: readonly string[]): Promise<StepCounts[]> {
    const { rows } = await db.execute<Record<string, unknown>>(stepsStatement(span, stepSeconds, monitorIds));
    return rows.map(toStepCounts);
  },
  /** Like `countSteps` for all monitors, in portions; `db` must be a transaction. */
  async *stepsInPortions(db: Sql, span: Span, stepSeconds: number): AsyncGenerator<StepCounts[]> {
    for await (const rows of inPortions(db, stepsStatement(span, stepSeconds))) yield rows.map(toStepCounts);
  },
  /** Replaces the roll-ups of an hour or day. */
  async replace(db: Sql, level: number, at: Date, rows: AsyncIterable<(typeof rollup.$inferInsert)[]>): Promise<void> {
    await db.delete(rollup).where(and(eq(rollup.level, level), eq(rollup.at, at)));
    for await (const some of rows) if (some.length > 0) await db.insert(rollup).values(some);
  },
  /**
   * Aggregates roll-ups in the database, so that only the shown rows are transferred. Without histograms there are no
   * percentiles.
   */
  async sums(db: Sql, of: SumOf, by: SumBy, withHistograms = true): Promise<Sum[]> {
    const { rows } = await db.execute<Record<string, unknown>>(sumStatement(of, by, withHistograms));
    return rows.map(toSum);
  },
  /** Like `sums`, in portions; `db` must be a transaction. */
  async *sumsInPortions(db: Sql, of: SumOf, by: SumBy): AsyncGenerator<Sum[]> {
    for await (const rows of inPortions(db, sumStatement(of, by, true))) yield rows.map(toSum);
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
    // Runners read it again with the next revision; the row itself is only updated if the baseline moved by a tenth.
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

interface Span {
  from: Date;
  to: Date;
}
const instantOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const among = (ids: readonly string[]): SQL => sql`and monitor_id = any(${sql.param([...ids])}::uuid[])`;
const stepOf = (stepSeconds: number): SQL =>
  sql`date_bin(make_interval(secs => ${stepSeconds}), at, timestamptz 'epoch')`;
const counted = [
  'up',
  'degraded',
  'down',
  'unknown',
  'retried',
  'maintenanceUp',
  'maintenanceDown',
  'maintenanceUnknown',
] as const;

/** Reads a statement with a cursor; if the reader fails, the cursor ends with the transaction. */
async function* inPortions(db: Sql, statement: SQL): AsyncGenerator<Record<string, unknown>[]> {
  await db.execute(sql`declare portions no scroll cursor for ${statement}`);
  for (;;) {
    const { rows } = await db.execute<Record<string, unknown>>(sql.raw(`fetch forward ${portion} from portions`));
    if (rows.length > 0) yield rows;
    if (rows.length < portion) break;
  }
  await db.execute(sql`close portions`);
}

function stepsStatement({ from, to }: Span, stepSeconds: number, monitorIds?: readonly string[]): SQL {
  const plain = 'not is_in_maintenance and not is_retried';
  const where = (condition: string) => sql.raw(`count(*) filter (where ${condition})::int`);
  return sql`
    select monitor_id as "monitorId", region, ${stepOf(stepSeconds)} as at,
      ${where(`${plain} and verdict = 0`)} as up, ${where(`${plain} and verdict = 1`)} as degraded,
      ${where(`${plain} and verdict = 2`)} as down, ${where(`${plain} and verdict = 3`)} as unknown,
      ${where('not is_in_maintenance and is_retried')} as retried,
      ${where('is_in_maintenance and verdict <= 1')} as "maintenanceUp", ${where('is_in_maintenance and verdict = 2')} as "maintenanceDown",
      ${where('is_in_maintenance and verdict = 3')} as "maintenanceUnknown",
      coalesce(array_agg(duration_us) filter (where verdict <= 1 and duration_us is not null), '{}') as durations
    from ${result} where at >= ${instantOf(from)} and at < ${instantOf(to)} ${monitorIds ? among(monitorIds) : sql``}
    group by 1, 2, 3`;
}
const toStepCounts = (row: Record<string, unknown>): StepCounts =>
  ({ ...row, at: new Date(row.at as string) }) as unknown as StepCounts;

function sumStatement({ level, from, to, monitorIds }: SumOf, by: SumBy, withHistograms: boolean): SQL {
  const { monitor: byMonitor, region: byRegion, stepSeconds } = by;
  const keys = [
    byMonitor ? sql`monitor_id` : undefined,
    byRegion ? sql`region` : undefined,
    stepSeconds === undefined ? undefined : stepOf(stepSeconds),
  ];
  const [monitorId, region, at] = keys.map((key) => key ?? sql`null`);
  const places = keys.flatMap((key, index) => (key ? [index + 1] : []));
  const sums = counted.map((name) => sql`sum(${rollup[name]})::float8 as ${sql.identifier(name)}`);
  // Whole numbers up to 2^53; sums of integers would be returned as text.
  return sql`
    select ${monitorId} as "monitorId", ${region} as region, ${at} as at, ${sql.join(sums, sql`, `)},
      sum(count)::float8 as count, sum(sum_us)::float8 as "sumUs", coalesce(min(min_us) filter (where count > 0), 0)::float8 as "minUs",
      max(max_us)::float8 as "maxUs",
      ${withHistograms ? packedHistograms : sql`null`} as packed
    from ${rollup} where level = ${level} and at >= ${instantOf(from)} and at < ${instantOf(to)} ${monitorIds ? among(monitorIds) : sql``}
    group by ${sql.raw(places.join(', '))}`;
}
/** Histograms, concatenated, each preceded by its length in four bytes. */
export const packedHistograms: SQL = sql`string_agg(int4send(octet_length(histogram)) || histogram, ''::bytea) filter (where count > 0)`;
const toSum = (row: Record<string, unknown>): Sum =>
  ({ ...row, at: row.at === null ? null : new Date(row.at as string) }) as unknown as Sum;
