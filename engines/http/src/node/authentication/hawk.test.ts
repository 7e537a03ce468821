import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FakeClock } from '@touchstone/kernel';
import { afterEach, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import type { HawkSignature } from '../../core/signed-authentication.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { parseChallenges } from './challenges.ts';
import { type HawkArtifacts, hawkMac, hawkPayloadHash } from './hawk.ts';

const key = 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn';
const credentials: HawkSignature = { type: 'hawk', keyId: 'dh37fgj492je', key, algorithm: 'sha256' };
const published: HawkArtifacts = {
  timestamp: '1353832234',
  nonce: 'j4h3g2',
  method: 'GET',
  resource: '/resource/1?b=1&a=2',
  host: 'example.com',
  port: '8000',
  ext: 'some-app-ext-data',
};

test('computes the codes of the published examples', () => {
  expect(hawkMac('header', published, credentials)).toBe('6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE=');
  const hash = hawkPayloadHash('Thank you for flying Hawk', 'text/plain; charset=utf-8', 'sha256');
  expect(hash).toBe('Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=');
  expect(hawkMac('header', { ...published, method: 'POST', hash }, credentials)).toBe(
    'aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=',
  );
});

let server: LocalServer;
afterEach(() => server?.close());

const hmac = (algorithm: string, lines: (string | undefined)[]) =>
  createHmac(algorithm, key)
    .update(`${lines.join('\n')}\n`)
    .digest('base64');

interface ServerOptions {
  /** The server's clock, in seconds. */
  nowSeconds?: number;
  /** Changes the code with which the server signs its response. */
  sign?: (mac: string) => string;
  answer?: string;
  sentBody?: string;
}

/** A server with an independent implementation of every code, from the protocol's text. */
async function serve({ nowSeconds, sign = (mac) => mac, answer = 'fine', sentBody = answer }: ServerOptions = {}) {
  const seen: { valid: boolean; params: Record<string, string> }[] = [];
  server = await startHttp((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const params = parseChallenges([request.headers.authorization ?? ''])[0]?.params ?? {};
      const { ts, nonce, hash, ext, app, dlg, mac } = params;
      const algorithm = request.url!.includes('sha1') ? 'sha1' : 'sha256';
      const shared = (kind: string, ofBody: string | undefined, said: string | undefined) => [
        ...[
          `hawk.1.${kind}`,
          ts,
          nonce,
          request.method,
          request.url,
          '127.0.0.1',
          String(server.port),
          ofBody ?? '',
          (said ?? '').replaceAll('\\', '\\\\'),
        ],
        ...(app === undefined ? [] : [app, dlg ?? '']),
      ];
      const type = (request.headers['content-type'] ?? '').split(';')[0]!;
      const bodyHash = (algorithmOf: string, contentType: string, body: Buffer | string) =>
        createHash(algorithmOf).update(`hawk.1.payload\n${contentType}\n`).update(body).update('\n').digest('base64');
      const isHashed = hash === undefined || hash === bodyHash(algorithm, type, Buffer.concat(chunks));
      const isTimely = nowSeconds === undefined || Math.abs(Number(ts) - nowSeconds) <= 60;
      seen.push({ valid: mac === hmac(algorithm, shared('header', hash, ext)) && isHashed && isTimely, params });
      if (!isTimely) {
        const tsm = hmac(algorithm, ['hawk.1.ts', String(nowSeconds)]);
        const value = `Hawk ts="${nowSeconds}", tsm="${tsm}", error="Stale timestamp"`;
        return response.writeHead(401, { 'WWW-Authenticate': value }).end();
      }
      const answerHash = bodyHash(algorithm, 'text/plain', answer);
      const answerMac = sign(hmac(algorithm, shared('response', answerHash, 'x')));
      if (!request.url!.includes('unsigned'))
        response.setHeader('Server-Authorization', `Hawk mac="${answerMac}", hash="${answerHash}", ext="x"`);
      response.setHeader('Content-Type', 'text/plain');
      response.end(sentBody);
    });
  });
  return seen;
}

async function send(authentication: Partial<HawkSignature>, step: Partial<HttpStep> = {}, times = 1) {
  const session = createHttpSession({ scopes: [{ key }], clock: new FakeClock('2026-01-01T00:00:00Z') });
  let result = await session.execute(
    buildStep({
      method: 'POST',
      url: `${server.url}/a?b=c`,
      ...step,
      authentication: { ...credentials, key: '{{key}}', ...authentication },
    }),
  );
  for (let index = 1; index < times; index += 1)
    result = await session.execute(
      buildStep({ url: `${server.url}/a?b=c`, authentication: { ...credentials, ...authentication } }),
    );
  await session.close();
  return result;
}

test.each<Partial<HawkSignature>>([
  {},
  { ext: 'data with "quotes" and \\', app: 'app', dlg: 'who' },
  { includePayloadHash: true, nonce: 'n', timestamp: '77' },
])('a server accepts %j', async (authentication) => {
  const seen = await serve();
  await send(authentication, { body: { type: 'text', content: 'hällo' } });
  const { ext, app, dlg, nonce, timestamp } = authentication;
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    valid: true,
    params: Object.fromEntries(
      Object.entries({ ext, app, dlg, nonce, ts: timestamp }).filter(([, value]) => value !== undefined),
    ),
  });
});

test('SHA-1 is used if selected, also for the payload', async () => {
  const seen = await serve();
  const body = { type: 'json', content: '[1]' } as const;
  await send({ algorithm: 'sha1', includePayloadHash: true }, { url: `${server.url}/sha1`, body });
  expect(seen[0]).toMatchObject({ valid: true, params: { hash: expect.any(String) } });
});

test('a server with a different clock is trusted once it proves that it has the key', async () => {
  const nowSeconds = Date.parse('2026-01-01T01:00:00Z') / 1000;
  const seen = await serve({ nowSeconds });
  expect((await send({}, {}, 2)).response?.status).toBe(200);
  expect(seen.map(({ valid, params }) => [valid, params.ts])).toEqual([
    [false, String(nowSeconds - 3600)],
    [true, String(nowSeconds)],
    [true, String(nowSeconds)],
  ]);
});

test('a clock that is not signed with the key is not trusted', async () => {
  server = await startHttp((_, response) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Hawk ts="5", tsm="bm8=", error="Stale timestamp"' }).end(),
  );
  expect((await send({})).response?.status).toBe(401);
});

test.each<[string, ServerOptions, string, string | undefined]>([
  ['its signature holds', {}, '/a', undefined],
  [
    'its signature is another',
    { sign: (mac) => mac.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) },
    '/a',
    'is not valid',
  ],
  ['its body was changed', { sentBody: 'changed' }, '/a', 'is not that of this body'],
  ['it does not sign', {}, '/unsigned', 'is missing'],
])('the server is verified on demand: %s', async (_, options, path, message) => {
  await serve(options);
  const result = await send({ verifyServer: true }, { url: `${server.url}${path}` });
  expect(result.response?.status).toBe(200);
  if (message === undefined) expect(result.error).toBeUndefined();
  else expect(result.error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringContaining(message) });
  const trusting = await send({}, { url: `${server.url}${path}` });
  expect(trusting.error).toBeUndefined();
});
