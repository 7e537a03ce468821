import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addCounts,
  budgetOf,
  distributionOf,
  goodAndBad,
  latencyOf,
  mergeDurations,
  mergeRollups,
  ofDurations,
  percentileMs,
  pointOf,
  unpacked,
  uptimeOf,
  wholeDaysUntil,
} from './rollup.ts';

const durations = fc.array(fc.integer({ min: 0, max: 60_000_000 }), { maxLength: 80 });

test('merging in any order and grouping equals counting everything together', () => {
  fc.assert(
    fc.property(durations, durations, durations, (a, b, c) => {
      const [x, y, z] = [a, b, c].map((one) => ofDurations(one)) as [
        ReturnType<typeof ofDurations>,
        ReturnType<typeof ofDurations>,
        ReturnType<typeof ofDurations>,
      ];
      const whole = ofDurations([...a, ...b, ...c]);
      expect(mergeDurations([mergeDurations([x, y]), z])).toEqual(whole);
      expect(mergeDurations([z, mergeDurations([y, x])])).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});

test('packed histograms merge to the same result', () => {
  const pack = (all: ReturnType<typeof ofDurations>[]): Buffer =>
    Buffer.concat(
      all.flatMap(({ histogram }) => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(histogram.length);
        return [length, histogram];
      }),
    );
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 6 }), (all) => {
      const some = all.map((one) => ofDurations(one));
      const { histogram: _merged, ...whole } = mergeDurations(some);
      expect(unpacked({ ...whole, packed: pack(some) })).toEqual(ofDurations(all.flat()));
    }),
    { numRuns: 200 },
  );
  const { histogram: _left, ...averages } = ofDurations([1000, 3000]);
  expect(latencyOf(unpacked({ ...averages, packed: null }))).toMatchObject({ count: 2, averageMs: 2, p50Ms: null });
});

test('percentiles are within 1 %; count, average, smallest and largest are exact', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000_000 }), { minLength: 1, maxLength: 200 }), (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      const latency = latencyOf(ofDurations(values));
      expect([latency.count, latency.minMs, latency.maxMs]).toEqual([
        values.length,
        (sorted[0] ?? 0) / 1000,
        (sorted.at(-1) ?? 0) / 1000,
      ]);
      expect(latency.averageMs).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length / 1000, 6);
      for (const percent of [50, 95, 99]) {
        const exact = (sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length - 1e-9)) - 1] ?? 0) / 1000;
        const [found = 0] = percentileMs(ofDurations(values), percent);
        expect(Math.abs((found ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.011 + 0.002);
      }
    }),
    { numRuns: 300 },
  );
});

test('a distribution contains every value once', () => {
  const ranges = distributionOf(ofDurations([1000, 1000, 50_000, 100_000]));
  expect(ranges).toHaveLength(30);
  expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect([ranges[0]?.count, ranges.at(-1)?.count]).toEqual([2, 1]);
  expect(distributionOf(ofDurations([]))).toEqual([]);
});

const counts = {
  up: 90,
  degraded: 5,
  down: 5,
  unknown: 10,
  retried: 10,
  maintenanceUp: 3,
  maintenanceDown: 5,
  maintenanceUnknown: 2,
};
test.each([
  ['ignored', 'excluded', 'excluded', 95, 5],
  ['counted', 'excluded', 'excluded', 95, 15],
  ['ignored', 'counted', 'excluded', 98, 10],
  ['ignored', 'excluded', 'down', 95, 15],
  ['counted', 'counted', 'down', 98, 32],
] as const)(
  'retries %s, maintenance %s, unknown %s: %i good and %i bad',
  (retries, maintenance, unknown, good, bad) => {
    const accounting = { retries, maintenance, unknown };
    expect(goodAndBad(counts, accounting)).toEqual({ good, bad });
    expect(uptimeOf(addCounts([counts, counts]), accounting)).toBeCloseTo((100 * good) / (good + bad));
  },
);

test.each([
  [100, 99, 1, 0],
  [99, 99, 0, 1],
  [99.5, 99, 0.5, 0.5],
  [97, 99, -2, 3],
])('with %d %% of %d %%, %d of the error budget is left at burn rate %d', (uptime, slo, left, burnRate) => {
  const found = budgetOf(uptime, slo);
  expect(found.left).toBeCloseTo(left);
  expect(found.burnRate).toBeCloseTo(burnRate);
  expect(budgetOf(null, slo)).toEqual({ left: null, burnRate: null });
});

test.each([
  ['2026-03-02T23:59:59Z', '2026-03-02T00:00:00Z'],
  ['2026-03-03T00:00:00Z', '2026-03-02T00:00:00Z'],
  ['2026-03-03T00:59:59Z', '2026-03-02T00:00:00Z'],
  ['2026-03-03T01:00:00Z', '2026-03-03T00:00:00Z'],
])('at %s days are whole until %s', (now, until) => {
  expect(wholeDaysUntil(new Date(now))).toEqual(new Date(until));
});

test('graph points have counts and times; merged spans equal one long span', () => {
  const at = new Date(0);
  const hours = [
    [1000, 3000],
    [5000, 7000],
  ].map((us) => ({ ...counts, ...ofDurations(us) }));
  const [first] = hours;
  expect(mergeRollups(hours.slice(0, 1))).toBe(first);
  const whole = mergeRollups(hours);
  expect(whole).toEqual({ ...addCounts([counts, counts]), ...ofDurations([1000, 3000, 5000, 7000]) });
  const point = pointOf(at, whole);
  const shown = { up: 180, degraded: 10, down: 10, unknown: 20, retried: 20, maintenance: 20 };
  expect(point).toMatchObject({ at: '1970-01-01T00:00:00.000Z', ...shown, averageMs: 4, maxMs: 7 });
  expect([point.p50Ms, point.p99Ms].map((ms) => Math.round(ms ?? 0))).toEqual([3, 7]);
  const none = { averageMs: null, p50Ms: null, p95Ms: null, p99Ms: null, maxMs: null };
  expect(pointOf(at, { ...counts, ...ofDurations([]) })).toMatchObject(none);
});

test('the ranges of a distribution are contiguous from the smallest to the largest value', () => {
  const ranges = distributionOf(ofDurations([10_000, 25_000, 40_000]), 3);
  expect(ranges.map(({ fromMs, toMs, count }) => [Math.round(fromMs), Math.round(toMs), count])).toEqual([
    [10, 20, 1],
    [20, 30, 1],
    [30, 40, 1],
  ]);
  expect(budgetOf(99, null)).toEqual({ left: null, burnRate: null });
  expect(
    uptimeOf(
      { ...counts, up: 0, degraded: 0, down: 0 },
      { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' },
    ),
  ).toBeNull();
});
