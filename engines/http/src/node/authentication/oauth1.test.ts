import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import type { OAuth1Signature } from '../../core/signed-authentication.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { decodeForm, type OAuth1Parameter, oauth1Signature, percentEncode, signatureBaseString } from './oauth1.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const credentials: OAuth1Signature = {
  type: 'oauth1',
  signatureMethod: 'HMAC-SHA1',
  consumerKey: 'key & co',
  consumerSecret: 'secret/1',
  token: 'token+1',
  tokenSecret: 'hidden?',
  in: 'header',
};

test('builds the base string of RFC 5849 §3.4.1.1', () => {
  const url = new URL('http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b');
  const oauth: OAuth1Parameter[] = [
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
  ];
  const parameters = [...decodeForm(url.search.slice(1)), ...decodeForm('c2&a3=2+q'), ...oauth];
  expect(signatureBaseString({ method: 'post', url, host: 'EXAMPLE.COM:80' }, parameters)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
      'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
      'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  );
});

const printer = { ...credentials, consumerKey: 'dpf43f3p2l4k3l03', consumerSecret: 'kd94hf93k423kf44' };
test.each<[string, OAuth1Signature, string, string, OAuth1Parameter[], string]>([
  [
    'temporary credentials',
    { ...printer, token: '', tokenSecret: '' },
    'POST https://photos.example.net/initiate',
    'wIjqoS',
    [['oauth_callback', 'http://printer.example.com/ready']],
    '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
  ],
  [
    'a token',
    { ...printer, token: 'hh5s93j4hdidpola', tokenSecret: 'hdhd0244k9j7ao03' },
    'POST https://photos.example.net/token',
    'walatlh',
    [['oauth_verifier', 'hfdp7dh39dks9884']],
    'gKgrFCywp7rO0OXSjdot/IHF7IU=',
  ],
  [
    'a photo',
    { ...printer, token: 'nnch734d00sl2jdk', tokenSecret: 'pfkkdhi9sl3r4s00' },
    'GET http://photos.example.net/photos?file=vacation.jpg&size=original',
    'chapoH',
    [],
    'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
  ],
])('signs the request for %s of RFC 5849 §1.2', async (name, given, request, nonce, more, signature) => {
  const [method = '', address = ''] = request.split(' ');
  const url = new URL(address);
  const parameters: OAuth1Parameter[] = [
    ...decodeForm(url.search.slice(1)),
    ['oauth_consumer_key', given.consumerKey],
    ...(given.token ? [['oauth_token', given.token] as OAuth1Parameter] : []),
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', { 'temporary credentials': '137131200', 'a token': '137131201' }[name] ?? '137131202'],
    ['oauth_nonce', nonce],
    ...more,
  ];
  expect(await oauth1Signature(signatureBaseString({ method, url, host: url.host }, parameters), given)).toBe(
    signature,
  );
});

let server: LocalServer;
let verdicts: { valid: boolean; parameters: Record<string, string>; realm: string | undefined; body: string }[] = [];

/** A server that collects the parameters from header, query and form, with an independent signature implementation. */
function verify(request: IncomingMessage, body: string): void {
  const url = new URL(request.url!, server.url);
  const authorization = request.headers.authorization ?? '';
  const header = [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name, value]): OAuth1Parameter => [name!, decodeURIComponent(value!)],
  );
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const form = isForm ? [...new URLSearchParams(body)] : [];
  const all = [...header, ...url.searchParams, ...form] as OAuth1Parameter[];
  const parameters = Object.fromEntries(all);
  const normalized = all
    .filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&');
  const base = [request.method!, `${server.url}${url.pathname}`, normalized].map(percentEncode).join('&');
  verdicts.push({
    valid: isSigned(base, parameters),
    parameters,
    body,
    realm: parameters.realm,
  });
}

function isSigned(base: string, { oauth_signature_method: method = '', oauth_signature = '' }: Record<string, string>) {
  const secrets = 'secret%2F1&hidden%3F';
  const hash = method.replace(/^.*-/, '').toLowerCase();
  if (method === 'PLAINTEXT') return oauth_signature === secrets;
  if (method.startsWith('HMAC-')) return oauth_signature === createHmac(hash, secrets).update(base).digest('base64');
  return createVerify(hash).update(base).verify(publicKey, oauth_signature, 'base64');
}

beforeAll(async () => {
  server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      verify(request, Buffer.concat(chunks).toString());
      response.end();
    });
  });
});
afterAll(() => server.close());

async function send(authentication: Partial<OAuth1Signature>, step: Partial<HttpStep> = {}) {
  verdicts = [];
  const files = {
    open: async () => ({ stream: Readable.from([Buffer.from('file')]), sizeBytes: 4, fileName: 'f', contentType: '' }),
  };
  const session = createHttpSession({ scopes: [{ secret: 'secret/1' }], files });
  const result = await session.execute(
    buildStep({
      method: 'POST',
      url: `${server.url}/a%20b?q=1%2B1&e`,
      authentication: { ...credentials, consumerSecret: '{{secret}}', ...authentication },
      ...step,
    }),
  );
  await session.close();
  return { result, verdict: verdicts[0] };
}

const form: HttpStep['body'] = { type: 'urlencoded', fields: [{ key: 'a b', value: 'c&d=é' }] };

test.each(
  (['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT'] as const).flatMap(
    (signatureMethod) => (['header', 'query', 'body'] as const).map((place) => ({ signatureMethod, in: place })),
  ),
)('a server accepts $signatureMethod in the $in', async (given) => {
  const { verdict } = await send({ ...given, privateKey: pem }, { body: form });
  expect(verdict).toMatchObject({
    valid: true,
    parameters: { 'a b': 'c&d=é', q: '1+1', oauth_consumer_key: 'key & co', oauth_version: '1.0' },
  });
});

test('realm, callback, verifier and a body hash are sent', async () => {
  const { verdict } = await send(
    {
      realm: 'My "realm"',
      callback: 'https://h/c?d',
      verifier: 'v',
      includeBodyHash: true,
      signatureMethod: 'HMAC-SHA256',
    },
    { body: { type: 'json', content: '{"a":1}' } },
  );
  expect(verdict).toMatchObject({
    valid: true,
    parameters: {
      oauth_callback: 'https://h/c?d',
      oauth_verifier: 'v',
      oauth_body_hash: createHash('sha256').update('{"a":1}').digest('base64'),
    },
  });
});

test('a file is hashed, a form is not', async () => {
  const ofFile = await send({ includeBodyHash: true }, { body: { type: 'binary', fileId: 'f' } });
  expect(ofFile.verdict?.parameters.oauth_body_hash).toBe(createHash('sha1').update('file').digest('base64'));
  const ofForm = await send({ includeBodyHash: true }, { body: form });
  expect(ofForm.verdict).toMatchObject({ valid: true });
  expect(ofForm.verdict?.parameters).not.toHaveProperty('oauth_body_hash');
});

test('every request has its own nonce, unless one is given', async () => {
  const nonces = [await send({}), await send({})].map(({ verdict }) => verdict?.parameters.oauth_nonce);
  expect(new Set(nonces).size).toBe(2);
  const { verdict } = await send({ nonce: 'n', timestamp: '5' });
  expect(verdict).toMatchObject({ valid: true, parameters: { oauth_nonce: 'n', oauth_timestamp: '5' } });
});

test('a POST without a body gets one for the parameters', async () => {
  const { verdict } = await send({ in: 'body' });
  expect(verdict).toMatchObject({ valid: true });
  expect(verdict?.body).toContain('oauth_signature=');
});

test.each<[string, Partial<OAuth1Signature>, Partial<HttpStep>, RegExp]>([
  ['parameters in a JSON body', { in: 'body' }, { body: { type: 'json', content: '{}' } }, /only into a body/],
  ['parameters in the body of a GET', { in: 'body' }, { method: 'GET' }, /only into a body/],
  ['a missing key', { signatureMethod: 'RSA-SHA1' }, {}, /private key of the OAuth 1.0 authentication is missing/],
  ['a broken key', { signatureMethod: 'RSA-SHA1', privateKey: 'x' }, {}, /cannot be read/],
  [
    'an EC key',
    {
      signatureMethod: 'RSA-SHA256',
      privateKey: generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
        .privateKey.export({ format: 'pem', type: 'pkcs8' })
        .toString(),
    },
    {},
    /needs an RSA key/,
  ],
])('reports what is wrong with %s, and sends nothing', async (_, authentication, step, message) => {
  const { result, verdict } = await send(authentication, step);
  expect(result.error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringMatching(message) });
  expect(verdict).toBeUndefined();
});

test('a key with lost line breaks is read', async () => {
  for (const privateKey of [pem.replaceAll('\n', ' '), pem.replaceAll('\n', '\\n')]) {
    const { verdict } = await send({ signatureMethod: 'RSA-SHA256', privateKey });
    expect(verdict).toMatchObject({ valid: true });
  }
});
