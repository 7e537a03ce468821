import { expect, test } from 'vitest';
import { dayRange, percent } from './range.ts';

const now = new Date('2026-03-15T10:00:00Z');

test.each([
  [{}, { from: '2026-03-02', to: '2026-03-15' }],
  [{ startDate: '2026-03-10' }, { from: '2026-03-10', to: '2026-03-15' }],
  [{ endDate: '2026-01-14' }, { from: '2026-01-01', to: '2026-01-14' }],
  [
    { startDate: '2026-03-20', endDate: '2026-03-10' },
    { from: '2026-03-10', to: '2026-03-10' },
  ],
  [{ startDate: '2000-01-01' }, { from: '2025-03-15', to: '2026-03-15' }],
])('%j is %j', (given, expected) => {
  expect(dayRange(given, now)).toEqual(expected);
});

test.each([
  [0, 0, 0],
  [1, 3, 33.3],
  [3, 3, 100],
])('%d of %d is %d %%', (part, whole, expected) => {
  expect(percent(part, whole)).toBe(expected);
});
