import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable, isFailedStatement, outageOf } from './outage.ts';

const withCode = (code: string, message = 'x', cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });
const query = (cause: unknown) => new Error('Failed query: select 1\nparams: ', { cause });

test.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a server without its socket', Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
  ['a connection that broke under a statement', query(withCode('ECONNRESET'))],
  ['a server that is stopped', query(withCode('57P01'))],
  ['a server that starts', withCode('57P03')],
  ['a broken protocol', withCode('08006')],
  ['too many connections', withCode('53300')],
  ['rows that others keep locked', query(withCode('55P03'))],
  ['a statement that took too long', query(withCode('57014'))],
  ['a standby', query(withCode('25006'))],
  ['a driver that was cut off', new Error('Connection terminated unexpectedly')],
  ['a connection that was not made in time', new Error('Connection terminated due to connection timeout')],
  ['a pool that has no connection left', query(new Error('timeout exceeded when trying to connect'))],
  ['the notifier', query(new DatabaseUnavailable('did not answer in time'))],
])('%s is an outage', (_name, error) => {
  expect(outageOf(error)).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/^(does|did|is|has|can) /) });
});

test('a full disk is reported separately', () => {
  expect(outageOf(query(withCode('53100')))).toEqual({ kind: 'full' });
});

test.each([
  ['another client that cannot reach its server', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') })],
  ['a statement that is wrong', query(withCode('42601'))],
  ['a file that is missing', withCode('ENOENT')],
  ['a value that is there already', query(withCode('23505'))],
  ['a text', 'ECONNREFUSED'],
])('%s is none', (_name, error) => {
  expect(outageOf(error)).toBeUndefined();
});

test.each([
  ['a connection that is lost', new Error('Connection terminated unexpectedly'), true],
  ['a statement that is wrong', query(withCode('42601')), true],
  ['an error of the driver itself', new pg.DatabaseError('x', 1, 'error'), true],
  [
    'an error whose cause is a failed statement',
    new Error('The values could not be kept', { cause: query(undefined) }),
    true,
  ],
  ['a mistake of the user', new Error('The output "a" is no number.'), false],
  ['another server that cannot be reached', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), false],
])('%s counts as a failed statement: %s', (_name, error, expected) => {
  expect(isFailedStatement(error)).toBe(expected);
});
