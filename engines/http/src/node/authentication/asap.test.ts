import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AsapToken } from '../../core/signed-authentication.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curves = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' } as const;
const ec = (algorithm: keyof typeof curves) => generateKeyPairSync('ec', { namedCurve: curves[algorithm] });
const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8') =>
  key.export({ format: 'pem', type } as { format: 'pem'; type: 'pkcs8' }).toString();

const credentials: AsapToken = {
  type: 'asap',
  algorithm: 'RS256',
  keyId: 'team/key-1',
  issuer: 'team',
  audience: 'service',
  privateKey: pem(rsa.privateKey),
};
const now = new Date('2026-01-01T00:00:00Z');
const seconds = now.getTime() / 1000;

let server: LocalServer;
let tokens: string[] = [];
beforeAll(async () => {
  server = await startHttp((request, response) => {
    tokens.push(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    response.end();
  });
});
afterAll(() => server.close());

async function send(authentication: Partial<AsapToken>, times = 1) {
  tokens = [];
  const session = createHttpSession({ scopes: [{ team: 'team' }], clock: new FakeClock(now.toISOString()) });
  let result = await session.execute(step(authentication));
  for (let index = 1; index < times; index += 1) result = await session.execute(step(authentication));
  await session.close();
  return result;
}
const step = (authentication: Partial<AsapToken>) =>
  buildStep({ url: server.url, authentication: { ...credentials, issuer: '{{team}}', ...authentication } });
/** Decodes a token according to RFC 7515 and verifies its signature with the public key. */
function verified(key: KeyObject, token = tokens[0]!) {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const algorithm = String(read(header).alg);
  const isValid = verify(
    `sha${algorithm.slice(2)}`,
    Buffer.from(`${header}.${payload}`),
    {
      key,
      dsaEncoding: 'ieee-p1363',
      ...(algorithm.startsWith('PS')
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: Number(algorithm.slice(2)) / 8 }
        : {}),
    },
    Buffer.from(signature, 'base64url'),
  );
  expect([isValid, more]).toEqual([true, []]);
  return { header: read(header), payload: read(payload) };
}

test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const)(
  'a verifier accepts %s',
  async (algorithm) => {
    const pair = algorithm.startsWith('ES') ? ec(algorithm as keyof typeof curves) : rsa;
    await send({ algorithm, privateKey: pem(pair.privateKey) });
    const { payload, header } = verified(pair.publicKey);
    expect(header).toEqual({ typ: 'JWT', alg: algorithm, kid: 'team/key-1' });
    expect(payload).toEqual({
      iss: 'team',
      sub: 'team',
      aud: 'service',
      iat: seconds,
      exp: seconds + 3600,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  },
);

test('subject, lifetime and further claims are the given ones', async () => {
  await send({ subject: 'me', expiresInSeconds: '60', claims: '{"aud":["service","other"],"role":{"a":1}}' });
  const { payload } = verified(rsa.publicKey);
  expect(payload).toMatchObject({ sub: 'me', exp: seconds + 60, aud: ['service', 'other'], role: { a: 1 } });
});

test('the sent request is shown without the token', async () => {
  const { request } = await send({});
  expect(request?.headers).toContainEqual(['Authorization', 'Bearer ••••••']);
  expect(JSON.stringify(request)).not.toContain(tokens[0]);
});

test('each request has its own token', async () => {
  await send({}, 2);
  const ids = tokens.map((token) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).jti);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['PKCS #1', pem(rsa.privateKey, 'pkcs1')],
  ['one line', pem(rsa.privateKey).replaceAll('\n', ' ')],
  [
    'a data address',
    `data:application/pkcs8;kid=team%2Fkey-1;base64,${encodeURIComponent(rsa.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))}`,
  ],
])('a key in %s is read', async (_, privateKey) => {
  await send({ privateKey });
  expect(verified(rsa.publicKey).payload.iss).toBe('team');
});

test.each<[string, Partial<AsapToken>, RegExp]>([
  ['no key', { privateKey: '' }, /private key of the ASAP authentication is missing/],
  ['no audience', { audience: ' ' }, /needs a key id, an issuer and an audience/],
  ['claims that are no JSON', { claims: '{' }, /not valid JSON/],
  ['claims that are no object', { claims: '[1]' }, /must be a JSON object/],
  ['a life that is no number', { expiresInSeconds: 'soon' }, /is no number/],
  ['a key of another kind', { algorithm: 'ES256' }, /ES256 needs an EC key on the curve prime256v1/],
  ['a key of another curve', { algorithm: 'ES256', privateKey: pem(ec('ES384').privateKey) }, /needs an EC key/],
  [
    'an encrypted key',
    {
      privateKey: rsa.privateKey
        .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'p' })
        .toString(),
    },
    /is encrypted/,
  ],
])('%s is reported, and nothing is sent', async (_, authentication, message) => {
  const { error } = await send(authentication);
  expect(error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringMatching(message) });
  expect(tokens).toEqual([]);
});
