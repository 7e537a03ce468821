import { expect, test } from 'vitest';
import { sendsPasswordElsewhere } from './database-access.ts';

const saved = {
  kind: 'postgresql',
  host: 'db.test',
  port: 5432,
  username: 'ana',
  tls: 'verify' as const,
  caCertificate: 'CA',
};

test.each([
  ['nothing', {}, {}],
  ['the case of the host', {}, { host: 'DB.test' }],
  ['to more protection', { tls: 'off' }, { tls: 'encrypt' }],
  ['to verification with a certificate of its own', { tls: 'encrypt', caCertificate: '' }, { tls: 'verify' }],
  ['a certificate that nothing was verified with', { tls: 'encrypt' }, { tls: 'encrypt', caCertificate: 'other' }],
] as const)('a stored password is kept: %s', (_case, before, after) => {
  expect(sendsPasswordElsewhere({ ...saved, ...before }, { ...saved, ...before, ...after })).toBe(false);
});

test.each([
  ['another kind', {}, { kind: 'mysql' }],
  ['another host', {}, { host: 'db2.test' }],
  ['another port', {}, { port: 5433 }],
  ['another user', {}, { username: 'bob' }],
  ['no verification', {}, { tls: 'encrypt' }],
  ['no encryption', { tls: 'encrypt' }, { tls: 'off' }],
  ['another certificate to verify with', {}, { caCertificate: 'other' }],
] as const)('a stored password is not sent with %s', (_case, before, after) => {
  expect(sendsPasswordElsewhere({ ...saved, ...before }, { ...saved, ...before, ...after })).toBe(true);
});
