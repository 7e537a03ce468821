import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';
import { formatClock } from './format-clock.ts';
import { formatDuration } from './format-duration.ts';

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

test('a long text that is no duration is rejected quickly', () => {
  expect(parseDuration(`${'1s '.repeat(20_000)}x`, 's')).toBeUndefined();
  expect(parseDuration(`${'1'.repeat(50_000)}x`, 's')).toBeUndefined();
});

test.each([
  [null, '–'],
  [undefined, '–'],
  [0, '0 ms'],
  [0.44, '0.4 ms'],
  [1, '1 ms'],
  [3.42, '3.4 ms'],
  [9.96, '10 ms'],
  [74.4, '74 ms'],
  [999, '999 ms'],
  [999.6, '1 s'],
  [1000, '1 s'],
  [2140, '2.1 s'],
  [59_900, '59.9 s'],
  [59_999, '1m 0s'],
  [60_000, '1m 0s'],
  [134_000, '2m 14s'],
  [3_599_000, '59m 59s'],
  [3_599_600, '1h 0m'],
  [7_199_999, '2h 0m'],
  [90_061_000, '25h 1m'],
])('%s ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('a formatted duration parses to its rounded value, and no unit overflows', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (ms) => {
      const text = formatDuration(ms);
      const error = ms < 10 ? 0.05 : ms < 1000 ? 0.5 : ms < 60_000 ? 50 : ms < 3_600_000 ? 500 : 30_000;
      expect(Math.abs(parseDuration(text, 'ms')! - ms)).toBeLessThanOrEqual(error * 1.001);
      expect(text).not.toMatch(/^1000 ms|^60 s|\b60[ms]\b/);
    }),
  );
});

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [65, '1:05'],
  [4000, '66:40'],
])('%d seconds are %s on the clock', (seconds, text) => expect(formatClock(seconds)).toBe(text));
