import type { HttpAuthentication } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { importInsomnia } from './import-insomnia.ts';

function read(authentication: unknown, ofFolder?: object) {
  const folder = { _id: 'f', _type: 'request_group', name: 'F', authentication: ofFolder };
  const request = { _id: 'r', _type: 'request', name: 'R', parentId: 'f', url: 'http://h', authentication };
  const { steps, problems } = importInsomnia(JSON.stringify({ resources: [folder, request] }));
  return { read: steps[0]?.authentication, reasons: problems.map(({ reason }) => reason) };
}

const oauth2 = (more: object) => ({ type: 'oauth2', ...more });

test.each<[given: unknown, read: HttpAuthentication]>([
  [undefined, { type: 'none' }],
  ['basic', { type: 'none' }],
  [{ type: 'none' }, { type: 'none' }],
  [{ type: 'bearer', token: 't', disabled: true }, { type: 'none' }],
  [
    { type: 'basic', username: '{{ _.u }}', password: 'p' },
    { type: 'basic', username: '{{u}}', password: 'p' },
  ],
  [
    { username: 'u', password: 'p' },
    { type: 'basic', username: 'u', password: 'p' },
  ],
  [
    { _type: 'digest', username: 'u', password: 'p' },
    { type: 'digest', username: 'u', password: 'p' },
  ],
  [
    { type: 'bearer', token: '{{ _.t }}' },
    { type: 'bearer', token: '{{t}}' },
  ],
  [
    { type: 'bearer', token: 't', prefix: ' ' },
    { type: 'bearer', token: 't' },
  ],
  [
    { type: 'singleToken', token: 't', prefix: ' Bearer ' },
    { type: 'bearer', token: 't' },
  ],
  [
    { type: 'bearer', token: 't', prefix: ' Token ' },
    { type: 'oauth2', token: 't', tokenType: 'Token' },
  ],
  [
    { type: 'apikey', key: 'k', value: 'v', addTo: 'header' },
    { type: 'apiKey', key: 'k', value: 'v', in: 'header' },
  ],
  [
    { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' },
    { type: 'apiKey', key: 'k', value: 'v', in: 'query' },
  ],
  [
    { type: 'apikey', key: 'k', value: '{{ _.v }}', addTo: 'cookie' },
    { type: 'apiKey', key: 'Cookie', value: 'k={{v}}', in: 'header' },
  ],
  [
    { type: 'iam', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'x' },
    { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'x' },
  ],
  [
    { type: 'iam', accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', region: 'r', service: 'x' },
    { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', region: 'r', service: 'x' },
  ],
  [oauth2({ accessToken: 't', tokenPrefix: 'Token' }), { type: 'oauth2', token: 't', tokenType: 'Token' }],
  [
    oauth2({
      grantType: 'authorization_code',
      accessTokenUrl: 'http://t',
      clientId: 'c',
      clientSecret: 's',
      credentialsInBody: true,
      scope: 'a b',
      audience: 'd',
      username: 'u',
      password: 'p',
      code: 'x',
      redirectUrl: 'http://r',
      refreshToken: 'f',
    }),
    {
      type: 'oauth2Grant',
      grant: 'authorizationCode',
      tokenUrl: 'http://t',
      clientId: 'c',
      clientSecret: 's',
      clientAuthentication: 'body',
      scope: 'a b',
      audience: 'd',
      username: 'u',
      password: 'p',
      code: 'x',
      redirectUri: 'http://r',
      refreshToken: 'f',
    },
  ],
  [
    oauth2({ grantType: 'client_credentials', accessTokenUrl: 'http://t', clientId: 'c', credentialsInBody: 'true' }),
    { type: 'oauth2Grant', grant: 'clientCredentials', tokenUrl: 'http://t', clientId: 'c' },
  ],
  [
    { type: 'hawk', id: 'i', key: 'k', algorithm: 'sha256', validatePayload: false },
    { type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha256' },
  ],
  [
    { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k', includeBodyHash: false },
    { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k', in: 'header' },
  ],
])('%j is read', (given, expected) => {
  expect(read(given)).toStrictEqual({ read: expected, reasons: [] });
});

test('a request inherits the authentication of its folder unless it is set to none', () => {
  const folder = { type: 'bearer', token: 't' };
  expect(read({}, folder).read).toStrictEqual(folder);
  expect(read({ type: '' }, folder).read).toStrictEqual(folder);
  expect(read({ type: 'none' }, folder).read).toStrictEqual({ type: 'none' });
});

test.each<[given: object, read: object, reason: string]>([
  [{ type: 'netrc' }, { type: 'none' }, 'The authentication netrc is not supported.'],
  [
    oauth2({ grantType: '' }),
    { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' },
    'The OAuth 2.0 authentication has no token. Enter one, or its grant.',
  ],
  [
    oauth2({ grantType: 'implicit' }),
    { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' },
    'The OAuth 2.0 grant implicit needs a browser. Enter a token instead.',
  ],
  [
    { type: 'bearer', token: '{% prompt %}' },
    { type: 'bearer', token: '{% prompt %}' },
    'The template tag {% prompt %} is not supported.',
  ],
])('%j is read as far as possible', (given, expected, reason) => {
  const found = read(given);
  expect(found.read).toStrictEqual(expected);
  expect(found.reasons).toStrictEqual([expect.stringContaining(reason)]);
});
