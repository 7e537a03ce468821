import { seededRandom } from '@touchstone/kernel';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../testing/summary-of.ts';
import { Histogram } from '../metrics/histogram.ts';
import { compareRanks, compareShares, normalTail, quantileInterval } from '../metrics/statistics.ts';
import { drawThinkTime } from '../think-time.ts';
import { compareWithBaseline } from './compare-baseline.ts';

/** Log-normal latencies in µs with the given median. */
function latencies(seed: number, count: number, medianUs: number, spread = 0.3): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const normal = drawThinkTime({ type: 'normal', meanMs: 100, deviationMs: 1 }, random) - 100;
    return medianUs * Math.exp(spread * normal);
  });
}
const compare = (baseline: number[], run: number[]) =>
  compareWithBaseline(summaryOf({ a: baseline }), summaryOf({ a: run })).total;
const histogramOf = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
};

describe('statistics', () => {
  test.each([
    [0, 1],
    [1, 0.3173105],
    [1.959964, 0.05],
    [-2.575829, 0.01],
    [4, 6.334e-5],
  ])('beyond ±%d lies %d of a normal distribution', (z, share) => {
    expect(Math.abs(normalTail(z) / share - 1)).toBeLessThan(1e-3);
  });

  test('Mann-Whitney: every pair counted by hand gives the same', () => {
    const first = [10, 12, 12, 15, 20, 20, 31];
    const second = [12, 16, 20, 22, 40];
    let larger = 0;
    for (const a of first) for (const b of second) larger += b > a ? 1 : b === a ? 0.5 : 0;
    const { superiority, pValue } = compareRanks(histogramOf(first), histogramOf(second));
    expect(superiority).toBeCloseTo(larger / 35, 12);
    // Variance with ties by hand: 35/12 × (13 − (24 + 24) / (12 × 11)).
    const z = (larger - 17.5) / Math.sqrt((35 / 12) * (13 - 48 / 132));
    expect(pValue).toBeCloseTo(normalTail(z), 10);
  });

  test('equal samples: no superiority, p 1', () => {
    expect(compareRanks(histogramOf([5, 5, 5]), histogramOf([5, 5]))).toEqual({ superiority: 0.5, pValue: 1 });
  });

  test('the interval of p95 contains the true one in about 99 of 100 samples', () => {
    const truth = 10_000 * Math.exp(0.3 * 1.644854);
    let held = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const [low, high] = quantileInterval(histogramOf(latencies(seed, 500, 10_000)), 95);
      if (low <= truth * 1.001 && truth <= high * 1.001) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(388);
  });

  test('two proportions', () => {
    expect(compareShares({ of: 1000, hits: 10 }, { of: 1000, hits: 10 })).toBe(1);
    expect(compareShares({ of: 1000, hits: 0 }, { of: 1000, hits: 0 })).toBe(1);
    expect(compareShares({ of: 1000, hits: 10 }, { of: 1000, hits: 30 })).toBeCloseTo(0.00142, 4);
  });
});

describe('compareWithBaseline', () => {
  test('two runs of the same service differ in at most one of 100 comparisons', () => {
    let different = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const { verdict } = compare(latencies(seed, 2000, 20_000), latencies(seed + 1000, 2000, 20_000));
      if (verdict !== 'noClearDifference') different += 1;
    }
    expect(different).toBeLessThanOrEqual(1);
  });

  test.each([
    ['20 % slower', 24_000, 'slower', /^Slower for typical requests \(p50 .* → .* ms, \+\d+ %\)/],
    ['20 % faster', 16_000, 'faster', /^Faster for typical requests \(p50 .* → .* ms, −\d+ %\)/],
  ])('%s is found at every seed', (_, medianUs, verdict, message) => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const result = compare(latencies(seed, 1000, 20_000), latencies(seed + 1000, 1000, medianUs));
      expect(result.verdict).toBe(verdict);
      expect(result.message).toMatch(message);
      expect(Math.sign(result.p50.change!)).toBe(verdict === 'slower' ? 1 : -1);
    }
  });

  test('1 % slower is no clear difference, however many requests prove it', () => {
    const result = compare(latencies(1, 200_000, 20_000), latencies(2, 200_000, 20_200));
    expect(result.pValue).toBeLessThan(0.001);
    expect(result).toMatchObject({
      verdict: 'noClearDifference',
      message: 'No clear difference: what differs can be chance or is too small to matter.',
    });
  });

  test('one slow request in ten is a slower tail although typical requests are the same', () => {
    const run = latencies(2, 2000, 20_000).map((us, index) => (index % 10 === 0 ? us * 10 : us));
    const result = compare(latencies(1, 2000, 20_000), run);
    expect(result.verdict).toBe('slower');
    expect(result.message).toMatch(/^Slower for the slowest ones \(p95 .* → .* ms, \+\d+ %\)\.$/);
  });

  test('faster in the middle and slower at the end is mixed', () => {
    const run = latencies(2, 2000, 14_000).map((us, index) => (index % 10 === 0 ? us * 10 : us));
    expect(compare(latencies(1, 2000, 20_000), run)).toMatchObject({
      verdict: 'mixed',
      message: expect.stringMatching(/^Faster for typical requests .*, slower for the slowest ones/),
    });
  });

  test('too few requests are reported', () => {
    const result = compare(latencies(1, 29, 20_000), latencies(2, 5000, 40_000));
    expect(result.verdict).toBe('tooFewRequests');
    expect(compare(latencies(1, 30, 20_000), latencies(2, 30, 40_000)).verdict).toBe('slower');
    expect(compare(latencies(1, 5000, 20_000), latencies(2, 29, 40_000)).verdict).toBe('tooFewRequests');
    expect(result.pValue).toBeUndefined();
  });

  test('failures are compared separately from times', () => {
    const times = latencies(1, 1000, 20_000);
    const of = (failed: number) => summaryOf({ a: times }, { failures: failed === 0 ? {} : { status: failed } });
    expect(compareWithBaseline(of(5), of(40)).total.failures).toBe('more');
    expect(compareWithBaseline(of(40), of(5)).total.failures).toBe('fewer');
    expect(compareWithBaseline(of(5), of(8)).total.failures).toBe('noClearDifference');
    expect(compareWithBaseline(of(0), of(8)).total.failedShare).toEqual({ baseline: 0, run: 0.008 });
  });

  test('requests are matched by name; requests of only one run are listed', () => {
    const times = latencies(1, 100, 20_000);
    const comparison = compareWithBaseline(summaryOf({ a: times, old: times }), summaryOf({ new: times, a: times }));
    expect(comparison.requests.map(({ request, verdict }) => [request, verdict])).toEqual([['a', 'noClearDifference']]);
    expect(comparison.onlyInBaseline).toEqual([{ scenario: 'scenario', request: 'old' }]);
    expect(comparison.onlyInRun).toEqual([{ scenario: 'scenario', request: 'new' }]);
  });
});
