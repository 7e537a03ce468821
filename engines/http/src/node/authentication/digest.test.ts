import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import type { HttpSession } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { parseChallenges } from './challenges.ts';
import { type DigestChallenge, digestAuthorization, findDigestChallenge } from './digest.ts';

test.each([
  ['Basic realm="a, b"', [{ scheme: 'basic', params: { realm: 'a, b' } }]],
  [
    'Digest realm="x\\"y", nonce=abc, stale=TRUE',
    [{ scheme: 'digest', params: { realm: 'x"y', nonce: 'abc', stale: 'TRUE' } }],
  ],
  [
    'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
    [
      { scheme: 'newauth', params: { realm: 'apps', type: '1', title: 'Login to "apps"' } },
      { scheme: 'basic', params: { realm: 'simple' } },
    ],
  ],
  [
    'Negotiate, Basic realm=a',
    [
      { scheme: 'negotiate', params: {} },
      { scheme: 'basic', params: { realm: 'a' } },
    ],
  ],
  [
    'Negotiate oRQwEqAD==, Digest nonce="n"',
    [
      { scheme: 'negotiate', params: {} },
      { scheme: 'digest', params: { nonce: 'n' } },
    ],
  ],
  [', Digest  nonce = "n" ,, opaque=""', [{ scheme: 'digest', params: { nonce: 'n', opaque: '' } }]],
  ['"broken', []],
])('reads the challenge %s', (value, challenges) => {
  expect(parseChallenges([value])).toEqual(challenges);
});

const challenge = (overrides: Partial<DigestChallenge>): DigestChallenge => ({
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
  algorithm: 'MD5',
  qop: 'auth',
  userhash: false,
  stale: false,
  ...overrides,
});
const rfc7616 = {
  username: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
  bodyHash: undefined,
};

test.each([
  ['RFC 7616 §3.9.1, MD5', { ...rfc7616, challenge: challenge({}) }, '8ca523f5e9506fed4657c9700eebdbec'],
  [
    'RFC 7616 §3.9.1, SHA-256',
    { ...rfc7616, challenge: challenge({ algorithm: 'SHA-256' }) },
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  ],
  [
    'RFC 2617 §3.5',
    {
      ...rfc7616,
      password: 'Circle Of Life',
      cnonce: '0a4f113b',
      challenge: challenge({
        realm: 'testrealm@host.com',
        nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
        algorithm: undefined,
      }),
    },
    '6629fae49393a05397450978507c4ef1',
  ],
])('computes the example of %s', (_name, input, response) => {
  expect(digestAuthorization(input)).toContain(`response="${response}"`);
});

test('hashes the name if the server asks for it (RFC 7616 §3.9.2), and encodes others by RFC 5987', () => {
  const input = { ...rfc7616, username: 'Jäsøn Doe', password: 'Secret, or not?' };
  const hashed = digestAuthorization({
    ...input,
    challenge: challenge({ realm: 'api@example.org', algorithm: 'SHA-512-256', userhash: true }),
  });
  const name = createHash('sha512-256').update('Jäsøn Doe:api@example.org').digest('hex');
  expect(hashed).toContain(`username="${name}"`);
  expect(hashed).toContain('userhash=true');
  expect(digestAuthorization({ ...input, challenge: challenge({}) })).toContain(
    "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe",
  );
});

test.each<[string[], Partial<DigestChallenge> | undefined]>([
  [
    ['Digest realm="r", nonce="n", algorithm=SHA-999, qop="auth"', 'Digest realm="r", nonce="m", qop="auth"'],
    { nonce: 'm' },
  ],
  [['Digest realm="r", nonce="n", qop="auth-int,auth"'], { qop: 'auth' }],
  [['Digest realm="r", nonce="n", qop="auth-int"'], { qop: 'auth-int' }],
  [['Digest realm="r", nonce="n", qop="future"'], undefined],
  [['Basic realm="r"'], undefined],
])('selects from %j', (values, expected) => {
  const found = findDigestChallenge(values);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});

let server: LocalServer;
let session: HttpSession;
const seen: { nc: string | undefined; nonce: string | undefined; ok: boolean }[] = [];

afterEach(async () => {
  await session?.close();
  await server?.close();
  seen.length = 0;
});

/** A server with an independent digest implementation, from RFC 7616 §3.4. */
async function serve(options: { algorithm: string; qop?: string; stale?: boolean }): Promise<void> {
  let nonce = 'n1';
  const hash = (text: string | Buffer) =>
    createHash(options.algorithm.startsWith('SHA-256') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const check = (request: IncomingMessage, body: Buffer) => {
    const params = parseChallenges([request.headers.authorization ?? ''])[0]?.params ?? {};
    let ha1 = hash('user:r:pass');
    if (options.algorithm.endsWith('-sess')) ha1 = hash(`${ha1}:${params.nonce}:${params.cnonce}`);
    const ha2 = hash(`${request.method}:${request.url}${params.qop === 'auth-int' ? `:${hash(body)}` : ''}`);
    const middle = params.qop === undefined ? '' : `${params.nc}:${params.cnonce}:${params.qop}:`;
    const ok =
      params.nonce === nonce &&
      params.uri === request.url &&
      params.response === hash(`${ha1}:${nonce}:${middle}${ha2}`);
    seen.push({ nc: params.nc, nonce: params.nonce, ok });
    return ok;
  };
  server = await startHttp((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const ok = check(request, Buffer.concat(chunks));
      if (ok && options.stale && seen.filter((item) => item.ok).length === 2) nonce = 'n2';
      if (request.url === '/away')
        return response.writeHead(302, { Location: server.url.replace('127.0.0.1', 'localhost') }).end();
      if (ok && request.url !== '/expire') return response.end('welcome');
      nonce = request.url === '/expire' ? 'n2' : nonce;
      const qop = options.qop === undefined ? '' : `, qop="${options.qop}"`;
      response.writeHead(401, {
        'WWW-Authenticate': `Digest realm="r", nonce="${nonce}", algorithm=${options.algorithm}, stale=${nonce === 'n2'}${qop}`,
      });
      response.end('who are you');
    });
  });
  session = createHttpSession({
    scopes: [],
    files: {
      open: async () => ({
        stream: Readable.from([Buffer.from('file')]),
        sizeBytes: 4,
        fileName: 'f',
        contentType: '',
      }),
    },
  });
}

const send = (path: string, password = 'pass') =>
  session.execute(
    buildStep({
      method: 'POST',
      url: `${server.url}${path}`,
      body: { type: 'binary', fileId: 'f' },
      authentication: { type: 'digest', username: 'user', password },
    }),
  );

test.each([
  { algorithm: 'MD5' },
  { algorithm: 'MD5', qop: 'auth' },
  { algorithm: 'MD5-sess', qop: 'auth' },
  { algorithm: 'SHA-256', qop: 'auth' },
  { algorithm: 'SHA-256-sess', qop: 'auth-int' },
])('authenticates with %j, and the next request is not challenged', async (options) => {
  await serve(options);
  expect((await send('/a?b=c')).response?.status).toBe(200);
  expect((await send('/d')).response?.status).toBe(200);
  expect(seen.map(({ ok }) => ok)).toEqual([false, true, true]);
  if (options.qop !== undefined) expect(seen.map(({ nc }) => nc)).toEqual([undefined, '00000001', '00000002']);
});

test('parallel requests never use the same count', async () => {
  await serve({ algorithm: 'SHA-256', qop: 'auth' });
  await send('/a');
  await Promise.all(Array.from({ length: 8 }, () => send('/a')));
  const counts = seen.slice(1).map(({ nc }) => nc);
  expect(new Set(counts).size).toBe(9);
});

test('an expired nonce is replaced', async () => {
  await serve({ algorithm: 'MD5', qop: 'auth', stale: true });
  for (let index = 0; index < 4; index += 1) expect((await send('/a')).response?.status).toBe(200);
  expect(seen.map(({ nonce }) => nonce)).toEqual([undefined, 'n1', 'n1', 'n1', 'n2', 'n2']);
});

test('wrong credentials are tried once', async () => {
  await serve({ algorithm: 'MD5', qop: 'auth' });
  expect((await send('/a', 'wrong')).response?.status).toBe(401);
  expect(seen).toHaveLength(2);
});

test('nothing is signed for another origin', async () => {
  await serve({ algorithm: 'MD5', qop: 'auth' });
  await send('/a');
  const result = await send('/away');
  expect(result.response?.status).toBe(401);
  expect(seen.at(-1)).toEqual({ nc: undefined, nonce: undefined, ok: false });
});
