import { expect, test } from 'vitest';
import { periodSearchSchema, rangeOf } from './period.ts';

const search = (given: Record<string, string>) => periodSearchSchema.parse(given);

test.each([
  [
    { from: '2026-01-02', to: '2026-01-09' },
    { startDate: '2026-01-02', endDate: '2026-01-09' },
  ],
  [
    { from: '2026-01-09', to: '2026-01-02' },
    { startDate: '2026-01-02', endDate: '2026-01-09' },
  ],
])('%j are the days %j [dashboard-metrics-2]', (given, expected) => {
  expect(rangeOf(search(given))).toEqual(expected);
});

test.each<Record<string, string>>([
  {},
  { from: '2026-01-02' },
  { from: 'soon', to: 'later' },
  { from: '2026-02-01', to: '2026-02-30' },
  { days: 'x' },
  { days: '367' },
])('%j are the last 14 days', (given) => {
  const { startDate, endDate } = rangeOf(search(given));
  expect(Date.parse(endDate) - Date.parse(startDate)).toBe(13 * 86_400_000);
});
