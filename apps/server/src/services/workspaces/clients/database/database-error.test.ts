import { expect, test } from 'vitest';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { plainValue, textOf } from './plain-value.ts';

const place = { host: 'db.test', port: 5432, databaseName: 'shop', username: 'reader' };
const coded = (code: string | number, message = 'raw text') => Object.assign(new Error(message), { code });

test.each<[string, unknown, RegExp]>([
  ['a refused connection', coded('ECONNREFUSED'), /^Nothing listens at db\.test:5432/],
  ['a host without a name', coded('ENOTFOUND'), /^The host db\.test was not found/],
  ['a wrong password in PostgreSQL', coded('28P01'), /^User reader was refused/],
  ['a wrong password in MySQL', coded('ER_ACCESS_DENIED_ERROR'), /^User reader was refused/],
  ['a wrong password in SQL Server', Object.assign(coded('ELOGIN'), { number: 18456 }), /^User reader was refused/],
  ['a wrong password in MongoDB', coded(18), /^User reader was refused/],
  ['a missing database in PostgreSQL', coded('3D000'), /^There is no database shop/],
  ['a missing database in MySQL', coded('ER_BAD_DB_ERROR'), /^There is no database shop/],
  ['a refused database in SQL Server', Object.assign(coded('ELOGIN'), { number: 4060 }), /no right to it/],
  ['a slow query in PostgreSQL', coded('57014'), /longer than the time limit/],
  ['a slow query in MongoDB', coded(50), /longer than the time limit/],
  ['writing in PostgreSQL', coded('25006'), /Only reading statements/],
  ['writing in MySQL', coded('ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'), /Only reading statements/],
  ['a server without TLS', new Error('The server does not support SSL connections'), /does not offer TLS/],
  ['a self-signed certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), /is self-signed/],
  ['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID'), /issued for another host/],
  [
    'a certificate that a driver only tells of',
    coded('HANDSHAKE_SSL_ERROR', 'unable to verify the first certificate; try more'),
    /issuer of the certificate of db\.test is not trusted/,
  ],
  ['a cause inside', new Error('outer', { cause: coded('ECONNREFUSED') }), /^Nothing listens/],
  ['several causes', new AggregateError([coded('ECONNREFUSED')]), /^Nothing listens/],
  [
    'a server that MongoDB could not choose',
    Object.assign(new Error('selection'), { reason: { servers: new Map([['a', { error: coded('ECONNREFUSED') }]]) } }),
    /^Nothing listens/,
  ],
  ['an unknown error', new Error('strange  things\nhappen'), /^The database answered: strange things happen\.$/],
  ['what is a sentence already', new DatabaseError('As it is.'), /^As it is\.$/],
])('says what to correct: %s', (_name, error, message) => {
  expect(toDatabaseError(error, place).message).toMatch(message);
});

test.each<[unknown, unknown, string]>([
  ['text', 'text', 'text'],
  [null, null, ''],
  [7, 7, '7'],
  [12345678901234567890n, '12345678901234567890', '12345678901234567890'],
  [new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z'],
  [Buffer.from('abc'), 'YWJj', 'YWJj'],
  [{ a: [1n, null] }, { a: ['1', null] }, '{"a":["1",null]}'],
  [{ _bsontype: 'ObjectId', toString: () => '65f0' }, '65f0', '65f0'],
])('a cell %o is stored as %o and shown as %s', (value, plain, text) => {
  expect(plainValue(value)).toEqual(plain);
  expect(textOf(plainValue(value))).toBe(text);
});
