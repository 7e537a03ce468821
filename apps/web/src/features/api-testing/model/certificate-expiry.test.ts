import { expect, test } from 'vitest';
import { expiryOf } from './certificate-expiry.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

test.each([
  ['2026-07-16T12:00:00Z', 'In 31 days', 'passed'],
  ['2026-07-16T11:59:59Z', 'In 30 days', 'flaky'],
  ['2026-06-16T12:00:00Z', 'In 1 day', 'flaky'],
  ['2026-06-15T12:00:01Z', 'Expires today', 'flaky'],
  ['2026-06-15T12:00:00Z', 'Expired today', 'failed'],
  ['2026-06-14T11:59:59Z', 'Expired 1 day ago', 'failed'],
  ['2026-06-05T11:59:59Z', 'Expired 10 days ago', 'failed'],
])('a certificate until %s: %s', (notAfter, text, status) => {
  expect(expiryOf({ notBefore: '2026-01-01T00:00:00Z', notAfter }, now)).toEqual({ text, status });
});

test('a certificate with a future start is not valid yet', () => {
  const validity = { notBefore: '2026-06-16T13:00:00Z', notAfter: '2027-06-16T13:00:00Z' };
  expect(expiryOf(validity, now)).toEqual({ text: 'Valid in 2 days', status: 'flaky' });
});
