import type { GraphPoint } from '@touchstone/contracts/api-monitoring';
import type { Sql } from '../../../../platform/database/pool.ts';
import { mergeRollups, ofDurations, pointOf, type Rollup, unpacked, wholeDaysUntil } from '../../domain/rollup.ts';
import { levels, rollupsStore, type Sum, type SumBy } from '../../store/rollups.store.ts';
import type { Span } from './results.ts';

/** A step of a monitor in a region. */
export interface Step extends Rollup {
  monitorId: string;
  region: string;
  at: Date;
}
/** The data of monitors in a span, per monitor or per time step; the key of a time step is its instant in ms. */
export interface Groups {
  stepSeconds: number;
  byMonitor(given?: { percentiles: boolean }): Promise<Map<string, Rollup>>;
  byTime(): Promise<Map<string, Rollup>>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Spans up to this long (hours) are read from hours, longer ones from days. */
const maxHours = 14 * 24;
/** Single checks are read for at most this many monitors. */
const maxSingle = 100;
/** With more roll-ups percentiles would be slow; only averages are returned. */
const maxMerged = 40_000;

const floorTo = (at: Date, ms: number): Date => new Date(Math.floor(at.getTime() / ms) * ms);
/** Step length in seconds if single checks are read; otherwise undefined. */
function fineStep({ from, to }: Span, monitors: number): number | undefined {
  const hours = (to.getTime() - from.getTime()) / hourMs;
  return hours <= 6 && monitors <= maxSingle ? (hours <= 1 ? 60 : 300) : undefined;
}

/** The roll-ups that make up a span, and the step length. */
interface Parts {
  stepSeconds: number;
  parts: { level: number; from: Date; to: Date }[];
}

/**
 * Splits a span into roll-ups. Spans start at the full hour that contains `from`. In long spans, days that are only
 * partly covered are counted from their hours, and so are days that ended less than an hour ago: their last hours may
 * be missing from them.
 */
function partsOf(span: Span, now: Date): Parts {
  const from = floorTo(span.from, hourMs);
  const hours = (first: Date, end: Date) => ({ level: levels.hour, from: first, to: end });
  if (span.to.getTime() - span.from.getTime() <= maxHours * hourMs)
    return { stepSeconds: hourMs / 1000, parts: [hours(from, span.to)] };
  const firstDay = floorTo(new Date(from.getTime() + dayMs - 1), dayMs);
  const lastWhole = wholeDaysUntil(now);
  const end = floorTo(span.to, dayMs);
  const lastDay = end < lastWhole ? end : lastWhole;
  const days = { level: levels.day, from: firstDay, to: lastDay };
  const parts = [hours(from, firstDay), days, hours(lastDay, span.to)];
  return { stepSeconds: dayMs / 1000, parts: parts.filter((part) => part.from < part.to) };
}

/**
 * readSteps reads the data of a monitor in a span: short spans from single checks, medium ones from hours, long ones
 * from days.
 */
export async function readSteps(
  sql: Sql,
  monitorId: string,
  span: Span,
  now: Date,
): Promise<{ steps: Step[]; stepSeconds: number }> {
  const fine = fineStep(span, 1);
  if (fine !== undefined) return { stepSeconds: fine, steps: await singleChecks(sql, [monitorId], span, fine) };
  const { stepSeconds, parts } = partsOf(span, now);
  const of = async ({ level, from, to }: Parts['parts'][number]) => rollupsStore.of(sql, [monitorId], level, from, to);
  const steps = (await Promise.all(parts.map(of))).flat();
  return { stepSeconds, steps: steps.map((step) => ({ ...step, at: floorTo(step.at, stepSeconds * 1000) })) };
}

/**
 * readGroups is like `readSteps` for many monitors, aggregated in the database; single checks are read only if `fine`.
 */
export function readGroups(
  sql: Sql,
  monitorIds: readonly string[],
  span: Span,
  { now, fine = false }: { now: Date; fine?: boolean },
): Groups {
  const single = fine ? fineStep(span, monitorIds.length) : undefined;
  if (single !== undefined) return groupsOfSingle(single, singleChecks(sql, monitorIds, span, single));
  const { stepSeconds, parts } = partsOf(span, now);
  const read = async (by: SumBy, percentiles: boolean): Promise<Map<string, Rollup>> => {
    if (monitorIds.length === 0) return new Map();
    const sums = await Promise.all(
      parts.map((part) => rollupsStore.sums(sql, { ...part, monitorIds }, by, percentiles)),
    );
    const keyOf = ({ monitorId, at }: Sum) => monitorId ?? String(at?.getTime());
    const groups = groupBy(sums.flat(), keyOf);
    return new Map([...groups].map(([key, group]) => [key, mergeRollups(group.map(unpacked))]));
  };
  const steps = (span.to.getTime() - span.from.getTime()) / 1000 / stepSeconds;
  return {
    stepSeconds,
    byMonitor: ({ percentiles } = { percentiles: true }) => read({ monitor: true }, percentiles),
    byTime: () => read({ stepSeconds }, monitorIds.length * steps <= maxMerged),
  };
}

function groupsOfSingle(stepSeconds: number, checks: Promise<Step[]>): Groups {
  const by = async (keyOf: (step: Step) => string) =>
    new Map([...groupBy(await checks, keyOf)].map(([key, group]) => [key, mergeRollups(group)]));
  return {
    stepSeconds,
    byMonitor: () => by(({ monitorId }) => monitorId),
    byTime: () => by(({ at }) => String(at.getTime())),
  };
}

async function singleChecks(sql: Sql, monitorIds: readonly string[], span: Span, stepSeconds: number): Promise<Step[]> {
  const rows = await rollupsStore.countSteps(sql, span, stepSeconds, monitorIds);
  return rows.map(({ durations, ...row }) => ({ ...row, ...ofDurations(durations) }));
}

/** pointsOf returns the points of a graph, in chronological order. */
export const pointsOf = (byTime: ReadonlyMap<string, Rollup>): GraphPoint[] =>
  [...byTime]
    .map(([at, rollup]) => ({ at: Number(at), rollup }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, rollup }) => pointOf(new Date(at), rollup));

/** pointsOfSteps is like `pointsOf`, from steps. */
export const pointsOfSteps = (steps: readonly Step[]): GraphPoint[] =>
  pointsOf(
    new Map([...groupBy(steps, ({ at }) => String(at.getTime()))].map(([at, group]) => [at, mergeRollups(group)])),
  );

/** groupBy groups items by key. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
