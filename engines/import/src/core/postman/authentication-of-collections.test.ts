import type { HttpAuthentication } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { importPostman } from './import-postman.ts';

function read(auth: unknown, ofCollection?: unknown) {
  const item = [{ name: 'R', request: { url: 'http://h', auth } }];
  return readDocument({ info: { name: 'C' }, auth: ofCollection, item });
}
const readOld = (request: object, collection: object = {}) =>
  readDocument({ ...collection, order: ['r'], requests: [{ id: 'r', url: 'http://h', ...request }] });

function readDocument(document: object) {
  const { steps, problems } = importPostman(JSON.stringify(document));
  const { authentication, documentation } = steps[0]!;
  return { authentication, ...documentation, reasons: problems.map(({ reason }) => reason) };
}
const grant = (values: object) => ({ type: 'oauth2', oauth2: values });

describe('the authentication', () => {
  test.each<[auth: unknown, expected: HttpAuthentication]>([
    [undefined, { type: 'none' }],
    ['basic', { type: 'none' }],
    [{ type: 5 }, { type: 'none' }],
    [{ type: 'none' }, { type: 'none' }],
    [{ type: 'noauth' }, { type: 'none' }],
    [
      { type: 'Basic', Basic: { username: 'u', password: 1 }, basic: { username: 'other' } },
      { type: 'basic', username: 'u', password: '1' },
    ],
    [
      { type: 'basic', basic: [5, null, { key: 'username', value: 'u' }] },
      { type: 'basic', username: 'u', password: '' },
    ],
    [
      { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
      { type: 'bearer', token: 't' },
    ],
    [
      { type: 'apikey', apikey: { key: 'k', value: 'v', in: 'header' } },
      { type: 'apiKey', key: 'k', value: 'v', in: 'header' },
    ],
    [
      {
        type: 'awsv4',
        awsv4: { accessKey: 'a', secretKey: 's', sessionToken: 't', region: 'r', serviceName: 'n' },
      },
      { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', region: 'r', service: 'n' },
    ],
    [
      { type: 'hawk', hawk: { authId: 'i', authKey: 'k', algorithm: ' SHA1 ' } },
      { type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha1' },
    ],
    [
      { type: 'hawk', hawk: { authId: 'i', authKey: 'k', signatureMethod: 'x' } },
      { type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha256' },
    ],
    [grant({ accessToken: 't', tokenType: 'mac' }), { type: 'oauth2', token: 't', tokenType: 'mac' }],
    [
      grant({ accessToken: 't', addTokenTo: 'queryParams' }),
      { type: 'apiKey', key: 'access_token', value: 't', in: 'query' },
    ],
    [grant({ accessToken: 't', addTokenTo: 'url' }), { type: 'apiKey', key: 'access_token', value: 't', in: 'query' }],
    [grant({ accessToken: 't', addTokenTo: 'header' }), { type: 'oauth2', token: 't', tokenType: 'Bearer' }],
  ])('%j is read', (auth, expected) => {
    expect(read(auth)).toStrictEqual({ authentication: expected, reasons: [] });
  });

  test('comes from the collection if the request has none of its own', () => {
    const ofAll = { type: 'bearer', bearer: { token: 't' } };
    for (const inherits of [undefined, null, {}, { type: '' }, { type: 'inherit' }])
      expect(read(inherits, ofAll).authentication).toStrictEqual({ type: 'bearer', token: 't' });
    expect(read({ type: 'noauth' }, ofAll).authentication).toStrictEqual({ type: 'none' });
  });

  test.each<[auth: object, reason: string]>([
    [
      { type: 'oauth1', oauth1: { consumerKey: 'k', signatureMethod: 'MD5' } },
      'The algorithm MD5 of the authentication is not supported; HMAC-SHA1 is chosen.',
    ],
    [
      { type: 'asap', asap: { alg: ' X1 ', kid: 'k' } },
      'The algorithm X1 of the authentication is not supported; RS256 is chosen.',
    ],
  ])('%j has an unknown algorithm', (auth, reason) => {
    expect(read(auth).reasons).toStrictEqual([reason]);
  });
});

describe('OAuth 2.0', () => {
  const urls = { authUrl: 'http://a', accessTokenUrl: 'http://t' };
  const flow = (name: string, values: object, scopes?: string[]) => [
    [
      {
        name: 'oauth2',
        scheme: { type: 'oauth2', flows: { [name]: { scopes: {}, ...values } } },
        ...(scopes === undefined ? {} : { scopes }),
      },
    ],
  ];

  test('with a grant is read completely', () => {
    const values = {
      grant_type: 'authorization_code',
      accessTokenUrl: 'http://t',
      clientId: 'c',
      clientSecret: 's',
      client_authentication: 'header',
      scope: 'a b',
      audience: 'd',
      username: 'u',
      password: 'p',
      code: 'x',
      redirect_uri: 'http://r',
      redirectUri: 'http://other',
      code_verifier: 'v',
      refreshToken: 'f',
    };
    const authentication = {
      type: 'oauth2Grant',
      grant: 'authorizationCode',
      tokenUrl: 'http://t',
      clientId: 'c',
      clientSecret: 's',
      scope: 'a b',
      audience: 'd',
      username: 'u',
      password: 'p',
      code: 'x',
      redirectUri: 'http://r',
      codeVerifier: 'v',
      refreshToken: 'f',
    };
    expect(read(grant(values))).toStrictEqual({ authentication, reasons: [] });
    const { redirect_uri: _, ...older } = values;
    expect(read(grant(older)).authentication).toStrictEqual({ ...authentication, redirectUri: 'http://other' });
  });

  test.each<[values: object, security: object | undefined]>([
    [{ accessToken: 't' }, undefined],
    [{ accessToken: 't', grant_type: 'implicit' }, undefined],
    [{ accessToken: 't', accessTokenUrl: 'http://t' }, undefined],
    [{ accessToken: 't', authUrl: 'http://a' }, flow('authorizationCode', { authorizationUrl: 'http://a' })],
    [
      { accessToken: 't', grant_type: 'implicit', authUrl: 'http://a' },
      flow('implicit', { authorizationUrl: 'http://a' }),
    ],
    [
      { accessToken: 't', grant_type: 'client_credentials', accessTokenUrl: 'http://t', scope: ' a  b ' },
      flow('clientCredentials', { tokenUrl: 'http://t', scopes: { a: '', b: '' } }, ['a', 'b']),
    ],
    [
      { accessToken: 't', grant_type: 'password_credentials', ...urls, refreshTokenUrl: 'http://f' },
      flow('password', { authorizationUrl: 'http://a', tokenUrl: 'http://t', refreshUrl: 'http://f' }),
    ],
    // The grant contains everything except the authorization URL.
    [{ grant_type: 'client_credentials', accessTokenUrl: 'http://t', clientId: 'c' }, undefined],
    [
      { grant_type: 'authorization_code_with_pkce', ...urls, code: 'x' },
      flow('authorizationCode', { authorizationUrl: 'http://a', tokenUrl: 'http://t' }),
    ],
  ])('with %j keeps the URLs that the authentication cannot represent', (values, security) => {
    expect(read(grant(values))).toMatchObject({ reasons: [] });
    expect(read(grant(values)).security).toStrictEqual(security);
  });

  test('ignores URLs of other kinds', () => {
    expect(read({ type: 'bearer', bearer: { token: 't', grant_type: 'implicit', ...urls } }).security).toBeUndefined();
  });
});

describe('format 1', () => {
  const attributes = { username: 'u', password: 'p' };
  const ofCollection = { auth: { type: 'bearer', bearer: [{ key: 'token', value: 't' }] } };

  test.each<[request: object, expected: HttpAuthentication]>([
    [{}, { type: 'bearer', token: 't' }],
    [{ currentHelper: null }, { type: 'bearer', token: 't' }],
    [{ currentHelper: '' }, { type: 'bearer', token: 't' }],
    [{ currentHelper: 'normal' }, { type: 'none' }],
    [{ currentHelper: 'noauth' }, { type: 'none' }],
    [
      { currentHelper: 'DigestAuth', helperAttributes: attributes },
      { type: 'digest', ...attributes },
    ],
    [
      { currentHelper: 'digest', helperAttributes: attributes },
      { type: 'digest', ...attributes },
    ],
    [
      { auth: { type: 'basic', basic: attributes }, currentHelper: 'noauth' },
      { type: 'basic', ...attributes },
    ],
    // The helper is older than `auth`, which inherits here.
    [
      { auth: {}, currentHelper: 'noauth' },
      { type: 'bearer', token: 't' },
    ],
    [{ auth: null, currentHelper: 'noauth' }, { type: 'none' }],
  ])('%j is read', (request, expected) => {
    expect(readOld(request, ofCollection)).toStrictEqual({ authentication: expected, reasons: [] });
  });

  test('reports an unknown helper', () => {
    expect(readOld({ currentHelper: 'psychicAuth' })).toStrictEqual({
      authentication: { type: 'none' },
      reasons: [expect.stringContaining('The authentication psychicAuth is not supported.')],
    });
  });

  test('sends OAuth 1.0 in a form body', () => {
    const auth = { type: 'oauth1', oauth1: { consumerKey: 'k', addParamsToHeader: 'false' } };
    const sent = { method: 'POST', dataMode: 'urlencoded', data: [{ key: 'a', value: 'b' }] };
    expect(readOld({ auth, ...sent }).authentication).toMatchObject({ type: 'oauth1', in: 'body' });
    expect(readOld({ auth }).authentication).toMatchObject({ type: 'oauth1', in: 'query' });
  });
});
