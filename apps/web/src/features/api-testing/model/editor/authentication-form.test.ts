import { authenticationSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import {
  type AuthenticationType,
  authenticationFields,
  authenticationLabels,
  authenticationValue,
  checkAuthentication,
  grantLabels,
  type OAuthGrant,
  withAuthenticationType,
  withAuthenticationValue,
} from './authentication-form.ts';

const filled = (type: AuthenticationType, grant?: OAuthGrant) => {
  let auth = withAuthenticationType({ type: 'none' }, type);
  if (auth.type === 'oauth2Grant' && grant) auth = { ...auth, grant };
  for (const field of authenticationFields(auth))
    if (!field.options) auth = withAuthenticationValue(auth, field, field.flag ? 'true' : `value of ${field.key}`);
  return auth;
};
const types = Object.keys(authenticationLabels) as AuthenticationType[];
const grants = Object.keys(grantLabels) as OAuthGrant[];

test.each([
  ...types.map((type) => ({ type, grant: undefined })),
  ...grants.map((grant) => ({ type: 'oauth2Grant' as const, grant })),
])('the completed form of $type $grant satisfies the contract', ({ type, grant }) => {
  const auth = filled(type, grant);
  expect(authenticationSchema.safeParse(auth).error?.issues).toBeUndefined();
  expect(checkAuthentication(auth)).toEqual({});
});

test.each([
  ['clientCredentials', []],
  ['password', ['username', 'password']],
  ['authorizationCode', ['code']],
  ['refreshToken', ['refreshToken']],
] as const)('the grant %s requires %s', (grant, keys) => {
  const start = withAuthenticationType({ type: 'none' }, 'oauth2Grant');
  expect(start.type).toBe('oauth2Grant');
  expect(Object.keys(checkAuthentication({ ...start, grant } as typeof start))).toEqual(keys);
});

test('switching the kind keeps the fields that both have', () => {
  expect(withAuthenticationType({ type: 'basic', username: 'ana', password: 'p' }, 'digest')).toEqual({
    type: 'digest',
    username: 'ana',
    password: 'p',
  });
});

test('an emptied optional field is removed from the script, a required one stays', () => {
  const auth = filled('oauth2Grant');
  const field = (key: string) => authenticationFields(auth).find((item) => item.key === key)!;
  expect(withAuthenticationValue(auth, field('scope'), '')).not.toHaveProperty('scope');
  expect(authenticationValue(withAuthenticationValue(auth, field('clientId'), ''), 'clientId')).toBe('');
  expect(withAuthenticationValue(auth, field('clientId'), '')).toHaveProperty('clientId', '');
});

test('a flag is set or left out', () => {
  const auth = withAuthenticationType({ type: 'none' }, 'hawk');
  const flag = authenticationFields(auth).find(({ key }) => key === 'verifyServer')!;
  const set = withAuthenticationValue(auth, flag, 'true');
  expect(set).toHaveProperty('verifyServer', true);
  expect(authenticationValue(set, 'verifyServer')).toBe('true');
  expect(withAuthenticationValue(set, flag, '')).not.toHaveProperty('verifyServer');
});

test('a value selected from a list is not carried over to another kind', () => {
  const hawk = withAuthenticationType({ type: 'none' }, 'hawk');
  const asap = withAuthenticationType({ ...hawk, keyId: 'k' } as typeof hawk, 'asap');
  expect(asap).toMatchObject({ algorithm: 'RS256', keyId: 'k' });
});

test('an RSA signature asks for the private key instead of secrets', () => {
  const auth = withAuthenticationType({ type: 'none' }, 'oauth1');
  const rsa = { ...auth, signatureMethod: 'RSA-SHA256' } as typeof auth;
  const keys = (given: typeof auth) => authenticationFields(given).map(({ key }) => key);
  expect(keys(auth)).toContain('consumerSecret');
  expect(keys(auth)).not.toContain('privateKey');
  expect(keys(rsa)).toContain('privateKey');
  expect(keys(rsa)).not.toContain('consumerSecret');
  expect(checkAuthentication(rsa)).toEqual({ privateKey: 'Please enter private key.' });
  expect(checkAuthentication(auth)).toEqual({});
});
