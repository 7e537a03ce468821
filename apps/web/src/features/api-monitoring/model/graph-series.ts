import type { GraphPoint, MonitorGraph } from '@touchstone/contracts/api-monitoring';
import type { ChartData } from '../../../ui/chart/time-chart.tsx';

/**
 * seriesOf returns the points of a graph for a chart: seconds since the start of the span, with a gap where steps have
 * no checks.
 */
export function seriesOf(
  { from, stepSeconds, points }: Pick<MonitorGraph, 'from' | 'stepSeconds' | 'points'>,
  lines: readonly ((point: GraphPoint) => number | null)[],
): ChartData {
  const start = Date.parse(from);
  const seconds: number[] = [];
  const values: (number | null)[][] = lines.map(() => []);
  for (const point of points) {
    const second = (Date.parse(point.at) - start) / 1000;
    const before = seconds.at(-1);
    if (before !== undefined && second - before > stepSeconds * 1.5) {
      seconds.push(before + stepSeconds);
      for (const line of values) line.push(null);
    }
    seconds.push(second);
    for (const [index, read] of lines.entries()) values[index]?.push(read(point));
  }
  return { seconds, values };
}

/** Availability in a span, in percent; null if unknown. Maintenance is left out, DEGRADED counts as available. */
export function uptimeOf(points: readonly Pick<GraphPoint, 'up' | 'degraded' | 'down'>[]): number | null {
  let available = 0;
  let known = 0;
  for (const { up, degraded, down } of points) {
    available += up + degraded;
    known += up + degraded + down;
  }
  return known === 0 ? null : (available / known) * 100;
}

/** Remaining share of the error budget in percent, below 0 if overspent; null without an objective or a measurement. */
export function budgetLeft(uptimePercent: number | null, sloPercent: number | null): number | null {
  if (uptimePercent === null || sloPercent === null || sloPercent >= 100) return null;
  return (1 - (100 - uptimePercent) / (100 - sloPercent)) * 100;
}
