import type { GraphPoint } from '@touchstone/contracts/api-monitoring';
import type { Sql } from '../../../../platform/database/pool.ts';
import { ofDurations, pointOf, type Rollup } from '../../domain/rollup.ts';
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
/** Spans up to this are read from hours, longer ones from days. */
const mostHours = 14 * 24;
/** Of so many monitors single checks are read. */
const mostSingle = 100;
/** More roll-ups would make percentiles slow; averages stay. */
const mostMerged = 20_000;

const floorTo = (at: Date, ms: number): Date => new Date(Math.floor(at.getTime() / ms) * ms);

/**
 * readSteps reads what is known of monitors in a span: short ones from single checks where `fine`, others from hours and days. A span begins with the whole
 * step in which `from` lies.
 */
export async function readSteps(sql: Sql, monitorIds: readonly string[], span: Span, fine = false): Promise<Steps> {
  const hours = (span.to.getTime() - span.from.getTime()) / hourMs;
  if (fine && hours <= 6 && monitorIds.length <= mostSingle) {
    const stepSeconds = hours <= 1 ? 60 : 300;
    const rows = await rollupsStore.countSteps(sql, span, stepSeconds, monitorIds);
    return { stepSeconds, steps: rows.map(({ durations, ...row }) => ({ ...row, ...ofDurations(durations) })) };
  }
  const [level, stepMs] = hours <= mostHours ? [levels.hour, hourMs] : [levels.day, 24 * hourMs];
  const steps = await rollupsStore.of(sql, monitorIds, level, floorTo(span.from, stepMs), span.to);
  return { stepSeconds: stepMs / 1000, steps };
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
