import { authenticationSchema } from '@touchstone/contracts';
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
    if (!field.options) auth = withAuthenticationValue(auth, field, `value of ${field.key}`);
  return auth;
};
const types = Object.keys(authenticationLabels) as AuthenticationType[];
const grants = Object.keys(grantLabels) as OAuthGrant[];

test.each([
  ...types.map((type) => ({ type, grant: undefined })),
  ...grants.map((grant) => ({ type: 'oauth2Grant' as const, grant })),
])('the filled form of $type $grant is what the contract wants', ({ type, grant }) => {
  const auth = filled(type, grant);
  expect(authenticationSchema.safeParse(auth).error?.issues).toBeUndefined();
  expect(checkAuthentication(auth)).toEqual({});
});

test.each([
  ['clientCredentials', []],
  ['password', ['username', 'password']],
  ['authorizationCode', ['code']],
  ['refreshToken', ['refreshToken']],
] as const)('the grant %s cannot do without %s', (grant, keys) => {
  const start = withAuthenticationType({ type: 'none' }, 'oauth2Grant');
  expect(start.type).toBe('oauth2Grant');
  expect(Object.keys(checkAuthentication({ ...start, grant } as typeof start))).toEqual(keys);
});

test('another kind keeps the fields that both have', () => {
  expect(withAuthenticationType({ type: 'basic', username: 'ana', password: 'p' }, 'digest')).toEqual({
    type: 'digest',
    username: 'ana',
    password: 'p',
  });
});

test('an emptied optional field leaves the script, a needed one stays', () => {
  const auth = filled('oauth2Grant');
  const field = (key: string) => authenticationFields(auth).find((item) => item.key === key)!;
  expect(withAuthenticationValue(auth, field('scope'), '')).not.toHaveProperty('scope');
  expect(authenticationValue(withAuthenticationValue(auth, field('clientId'), ''), 'clientId')).toBe('');
  expect(withAuthenticationValue(auth, field('clientId'), '')).toHaveProperty('clientId', '');
});
