import type { Histogram } from './histogram.ts';

/** normalTail returns the share of a standard normal distribution beyond ±|z|, both sides together. */
export function normalTail(z: number): number {
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}

/** Complementary error function, Chebyshev fit with a relative error below 1.2e-7 (Numerical Recipes §6.2). */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ];
  return t * Math.exp(-x * x + series.reduce((sum, coefficient) => sum * t + coefficient, 0));
}

/**
 * RankComparison of two samples. `superiority`: the probability that a value of the second is larger than one of the
 * first, ties counting half.
 */
export interface RankComparison {
  superiority: number;
  /** Two-sided, for the hypothesis that neither tends to be larger. */
  pValue: number;
}

/** compareRanks is the Mann-Whitney U test with correction for ties, on the buckets of two non-empty histograms. */
export function compareRanks(first: Histogram, second: Histogram): RankComparison {
  const counts = new Map<number, [first: number, second: number]>();
  for (const [us, count] of first.entries()) counts.set(us, [count, 0]);
  for (const [us, count] of second.entries()) counts.set(us, [counts.get(us)?.[0] ?? 0, count]);
  let smallerOfFirst = 0;
  let larger = 0;
  let ties = 0;
  for (const us of [...counts.keys()].sort((a, b) => a - b)) {
    const [ofFirst, ofSecond] = counts.get(us)!;
    larger += ofSecond * (smallerOfFirst + ofFirst / 2);
    smallerOfFirst += ofFirst;
    const tied = ofFirst + ofSecond;
    ties += tied * tied * tied - tied;
  }
  const pairs = first.count * second.count;
  const all = first.count + second.count;
  const variance = (pairs / 12) * (all + 1 - ties / (all * (all - 1)));
  const z = variance <= 0 ? 0 : (larger - pairs / 2) / Math.sqrt(variance);
  return { superiority: larger / pairs, pValue: normalTail(z) };
}

/**
 * quantileInterval returns limits that contain the true percentile with 99 % confidence, for any distribution (order
 * statistics).
 */
export function quantileInterval(histogram: Histogram, percent: number): [low: number, high: number] {
  const share = percent / 100;
  const middle = histogram.count * share;
  const spread = 2.5758 * Math.sqrt(histogram.count * share * (1 - share));
  const percentOf = (rank: number) => Math.min(100, Math.max(0, (rank / histogram.count) * 100));
  return [histogram.percentile(percentOf(middle - spread)), histogram.percentile(percentOf(middle + spread + 1))];
}

/** compareShares is the two-sided test of two proportions; equal shares return 1. */
export function compareShares(first: { of: number; hits: number }, second: { of: number; hits: number }): number {
  const pooled = (first.hits + second.hits) / (first.of + second.of);
  const variance = pooled * (1 - pooled) * (1 / first.of + 1 / second.of);
  if (!(variance > 0)) return 1;
  return normalTail((first.hits / first.of - second.hits / second.of) / Math.sqrt(variance));
}
