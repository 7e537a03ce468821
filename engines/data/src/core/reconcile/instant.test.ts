import { expect, test } from 'vitest';
import { toInstant } from './instant.ts';

const minute = 60_000_000_000n;
const newYear = 1_767_225_600_000_000_000n;

test.each<[value: unknown, timeZone: string, instant: bigint | undefined]>([
  [new Date(0), 'UTC', 0n],
  [new Date(Number.NaN), 'UTC', undefined],
  [1700000000, 'UTC', 1700000000000000000n],
  [1700000000000, 'UTC', 1700000000000000000n],
  ['1700000000', 'UTC', 1700000000000000000n],
  ['1700000000.25', 'UTC', 1700000000250000000n],
  ['12345678', 'UTC', undefined],
  [Number.POSITIVE_INFINITY, 'UTC', undefined],
  [10n, 'UTC', 10000000000n],
  ['2026-01-01', 'UTC', newYear],
  ['2026-01-01', 'Europe/Berlin', newYear - 60n * minute],
  ['2026-07-01 12:00', 'Europe/Berlin', newYear + 261240n * minute],
  ['2026-01-01T00:00:00.123456789Z', 'UTC', 1767225600123456789n],
  ['2026-01-01T00:00:00+02:30', 'UTC', newYear - 150n * minute],
  ['2026-01-01T00:00:00-0230', 'UTC', newYear + 150n * minute],
  ['2026-01-01T00:00:00+02', 'UTC', newYear - 120n * minute],
  ['2026-02-31', 'UTC', undefined],
  ['2026-13-01', 'UTC', undefined],
  ['2026-01-01T25:00', 'UTC', undefined],
  ['2026-01-01T24:00', 'UTC', undefined],
  ['2026-01-01T10:60', 'UTC', undefined],
  ['2026-01-01T10:00:60Z', 'UTC', newYear + 601n * minute],
  ['2026-01-01T10:00:61Z', 'UTC', undefined],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 'UTC', newYear],
  ['2026-03-29 02:30', 'Europe/Berlin', newYear + 125370n * minute],
  ['2026-10-25 02:30', 'Europe/Berlin', newYear + 427710n * minute],
  ['soon', 'UTC', undefined],
  [true, 'UTC', undefined],
  [' 2026-01-01 ', 'UTC', newYear],
])('%s in %s', (value, timeZone, instant) => {
  expect(toInstant(value, timeZone)).toBe(instant);
});
