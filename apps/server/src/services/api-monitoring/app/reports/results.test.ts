import { expect, test } from 'vitest';
import type { ResultRow } from '../../store/results.store.ts';
import { spanOf, toResult } from './results.ts';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  [{}, '2026-03-09T12:00:00.000Z', '2026-03-10T12:00:00.000Z'],
  [{ to: '2026-03-01T00:00:00Z' }, '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  [{ from: '2026-03-10T11:00:00Z' }, '2026-03-10T11:00:00.000Z', '2026-03-10T12:00:00.000Z'],
  [{ from: '2025-02-03T12:00:00Z' }, '2025-02-03T12:00:00.000Z', '2026-03-10T12:00:00.000Z'],
])('a span that is given as %o begins at %s and ends at %s', (given, from, to) => {
  const span = spanOf(given, now);
  expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to]);
});

test.each([[{ from: '2026-03-10T12:00:00Z' }], [{ from: '2026-03-11T00:00:00Z' }], [{ from: '2025-02-03T11:59:59Z' }]])(
  '%o is not a span: empty, reversed, or longer than 400 days',
  (given) => {
    expect(() => spanOf(given, now)).toThrow('400');
  },
);

const row = {
  id: '1',
  monitorId: 'm',
  region: 'eu',
  at: now,
  verdict: 2,
  durationUs: 1500,
  statusCode: 500,
  code: null,
  message: 'It answered with status 500.',
  attempt: 1,
  isInMaintenance: false,
  runId: null,
  dnsMs: 0,
  connectMs: null,
  tlsMs: null,
  firstByteMs: 2,
  downloadMs: null,
  detail: null,
} as unknown as ResultRow;

test.each([
  [0, 'UP'],
  [1, 'DEGRADED'],
  [2, 'DOWN'],
  [3, 'UNKNOWN'],
  [9, 'UNKNOWN'],
])('a check with the verdict %i was %s', (verdict, expected) => {
  expect(toResult({ ...row, verdict }).verdict).toBe(expected);
});

test('timings of a check are in milliseconds, without the phases it did not have', () => {
  expect(toResult(row)).toMatchObject({ resultId: '1', durationMs: 1.5, at: '2026-03-10T12:00:00.000Z' });
  expect(toResult(row).phases).toEqual({ dnsMs: 0, firstByteMs: 2 });
  expect(toResult({ ...row, durationUs: null }).durationMs).toBeNull();
});
