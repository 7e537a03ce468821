import { expect, test } from 'vitest';
import { clockText } from './clock.ts';

test.each([
  [-5, '00:00'],
  [999, '00:00'],
  [59_999, '00:59'],
  [61_000, '01:01'],
  [3_600_000, '1:00:00'],
  [90_061_000, '25:01:01'],
])('%i ms are %s', (durationMs, text) => {
  expect(clockText(durationMs)).toBe(text);
});
