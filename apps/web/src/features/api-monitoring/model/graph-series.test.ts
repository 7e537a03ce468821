import type { GraphPoint } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { budgetLeft, seriesOf, uptimeOf } from './graph-series.ts';

const point = (at: string, p95Ms: number | null): GraphPoint => ({
  at,
  up: 1,
  degraded: 0,
  down: 0,
  unknown: 0,
  maintenance: 0,
  retried: 0,
  averageMs: null,
  p50Ms: null,
  p95Ms,
  p99Ms: null,
  maxMs: null,
});

test('steps without checks leave a gap in the line', () => {
  const points = [
    point('2026-11-20T08:00:00.000Z', 100),
    point('2026-11-20T08:01:00.000Z', null),
    point('2026-11-20T08:05:00.000Z', 90),
  ];
  expect(seriesOf({ from: '2026-11-20T08:00:00.000Z', stepSeconds: 60, points }, [({ p95Ms }) => p95Ms])).toEqual({
    seconds: [0, 60, 120, 300],
    values: [[100, null, null, 90]],
  });
});

test('degraded checks count as available, unknown ones do not count', () => {
  expect(uptimeOf([{ up: 8, degraded: 1, down: 1 }])).toBe(90);
  expect(uptimeOf([])).toBeNull();
});

test.each([
  [100, 99, 100],
  [99.5, 99, 50],
  [98, 99, -100],
  [null, 99, null],
  [99, null, null],
])('with %s %% uptime and an objective of %s %%, the remaining budget is %s %%', (uptime, slo, left) => {
  const found = budgetLeft(uptime, slo);
  if (left === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(left);
});
