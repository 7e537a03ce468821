import { authenticationSchema, type ScriptAuthentication } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { isSecretField, secretsOf, withoutSecrets } from './without-secrets.ts';

test.each<[string, ScriptAuthentication, ScriptAuthentication]>([
  [
    'a literal password',
    { type: 'basic', username: 'ana', password: 'secret' },
    { type: 'basic', username: 'ana', password: '{{password}}' },
  ],
  ['a variable, which stays', { type: 'bearer', token: '{{apiToken}}' }, { type: 'bearer', token: '{{apiToken}}' }],
  [
    'a key in the address',
    { type: 'apiKey', key: 'k', value: 'secret', in: 'query' },
    { type: 'apiKey', key: 'k', value: '{{value}}', in: 'query' },
  ],
  [
    'the key of Hawk',
    { type: 'hawk', keyId: 'id', key: 'secret', algorithm: 'sha256' },
    { type: 'hawk', keyId: 'id', key: '{{key}}', algorithm: 'sha256' },
  ],
  ['nothing', { type: 'none' }, { type: 'none' }],
])('hides %s', (_name, given, expected) => {
  expect(withoutSecrets(given)).toEqual(expected);
});

/** Fields that may be shown: names, places and times. All other fields must be masked. */
const shown = new Set(
  `type username key in tokenType grant tokenUrl clientId clientAuthentication scope audience redirectUri accessKeyId region
   service signatureMethod consumerKey realm callback timestamp nonce keyId algorithm ext app dlg domain workstation clientToken
   host headersToSign maxBodyBytes issuer subject expiresInSeconds claims`.split(/\s+/),
);
const fieldsOf = authenticationSchema.options.flatMap((option) => {
  const { type, ...rest } = option.shape as Record<string, unknown> & { type: { value: ScriptAuthentication['type'] } };
  return Object.keys(rest).map((field) => ({ type: type.value, field }));
});

test('every field of every kind is either a credential or known not to be', () => {
  const flags = new Set(['includeBodyHash', 'includePayloadHash', 'verifyServer']);
  const unclear = fieldsOf.filter(({ type, field }) => {
    const isShown = (shown.has(field) && !(type === 'hawk' && field === 'key')) || flags.has(field);
    return isShown === isSecretField(type, field);
  });
  expect(unclear).toEqual([]);
});

test('literal credentials are masked, variables by their own rule', () => {
  expect(secretsOf({ type: 'basic', username: 'ana', password: 'secret' })).toEqual(['secret', 'YW5hOnNlY3JldA==']);
  const oauth1 = { type: 'oauth1', signatureMethod: 'PLAINTEXT', consumerKey: 'ck', in: 'header' } as const;
  expect(secretsOf({ ...oauth1, consumerSecret: 'cs', token: '{{t}}', tokenSecret: 'ts', nonce: 'n' })).toEqual([
    'cs',
    'ts',
  ]);
  expect(secretsOf({ type: 'none' })).toEqual([]);
});

test('a credential that is empty or missing stays as it is', () => {
  const given = { type: 'awsV4', accessKeyId: 'id', secretAccessKey: '', sessionToken: undefined } as never;
  expect(withoutSecrets(given)).toEqual(given);
  expect(secretsOf(given)).toEqual([]);
});

test('the pair of a name and a password is masked, too, unless a part is a variable', () => {
  expect(secretsOf({ type: 'basic', username: '{{user}}', password: 'secret' })).toEqual(['secret']);
  expect(secretsOf({ type: 'digest', username: 'ana', password: 'secret' })).toEqual(['secret']);
});
