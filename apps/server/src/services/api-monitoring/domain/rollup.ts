import type { Accounting, GraphPoint, Latency, VerdictCounts } from '@touchstone/contracts/api-monitoring';
import { Histogram, type HistogramRange } from '@touchstone/engine-load/core';

/** Counts is stored counts of a span. */
export interface Counts {
  up: number;
  degraded: number;
  down: number;
  unknown: number;
  retried: number;
  maintenanceUp: number;
  maintenanceDown: number;
  maintenanceUnknown: number;
}
/** Durations is stored durations of a span. */
export interface Durations {
  count: number;
  sumUs: number;
  minUs: number;
  maxUs: number;
  histogram: Uint8Array;
}
/** A stored hour or day. */
export type Rollup = Counts & Durations;

const noCounts: Counts = {
  up: 0,
  degraded: 0,
  down: 0,
  unknown: 0,
  retried: 0,
  maintenanceUp: 0,
  maintenanceDown: 0,
  maintenanceUnknown: 0,
};
const countNames = Object.keys(noCounts) as (keyof Counts)[];

/** addCounts adds up counts. */
export function addCounts(all: readonly Counts[]): Counts {
  const sum = { ...noCounts };
  for (const one of all) for (const name of countNames) sum[name] += one[name];
  return sum;
}

/** Rounds a duration to within 1 % (seven significant bits), so that similar ones share a bucket. */
function coarse(us: number): number {
  const shift = Math.max(0, Math.floor(Math.log2(Math.max(1, us))) - 6);
  return Math.round(us / 2 ** shift) * 2 ** shift;
}

const scratch = new Histogram();

/** ofDurations aggregates durations in microseconds. Count, sum, minimum and maximum are exact. */
export function ofDurations(durations: readonly number[]): Durations {
  scratch.reset();
  let sumUs = 0;
  let minUs = Number.POSITIVE_INFINITY;
  let maxUs = 0;
  for (const us of durations) {
    scratch.record(coarse(us));
    sumUs += us;
    minUs = Math.min(minUs, us);
    maxUs = Math.max(maxUs, us);
  }
  const count = durations.length;
  return { count, sumUs, minUs: count === 0 ? 0 : minUs, maxUs, histogram: Uint8Array.from(scratch.toBytes()) };
}

/**
 * mergeDurations merges exactly: the result is the same in any order and grouping as from counting everything together.
 */
export function mergeDurations(all: readonly Durations[]): Durations {
  scratch.reset();
  let [count, sumUs, minUs, maxUs] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const one of all) {
    if (one.count === 0) continue;
    scratch.addBytes(rangeOf(one), [one.histogram]);
    count += one.count;
    sumUs += one.sumUs;
    minUs = Math.min(minUs, one.minUs);
    maxUs = Math.max(maxUs, one.maxUs);
  }
  return { count, sumUs, minUs: count === 0 ? 0 : minUs, maxUs, histogram: Uint8Array.from(scratch.toBytes()) };
}

/** mergeRollups adds up counts and merges durations. */
export function mergeRollups(all: readonly Rollup[]): Rollup {
  const [only] = all;
  return all.length === 1 && only ? only : { ...addCounts(all), ...mergeDurations(all) };
}

/**
 * Durations with unmerged histograms, concatenated, each preceded by its length in four bytes; null: without
 * percentiles.
 */
export interface PackedDurations extends Omit<Durations, 'histogram'> {
  packed: Uint8Array | null;
}

/** unpacked merges packed histograms, exactly as `mergeDurations` does. */
export function unpacked<T extends PackedDurations>({ packed, ...durations }: T): Omit<T, 'packed'> & Durations {
  scratch.reset();
  scratch.addBytes(rangeOf(durations), packed ? partsOf(packed) : []);
  return { ...durations, histogram: Uint8Array.from(scratch.toBytes()) };
}

function partsOf(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const parts: Uint8Array[] = [];
  for (let place = 0; place < packed.length; ) {
    const start = place + 4;
    place = start + view.getInt32(place);
    parts.push(packed.subarray(start, place));
  }
  return parts;
}

/** Minimum and maximum may lie outside their rounded buckets; the range must include both. */
const rangeOf = ({ count, sumUs, minUs, maxUs }: Omit<Durations, 'histogram'>): HistogramRange => ({
  count,
  sum: sumUs,
  min: Math.min(minUs, coarse(minUs)),
  max: Math.max(maxUs, coarse(maxUs)),
});

function histogramOf(durations: Durations): Histogram {
  const histogram = new Histogram();
  histogram.addBytes(rangeOf(durations), [durations.histogram]);
  return histogram;
}

/** percentileMs percentiles in milliseconds, within 1 %; null without data or without a histogram. */
export function percentileMs(durations: Durations, ...percents: number[]): (number | null)[] {
  if (durations.histogram.length === 0) return percents.map(() => null);
  const histogram = histogramOf(durations);
  return percents.map((percent) => {
    const us = histogram.percentile(percent);
    return Math.min(durations.maxUs, Math.max(durations.minUs, us)) / 1000;
  });
}

/** latencyOf returns the latency figures of durations. */
export function latencyOf(durations: Durations): Latency {
  const { count, sumUs, minUs, maxUs } = durations;
  const [p50Ms = null, p90Ms = null, p95Ms = null, p99Ms = null] = percentileMs(durations, 50, 90, 95, 99);
  const some = (us: number): number | null => (count === 0 ? null : us / 1000);
  return {
    count,
    minMs: some(minUs),
    averageMs: some(sumUs / Math.max(1, count)),
    p50Ms,
    p90Ms,
    p95Ms,
    p99Ms,
    maxMs: some(maxUs),
  };
}

/** distributionOf returns how many durations fall into each range, in at most `most` ranges. */
export function distributionOf(durations: Durations, most = 30): { fromMs: number; toMs: number; count: number }[] {
  if (durations.count === 0) return [];
  const low = durations.minUs / 1000;
  const width = Math.max(0.001, (durations.maxUs / 1000 - low) / most);
  const counts = new Array<number>(most).fill(0);
  for (const [us, count] of histogramOf(durations).entries()) {
    const index = Math.min(most - 1, Math.max(0, Math.floor((us / 1000 - low) / width)));
    counts[index] = (counts[index] ?? 0) + count;
  }
  return counts.map((count, index) => ({ fromMs: low + index * width, toMs: low + (index + 1) * width, count }));
}

/** shownCounts counts as shown in reports. */
export const shownCounts = ({ up, degraded, down, unknown, retried, ...counts }: Counts): VerdictCounts => ({
  up,
  degraded,
  down,
  unknown,
  retried,
  maintenance: counts.maintenanceUp + counts.maintenanceDown + counts.maintenanceUnknown,
});

/** goodAndBad returns the checks that count as available and as unavailable, by an accounting method. */
export function goodAndBad(
  counts: Counts,
  { retries, maintenance, unknown }: Accounting,
): { good: number; bad: number } {
  let good = counts.up + counts.degraded;
  let bad = counts.down;
  if (retries === 'counted') bad += counts.retried;
  if (unknown === 'down') bad += counts.unknown;
  if (maintenance === 'counted') {
    good += counts.maintenanceUp;
    bad += counts.maintenanceDown;
    if (unknown === 'down') bad += counts.maintenanceUnknown;
  }
  return { good, bad };
}

/** uptimeOf returns the availability in percent; null without data. */
export function uptimeOf(counts: Counts, accounting: Accounting): number | null {
  const { good, bad } = goodAndBad(counts, accounting);
  return good + bad === 0 ? null : (100 * good) / (good + bad);
}

/**
 * budgetOf returns the share of the error budget that is left, and the burn rate (1: exactly used up at the end of the
 * span).
 */
export function budgetOf(
  uptimePercent: number | null,
  sloPercent: number | null,
): { left: number | null; burnRate: number | null } {
  if (uptimePercent === null || sloPercent === null) return { left: null, burnRate: null };
  const burnRate = (100 - uptimePercent) / (100 - sloPercent);
  return { left: 1 - burnRate, burnRate };
}

/** pointOf returns a point of a graph; without percentiles if the histogram was left out. */
export function pointOf(at: Date, rollup: Rollup): GraphPoint {
  const { count, sumUs: sum, maxUs } = rollup;
  const [p50Ms = null, p95Ms = null, p99Ms = null] = percentileMs(rollup, 50, 95, 99);
  return {
    at: at.toISOString(),
    ...shownCounts(rollup),
    averageMs: count === 0 ? null : sum / count / 1000,
    p50Ms,
    p95Ms,
    p99Ms,
    maxMs: count === 0 ? null : maxUs / 1000,
  };
}

/** defaultAccounting is the accounting of lists. */
export const defaultAccounting: Accounting = { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * wholeDaysUntil returns the instant before which the roll-ups of days are complete: a day that ended within the last
 * hour may lack its final hour.
 */
export const wholeDaysUntil = (now: Date): Date => new Date(Math.floor((now.getTime() - hourMs) / dayMs) * dayMs);
