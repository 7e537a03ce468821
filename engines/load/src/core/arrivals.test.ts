import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arrivals } from './arrivals.ts';
import type { RampingArrivalRate } from './plan.ts';

const constant = (rate: number, durationMs: number, timeUnitMs = 1000) =>
  new Arrivals({ type: 'constant-arrival-rate', rate, durationMs, timeUnitMs, preAllocatedVus: 1 });
const ramping = (startRate: number, ...stages: [durationMs: number, target: number][]) =>
  new Arrivals({
    type: 'ramping-arrival-rate',
    startRate,
    stages: stages.map(([durationMs, target]) => ({ durationMs, target })),
    preAllocatedVus: 1,
  });

const anyRamp: fc.Arbitrary<RampingArrivalRate> = fc.record({
  type: fc.constant('ramping-arrival-rate' as const),
  startRate: fc.integer({ min: 0, max: 200 }),
  timeUnitMs: fc.constantFrom(1000, 60_000, 700),
  stages: fc.array(
    fc.record({ durationMs: fc.integer({ min: 0, max: 5000 }), target: fc.integer({ min: 0, max: 200 }) }),
    { minLength: 1, maxLength: 6 },
  ),
  preAllocatedVus: fc.constant(1),
});

describe('Arrivals', () => {
  test.each([
    ['10 per second × 1 s', constant(10, 1000), 10],
    ['3 per second × 10 s', constant(3, 10_000), 30],
    ['7 per minute × 90 s', constant(7, 90_000, 60_000), 11],
    ['0.1 per second × 30 s', constant(0.1, 30_000), 3],
    ['0.3 per second × 10 s', constant(0.3, 10_000), 3],
    ['none', constant(0, 10_000), 0],
    ['0 to 100 in 10 s', ramping(0, [10_000, 100]), 500],
    ['up, level, down', ramping(0, [10_000, 100], [5000, 100], [10_000, 0]), 1500],
    ['a jump', ramping(10, [1000, 10], [0, 50], [1000, 50]), 60],
  ])('total: %s', (_, arrivals, total) => {
    expect(arrivals.total).toBe(total);
    expect([...arrivals.instants()]).toHaveLength(total);
  });

  test('a rising rate: arrival k is at the square root given by the integral', () => {
    const instants = [...ramping(0, [10_000, 100]).instants()];
    for (const [k, atMs] of instants.entries()) expect(atMs).toBeCloseTo(1000 * Math.sqrt(k / 5), 8);
  });

  test('a falling rate', () => {
    const instants = [...ramping(100, [10_000, 0]).instants()];
    for (const [k, atMs] of instants.entries()) expect(atMs).toBeCloseTo(10_000 - 1000 * Math.sqrt((500 - k) / 5), 6);
  });

  test('no drift: the last of 3.6 million arrivals of an hour is exact', () => {
    let last = 0;
    let count = 0;
    for (const atMs of constant(1000, 3_600_000).instants({ index: 99_999, count: 100_000 })) {
      last = atMs;
      count += 1;
    }
    expect([count, last]).toEqual([36, 3_599_999]);
  });

  test('nothing happens while the rate is 0, neither at the start nor between stages', () => {
    const instants = [...ramping(0, [1000, 0], [1000, 10], [0, 0], [3000, 0], [0, 10], [500, 10]).instants()];
    expect(instants).toHaveLength(10);
    expect(instants.filter((atMs) => atMs < 1000 || (atMs > 2000 && atMs < 5000))).toEqual([]);
    expect(instants[0]).toBe(1000);
    expect(instants[5]).toBe(5000);
  });

  test('instants rise, are within the plan, and the integral of the rate up to arrival k is k', () => {
    fc.assert(
      fc.property(anyRamp, (executor) => {
        const arrivals = new Arrivals(executor);
        const durationMs = executor.stages.reduce((sum, stage) => sum + stage.durationMs, 0);
        let previous = 0;
        for (const [k, atMs] of [...arrivals.instants()].entries()) {
          expect(atMs).toBeGreaterThanOrEqual(previous);
          expect(atMs).toBeLessThanOrEqual(durationMs);
          expect(integral(executor, atMs)).toBeCloseTo(k, 6);
          previous = atMs;
        }
      }),
      { numRuns: 200 },
    );
  });

  test('slices partition the instants exactly, and due counts agree with the instants', () => {
    fc.assert(
      fc.property(anyRamp, fc.integer({ min: 1, max: 7 }), (executor, count) => {
        const arrivals = new Arrivals(executor);
        const all = [...arrivals.instants()];
        const dealt = Array.from({ length: count }, (_, index) => [...arrivals.instants({ index, count })]);
        expect(dealt.flat().sort((a, b) => a - b)).toEqual(all);
        for (const atMs of [0, 1, 777, 2500, 4999, 40_000]) {
          const due = all.filter((instant) => instant <= atMs - 1e-6).length;
          const dueSoon = all.filter((instant) => instant <= atMs + 1e-6).length;
          const counted = dealt.reduce((sum, _, index) => sum + arrivals.countUntil(atMs, { index, count }), 0);
          expect(counted).toBe(arrivals.countUntil(atMs));
          expect(counted).toBeGreaterThanOrEqual(due);
          expect(counted).toBeLessThanOrEqual(dueSoon);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the rate at an instant', () => {
    const arrivals = ramping(10, [1000, 20], [0, 50], [1000, 50]);
    expect([-1, 0, 500, 1000, 1999, 2000].map((ms) => arrivals.ratePerSecondAt(ms))).toEqual([0, 10, 15, 50, 50, 0]);
  });
});

/** Numerically, by the trapezoid of each stage. */
function integral({ startRate, stages, timeUnitMs = 1000 }: RampingArrivalRate, untilMs: number): number {
  let area = 0;
  let from = startRate;
  let begin = 0;
  for (const { durationMs, target } of stages) {
    const within = Math.max(0, Math.min(durationMs, untilMs - begin));
    const at = durationMs === 0 ? from : from + ((target - from) * within) / durationMs;
    area += ((from + at) / 2) * within;
    begin += durationMs;
    from = target;
  }
  return area / timeUnitMs;
}
