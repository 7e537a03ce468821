import type { RandomSource } from '@touchstone/kernel';
import type { DelayDistribution } from '../stub.ts';

/** The longest delay in milliseconds; longer delays are capped. */
export const longestDelayMs = 600_000;

/** sampleDelay draws a delay in milliseconds from a distribution. */
export function sampleDelay(distribution: DelayDistribution, random: RandomSource): number {
  switch (distribution.type) {
    case 'fixed':
      return distribution.milliseconds;
    case 'uniform':
      return Math.round(distribution.lower + random() * (distribution.upper - distribution.lower));
    case 'lognormal': {
      // Box–Muller: a normal value from two uniform ones.
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const drawn = Math.round(distribution.median * Math.exp(distribution.sigma * normal));
      return Math.min(drawn, distribution.maxValue ?? longestDelayMs);
    }
  }
}

/**
 * delayOf returns how long a response waits, in milliseconds: the sum of its fixed delay and its distribution, each
 * defaulting to the mock's.
 */
export function delayOf(
  response: { fixedDelayMilliseconds?: number; delayDistribution?: DelayDistribution },
  otherwise: { fixedDelay?: number | undefined; delayDistribution?: DelayDistribution | undefined },
  random: RandomSource,
): number {
  const fixed = response.fixedDelayMilliseconds ?? otherwise.fixedDelay ?? 0;
  const distribution = response.delayDistribution ?? otherwise.delayDistribution;
  const drawn = distribution === undefined ? 0 : sampleDelay(distribution, random);
  return Math.min(longestDelayMs, Math.max(0, fixed + drawn));
}
