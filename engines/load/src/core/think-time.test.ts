import { seededRandom } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { drawThinkTime } from './think-time.ts';

const drawMany = (thinkTime: Parameters<typeof drawThinkTime>[0]) => {
  const random = seededRandom(7);
  return Array.from({ length: 20_000 }, () => drawThinkTime(thinkTime, random));
};
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('no think time and a constant one', () => {
  expect(drawThinkTime(undefined, () => 0.5)).toBe(0);
  expect(drawThinkTime({ type: 'constant', ms: 250 }, () => 0.5)).toBe(250);
});

test('uniform: within its limits, with the expected mean and variance', () => {
  const values = drawMany({ type: 'uniform', minMs: 100, maxMs: 300 });
  expect(Math.min(...values)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...values)).toBeLessThan(300);
  expect(Math.abs(mean(values) - 200)).toBeLessThan(2);
  expect(Math.abs(mean(values.map((value) => (value - 200) ** 2)) / (200 ** 2 / 12) - 1)).toBeLessThan(0.05);
});

test('normal: mean, deviation, share within one deviation; never negative', () => {
  const values = drawMany({ type: 'normal', meanMs: 1000, deviationMs: 100 });
  expect(Math.abs(mean(values) - 1000)).toBeLessThan(3);
  expect(Math.abs(Math.sqrt(mean(values.map((value) => (value - 1000) ** 2))) - 100)).toBeLessThan(3);
  expect(Math.abs(values.filter((value) => Math.abs(value - 1000) < 100).length / values.length - 0.6827)).toBeLessThan(
    0.01,
  );
  expect(Math.min(...drawMany({ type: 'normal', meanMs: 10, deviationMs: 100 }))).toBe(0);
});
