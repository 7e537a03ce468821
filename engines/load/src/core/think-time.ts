import type { RandomSource } from '@touchstone/kernel';
import type { ThinkTime } from './plan.ts';

/** drawThinkTime returns one pause in milliseconds, never below 0; 0 without a think time. */
export function drawThinkTime(thinkTime: ThinkTime | undefined, random: RandomSource): number {
  if (thinkTime === undefined) return 0;
  switch (thinkTime.type) {
    case 'constant':
      return Math.max(0, thinkTime.ms);
    case 'uniform':
      return Math.max(0, thinkTime.minMs + (thinkTime.maxMs - thinkTime.minMs) * random());
    case 'normal':
      return Math.max(0, thinkTime.meanMs + thinkTime.deviationMs * standardNormal(random));
  }
}

/** Box-Muller transform; 1 - random() is never 0. */
function standardNormal(random: RandomSource): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
