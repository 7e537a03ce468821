import { expect, test } from 'vitest';
import type { DelayDistribution } from '../stub.ts';
import { delayOf, longestDelayMs, sampleDelay } from './delays.ts';

/** Returns these values one after another. */
const drawing =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0;

test.each<[distribution: DelayDistribution, drawn: number[], ms: number]>([
  [{ type: 'fixed', milliseconds: 7 }, [], 7],
  [{ type: 'uniform', lower: 100, upper: 200 }, [0], 100],
  [{ type: 'uniform', lower: 100, upper: 200 }, [0.254], 125],
  [{ type: 'lognormal', median: 100, sigma: 0.5 }, [0, 0.3], 100],
  [{ type: 'lognormal', median: 100, sigma: 0.5 }, [1 - Math.exp(-0.5), 0], 165],
  [{ type: 'lognormal', median: 100, sigma: 0.5 }, [1 - Math.exp(-0.5), 0.5], 61],
  [{ type: 'lognormal', median: 100, sigma: 0.5, maxValue: 120 }, [1 - Math.exp(-0.5), 0], 120],
  [{ type: 'lognormal', median: 100, sigma: 50 }, [1 - Math.exp(-0.5), 0], longestDelayMs],
])('%j with the random values %j waits %i ms', (distribution, drawn, ms) => {
  expect(sampleDelay(distribution, drawing(...drawn))).toBe(ms);
});

const uniform: DelayDistribution = { type: 'uniform', lower: 10, upper: 10 };
test.each<[response: object, otherwise: object, ms: number]>([
  [{}, {}, 0],
  [{ fixedDelayMilliseconds: 5 }, { fixedDelay: 7 }, 5],
  [{}, { fixedDelay: 7 }, 7],
  [{ fixedDelayMilliseconds: 5, delayDistribution: uniform }, {}, 15],
  [{ delayDistribution: uniform }, { fixedDelay: 7 }, 17],
  [{ fixedDelayMilliseconds: 5 }, { delayDistribution: uniform }, 15],
  [{ fixedDelayMilliseconds: -5 }, {}, 0],
  [{ fixedDelayMilliseconds: longestDelayMs + 1 }, {}, longestDelayMs],
])('a response with %j, and a mock with %j, waits %i ms', (response, otherwise, ms) => {
  expect(delayOf(response, otherwise, drawing())).toBe(ms);
});
