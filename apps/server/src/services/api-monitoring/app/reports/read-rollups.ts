import type { GraphPoint } from '@touchstone/contracts/api-monitoring';
import type { Sql } from '../../../../platform/database/pool.ts';
import { ofDurations, pointOf, type Rollup, wholeDaysUntil } from '../../domain/rollup.ts';
import { levels, rollupsStore } from '../../store/rollups.store.ts';
import type { Span } from './results.ts';

/** A step of a monitor in a region. */
export interface Step extends Rollup {
  monitorId: string;
  region: string;
  at: Date;
}
/** Steps of monitors, and how long each is. */
export interface Steps {
  steps: Step[];
  stepSeconds: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Spans up to this are read from hours, longer ones from days. */
const mostHours = 14 * 24;
/** Of so many monitors single checks are read. */
const mostSingle = 100;
/** More roll-ups would make percentiles slow; averages stay. */
const mostMerged = 20_000;

const floorTo = (at: Date, ms: number): Date => new Date(Math.floor(at.getTime() / ms) * ms);

/**
 * readSteps reads what is known of monitors in a span: short ones from single checks where `fine`, others from hours, long ones as days. A span is
 * counted to the hour: it begins with the whole hour in which `from` lies, and days that lie in it in part are counted from their hours, as
 * are days that have not ended an hour ago: their last hours may not be in them yet.
 */
export async function readSteps(
  sql: Sql,
  monitorIds: readonly string[],
  span: Span,
  { now, fine = false }: { now: Date; fine?: boolean },
): Promise<Steps> {
  const hours = (span.to.getTime() - span.from.getTime()) / hourMs;
  if (fine && hours <= 6 && monitorIds.length <= mostSingle) {
    const stepSeconds = hours <= 1 ? 60 : 300;
    const rows = await rollupsStore.countSteps(sql, span, stepSeconds, monitorIds);
    return { stepSeconds, steps: rows.map(({ durations, ...row }) => ({ ...row, ...ofDurations(durations) })) };
  }
  const from = floorTo(span.from, hourMs);
  const hoursOf = (first: Date, end: Date) =>
    first < end ? rollupsStore.of(sql, monitorIds, levels.hour, first, end) : Promise.resolve([]);
  if (hours <= mostHours) return { stepSeconds: hourMs / 1000, steps: await hoursOf(from, span.to) };
  const firstDay = floorTo(new Date(from.getTime() + dayMs - 1), dayMs);
  const lastWhole = wholeDaysUntil(now);
  const end = floorTo(span.to, dayMs);
  const lastDay = end < lastWhole ? end : lastWhole;
  const [before, days, after] = await Promise.all([
    hoursOf(from, firstDay),
    rollupsStore.of(sql, monitorIds, levels.day, firstDay, lastDay),
    hoursOf(lastDay, span.to),
  ]);
  const edges = [...before, ...after].map((step) => ({ ...step, at: floorTo(step.at, dayMs) }));
  return { stepSeconds: dayMs / 1000, steps: [...days, ...edges] };
}

/** pointsOf are the points of a graph, in order. */
export function pointsOf(steps: readonly Step[]): GraphPoint[] {
  const byTime = groupBy(steps, ({ at }) => String(at.getTime()));
  const withPercentiles = steps.length <= mostMerged;
  return [...byTime]
    .map(([at, group]) => ({ at: Number(at), group }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, group }) => pointOf(new Date(at), group, withPercentiles));
}

/** groupBy puts things together by a key. */
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
