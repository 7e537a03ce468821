import { expect, test } from 'vitest';
import { addMonths, remainingDays } from './time.ts';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  [null, null],
  ['2026-03-10T11:59:59Z', 0],
  ['2026-03-10T12:00:01Z', 1],
  ['2026-03-11T12:00:00Z', 1],
  ['2026-03-25T12:00:00Z', 15],
  ['2026-03-25T12:00:01Z', 16],
])('until %s remain %s days', (end, expected) => {
  expect(remainingDays(end === null ? null : new Date(end), now)).toBe(expected);
});

test.each([
  ['2026-01-31T08:00:00Z', 1, '2026-02-28T08:00:00.000Z'],
  ['2028-01-31T08:00:00Z', 1, '2028-02-29T08:00:00.000Z'],
  ['2026-11-15T08:00:00Z', 3, '2027-02-15T08:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 12, '2027-12-31T23:59:59.000Z'],
])('%s and %d months are %s', (from, months, expected) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(expected);
});
