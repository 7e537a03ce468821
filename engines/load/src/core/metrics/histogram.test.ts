import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Histogram, mergeHistograms } from './histogram.ts';

const durations = fc.array(fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 0xffff_ffff })), {
  minLength: 1,
  maxLength: 300,
});
const percents = [0, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100];

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

/** Nearest rank on the raw values. */
function exactPercentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length - 1e-9)) - 1]!;
}

describe('Histogram', () => {
  test('every percentile is within 0.1 % of the raw values', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const histogram = histogramOf(values);
        for (const percent of percents) {
          const exact = exactPercentile(values, percent);
          expect(Math.abs(histogram.percentile(percent) - exact)).toBeLessThanOrEqual(exact * 0.001);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('every whole µs up to the linear limit is kept exactly', () => {
    for (let us = 0; us < 1024; us += 1) expect(histogramOf([us, us, 5000]).percentile(50)).toBe(us);
  });

  test('values at every power of two are counted in the bucket that contains them', () => {
    for (let bit = 0; bit < 32; bit += 1) {
      for (const value of [2 ** bit - 1, 2 ** bit, 2 ** bit + 1]) {
        if (value > 0xffff_ffff) continue;
        const [[middle]] = [...histogramOf([value]).entries()] as [[number, number]];
        expect(Math.abs(middle - value)).toBeLessThanOrEqual(value * 0.001);
      }
    }
  });

  test('count, sum, min and max are exact; fractions are rounded, negative and huge values are clamped', () => {
    const histogram = histogramOf([1.4, 1.6, -5, 1e12]);
    expect([histogram.count, histogram.sum, histogram.min, histogram.max]).toEqual([
      4,
      3 + 0xffff_ffff,
      0,
      0xffff_ffff,
    ]);
  });

  test('an empty histogram returns zeros', () => {
    const histogram = new Histogram();
    expect(histogram.percentile(99)).toBe(0);
    expect([...histogram.entries()]).toEqual([]);
    expect(histogram.serialize()).toEqual({ count: 0, sum: 0, min: 0, max: 0, buckets: '' });
  });

  test('merging in any grouping and order equals recording everything into one', () => {
    fc.assert(
      fc.property(durations, durations, durations, (a, b, c) => {
        const [ha, hb, hc] = [a, b, c].map((values) => histogramOf(values).serialize()) as [
          ReturnType<Histogram['serialize']>,
          ReturnType<Histogram['serialize']>,
          ReturnType<Histogram['serialize']>,
        ];
        const whole = histogramOf([...a, ...b, ...c]).serialize();
        expect(mergeHistograms([mergeHistograms([ha, hb]), hc])).toEqual(whole);
        expect(mergeHistograms([ha, mergeHistograms([hb, hc])])).toEqual(whole);
        expect(mergeHistograms([hc, ha, hb])).toEqual(whole);
        const added = Histogram.from(ha);
        added.add(Histogram.from(hb));
        added.add(hc);
        expect(added.serialize()).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  test('serializing keeps everything, and a reset histogram equals a new one', () => {
    fc.assert(
      fc.property(durations, durations, (first, second) => {
        const histogram = histogramOf(first);
        expect(Histogram.from(JSON.parse(JSON.stringify(histogram.serialize()))).serialize()).toEqual(
          histogram.serialize(),
        );
        histogram.reset();
        for (const value of second) histogram.record(value);
        expect(histogram.serialize()).toEqual(histogramOf(second).serialize());
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['text that is not base64', '%%%', 'not base64'],
    ['an unfinished number', btoa('\u00ff'), 'ends within a number'],
    ['a bucket out of range', btoa('\u00ff\u00ff\u007f\u0001'), 'outside its range'],
  ])('damage is detected: %s', (_, buckets, message) => {
    expect(() => Histogram.from({ count: 1, sum: 1, min: 1, max: 1, buckets })).toThrow(message);
  });

  test('a million values of a heavy-tailed distribution: p50 to p99.99 within 0.1 %', () => {
    let seed = 42;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed + 0.5) / 2 ** 32;
    };
    const values = Array.from({ length: 1_000_000 }, () => Math.round(2000 / random() ** 0.6));
    const histogram = histogramOf(values);
    values.sort((a, b) => a - b);
    for (const percent of [50, 75, 90, 95, 99, 99.9, 99.99]) {
      const exact = values[Math.ceil((percent / 100) * values.length - 1e-9) - 1]!;
      expect(Math.abs(histogram.percentile(percent) / exact - 1)).toBeLessThanOrEqual(0.001);
    }
  });
});
