import { expect, test } from 'vitest';
import { durationText, parseDuration } from './duration-text.ts';

test.each([
  ['30', 30_000],
  ['90s', 90_000],
  ['1h 30m', 5_400_000],
  ['1.5m', 90_000],
  ['250ms', 250],
  [' 2M ', 120_000],
  ['', undefined],
  ['5x', undefined],
  ['m', undefined],
  ['-5s', undefined],
])('%j is %s milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each([0, 250, 30_000, 90_000, 5_400_000, 61_001])('%i ms is written so that it can be parsed back', (ms) =>
  expect(parseDuration(durationText(ms))).toBe(ms),
);
