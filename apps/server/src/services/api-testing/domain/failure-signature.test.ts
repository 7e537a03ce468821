import { expect, test } from 'vitest';
import { type FailedStep, signatureOf, templateOf } from './failure-signature.ts';

test.each([
  ['a number', 'Expected 200 but was 503', 'Expected <n> but was <n>'],
  ['numbers with units and signs', 'took 1,250.5ms, more than -3 %', 'took <n>ms, more than <n> %'],
  ['a UUID', 'No order 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', 'No order <id>'],
  ['an instant', 'at 2026-11-25T09:12:51.123Z and 2026-11-25 09:12:51+01:00', 'at <time> and <time>'],
  ['a day and a time', 'since 2026-11-25, until 9:30', 'since <time>, until <time>'],
  ['an address', 'GET https://api-7.shop.test:8443/orders/17 failed', 'GET <host>/orders/<n> failed'],
  ['a host with its port', 'connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED <host>'],
  ['a name with its port', 'could not reach shop-db.internal.test:5432', 'could not reach <host>'],
  ['an address of version 6', 'connect to [fe80::1]:443 failed', 'connect to <host> failed'],
  ['an e-mail address', 'ana.ruiz+1@shop.test is taken', '<email> is taken'],
  ['a hash', 'etag 9f86d081884c7d65 differs', 'etag <id> differs'],
  ['a prefixed id', 'charge ch_3NqK2 and order ORD-1042', 'charge <id> and order <id>'],
  ['a token', 'Bearer eyJhbGciOi.eyJzdWIi.c2ln was refused', 'Bearer <token> was refused'],
  ['lines and spaces', 'Body is\n  not  JSON', 'Body is not JSON'],
  ['words that look like hexadecimal digits', 'a decade of cafe facade', 'a decade of cafe facade'],
  ['paths of a value', '$.items[0].total is missing', '$.items[<n>].total is missing'],
  ['nothing', '', ''],
])('takes %s out of a message', (_what, message, template) => {
  expect(templateOf(message)).toBe(template);
});

test.each(['9'.repeat(100_000), 'a-'.repeat(50_000), 'eyJ'.repeat(40_000), ':'.repeat(100_000), '1.'.repeat(50_000)])(
  'a message of any length takes little time (%#)',
  (message) => {
    // A pattern with catastrophic backtracking would hit the test's timeout.
    expect(templateOf(message).length).toBeLessThanOrEqual(3000);
  },
);

const digestOf = (values: string[]) => values.join('|');
const failed: FailedStep = {
  status: 'failed',
  message: 'Expected 200 but was 500',
  statusCode: 500,
  errorCode: null,
  assertion: { kind: 'status', operator: 'equals' },
};
test.each([
  ['another status of the class', { statusCode: 503, message: 'Expected 200 but was 503' }, true],
  ['another class of status', { statusCode: 404, message: 'Expected 200 but was 404' }, false],
  ['another kind of assertion', { assertion: { kind: 'jsonPath', operator: 'equals' } }, false],
  ['another place in the body', { assertion: { kind: 'status', operator: 'equals', path: '$.total' } }, false],
  ['another message', { message: 'Expected a body' }, false],
  ['an error', { status: 'error' as const, errorCode: 'CONNECTION', statusCode: null, assertion: null }, false],
])('%s: of the same signature is %#', (_what, change, isSame) => {
  const one = signatureOf(failed, digestOf).signature;
  expect(signatureOf({ ...failed, ...change }, digestOf).signature === one).toBe(isSame);
});

test('a signature contains the kind and the status class', () => {
  expect(signatureOf(failed, digestOf)).toMatchObject({ kind: 'status', statusClass: '5xx' });
  const error = { ...failed, status: 'error' as const, errorCode: 'TIMEOUT', statusCode: null, assertion: null };
  expect(signatureOf(error, digestOf)).toMatchObject({ kind: 'TIMEOUT', statusClass: '' });
});
