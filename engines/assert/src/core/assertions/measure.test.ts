import { expect, test } from 'vitest';
import type { HttpAssertion } from '../assertion.ts';
import { ResponseView } from '../response-view.ts';
import { evaluateAssertions } from './evaluate.ts';

function judge(
  assertion: HttpAssertion,
  facts: { durationMs?: number; sizeBytes?: number; certificateDaysLeft?: number },
) {
  const { durationMs = 1, sizeBytes = 0, certificateDaysLeft } = facts;
  const body = { bytes: new Uint8Array(), contentType: undefined, sizeBytes, truncated: false };
  const days = certificateDaysLeft === undefined ? {} : { certificateDaysLeft };
  return evaluateAssertions([assertion], new ResponseView({ status: 200, headers: [], body, durationMs, ...days }))[0];
}

test.each([
  ['lessThan', '300 ms', 299.999, true],
  ['lessThan', '300MS', 300, false],
  ['lessThan', 300, 299.9999, false],
  ['lessOrEqual', '300ms', 300, true],
  ['lessOrEqual', '300', 300.001, false],
  ['greaterThan', '0.5 ms ', 0.501, true],
] as const)('response time %s %s, measured %d ms: %s', (operator, expected, durationMs, passed) => {
  const result = judge({ kind: 'responseTime', operator, expected }, { durationMs });
  expect(result?.status).toBe(passed ? 'passed' : 'failed');
});

test('a response time in another unit is not interpreted as milliseconds', () => {
  for (const expected of ['1 s', '1m', 'ms 1'])
    expect(judge({ kind: 'responseTime', operator: 'lessThan', expected }, { durationMs: 0.5 })?.status).toBe('failed');
});

test.each([
  ['length', 12, 12, true],
  ['length', 13, 12, false],
  ['equals', '12', 12, true],
  ['lessThan', 12, 12, false],
  ['greaterOrEqual', 12, 12, true],
] as const)('size %s %s, received %i bytes: %s', (operator, expected, sizeBytes, passed) => {
  const result = judge({ kind: 'size', operator, expected }, { sizeBytes });
  expect(result?.status).toBe(passed ? 'passed' : 'failed');
});

test.each([
  ['greaterThan', '30 days', 31, true],
  ['greaterThan', '30days', 30, false],
  ['greaterOrEqual', '1 day', 1, true],
  ['lessThan', 0, -1, true],
] as const)('certificate days %s %s, %i left: %s', (operator, expected, certificateDaysLeft, passed) => {
  const result = judge({ kind: 'certificateDays', operator, expected }, { certificateDaysLeft });
  expect(result?.status).toBe(passed ? 'passed' : 'failed');
});

test('without a certificate none is found and none is missing', () => {
  expect(judge({ kind: 'certificateDays', operator: 'exists' }, {})?.message).toContain('use an https:// address');
  expect(judge({ kind: 'certificateDays', operator: 'notExists' }, {})?.status).toBe('passed');
});
