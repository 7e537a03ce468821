import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['30', 's', 30_000],
  ['30', 'ms', 30],
  ['1.5', 's', 1500],
  ['1m30s', 'ms', 90_000],
  [' 1h 30m ', 's', 5_400_000],
  ['500MS', 's', 500],
  ['2d', 's', 172_800_000],
  ['250us', 's', 0.25],
  ['1m30', 's', undefined],
  ['-1s', 's', undefined],
  ['5 minutes', 's', undefined],
  ['', 's', undefined],
] as const)('%j with bare numbers in %s is %j ms', (text, bareUnit, ms) => {
  expect(parseDuration(text, bareUnit)).toBe(ms);
});

test('a long text that is no duration is refused in no time', () => {
  expect(parseDuration(`${'1s '.repeat(20_000)}x`, 's')).toBeUndefined();
  expect(parseDuration(`${'1'.repeat(50_000)}x`, 's')).toBeUndefined();
});
