import { FakeClock } from '@touchstone/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpStep, OAuth2Grant } from '../../core/plan.ts';
import type { HttpSession } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from '../http-session.ts';

interface TokenRequest {
  form: Record<string, string>;
  authorization: string | undefined;
}

let server: LocalServer;
let clock: FakeClock;
let session: HttpSession;
let asked: TokenRequest[] = [];
let used: (string | undefined)[] = [];
let answer: (count: number, form: Record<string, string>) => { status?: number; body: string };
let rejected = new Set<string>();

const tokens =
  (fields: object = {}) =>
  (count: number) => ({
    body: JSON.stringify({ access_token: `t${count}`, token_type: 'bearer', expires_in: 100, ...fields }),
  });

beforeAll(async () => {
  server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/token') {
        const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
        asked.push({ form, authorization: request.headers.authorization });
        const { status = 200, body } = answer(asked.length, form);
        return response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
      }
      used.push(request.headers.authorization);
      const isRejected = rejected.has(request.headers.authorization ?? '');
      if (request.url === '/away') {
        return response.writeHead(307, { Location: `${server.url.replace('127.0.0.1', 'localhost')}/api` }).end();
      }
      response.writeHead(isRejected ? 401 : 200).end();
    });
  });
});
afterAll(() => server.close());

const open = (options: Partial<HttpSessionOptions> = {}) => {
  session = createHttpSession({ scopes: [], clock, ...options });
};
beforeEach(() => {
  clock = new FakeClock('2026-01-01T00:00:00Z');
  asked = [];
  used = [];
  rejected = new Set();
  answer = tokens();
  open();
});
afterEach(() => session.close());

const grant = (fields: Partial<OAuth2Grant> = {}): OAuth2Grant => ({
  type: 'oauth2Grant',
  grant: 'clientCredentials',
  tokenUrl: `${server.url}/token`,
  clientId: 'id',
  clientSecret: 's:ec ret',
  ...fields,
});
const send = (authentication: HttpStep['authentication'] = grant(), path = '/api') =>
  session.execute(buildStep({ url: `${server.url}${path}`, authentication }));

const basic = `Basic ${Buffer.from('id:s%3Aec+ret').toString('base64')}`;

test.each<[Partial<OAuth2Grant>, Record<string, string>, string | undefined]>([
  [{ scope: 'a b', audience: 'x' }, { grant_type: 'client_credentials', scope: 'a b', audience: 'x' }, basic],
  [
    { clientAuthentication: 'body' },
    { grant_type: 'client_credentials', client_id: 'id', client_secret: 's:ec ret' },
    undefined,
  ],
  [
    { grant: 'password', username: 'u', password: 'p&' },
    { grant_type: 'password', username: 'u', password: 'p&' },
    basic,
  ],
  [
    { grant: 'authorizationCode', clientSecret: '', code: 'c', redirectUri: 'http://r/', codeVerifier: 'v' },
    { grant_type: 'authorization_code', code: 'c', redirect_uri: 'http://r/', code_verifier: 'v', client_id: 'id' },
    undefined,
  ],
  [{ grant: 'refreshToken', refreshToken: 'r' }, { grant_type: 'refresh_token', refresh_token: 'r' }, basic],
])('asks for a token with %j', async (fields, form, authorization) => {
  expect((await send(grant(fields))).status).toBe('passed');
  expect(asked).toEqual([{ form, authorization }]);
  expect(used).toEqual(['Bearer t1']);
});

test('a token is fetched once, also for parallel requests, and renewed at 80 % of its lifetime', async () => {
  await Promise.all([send(), send(), send()]);
  clock.advance(79_000);
  await send();
  expect(asked).toHaveLength(1);
  clock.advance(1_000);
  await send();
  expect(used).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2']);
});

test('a refresh token is used for the renewal and kept if the server sends no new one', async () => {
  answer = (count) => tokens(count === 1 ? { refresh_token: 'r1' } : {})(count);
  await send();
  clock.advance(90_000);
  await send();
  clock.advance(90_000);
  await send();
  expect(asked.map(({ form }) => form.refresh_token)).toEqual([undefined, 'r1', 'r1']);
});

test('a failed early renewal keeps the token that is still valid', async () => {
  await send();
  answer = () => ({ status: 503, body: 'down' });
  clock.advance(85_000);
  expect((await send()).status).toBe('passed');
  clock.advance(20_000);
  expect((await send()).error).toMatchObject({
    code: 'AUTHENTICATION',
    message: expect.stringMatching(/status 503\): "down"/),
  });
});

test('an authorization code is used once', async () => {
  const code = grant({ grant: 'authorizationCode', code: 'c' });
  await send(code);
  clock.advance(90_000);
  expect((await send(code)).status).toBe('passed');
  clock.advance(20_000);
  expect((await send(code)).error?.message).toMatch(/Get a new code/);
  expect(asked).toHaveLength(1);
});

test('tokens are kept in a session created from the state', async () => {
  await send();
  const state = JSON.parse(JSON.stringify(session.state()));
  await session.close();
  open({ state });
  await send();
  expect(asked).toHaveLength(1);
  expect(used).toEqual(['Bearer t1', 'Bearer t1']);
});

test('a cached token that the server rejects is replaced, a new one is not', async () => {
  await send();
  rejected = new Set(['Bearer t1']);
  expect((await send()).response?.status).toBe(200);
  rejected = new Set(['Bearer t2', 'Bearer t3', 'Bearer t4']);
  expect((await send()).response?.status).toBe(401);
  expect(used).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2', 'Bearer t3']);
});

test.each([
  [
    400,
    '{"error":"invalid_client","error_description":"Unknown client."}',
    /gave no token for the client credentials grant \(status 400\): invalid_client: Unknown client\. Check/,
  ],
  [200, '{"token":"x"}', /status 200/],
  [500, '', /it said nothing/],
])('reports the response of the token endpoint: %i %s', async (status, body, message) => {
  answer = () => ({ status, body });
  const { status: outcome, error } = await send();
  expect(outcome).toBe('error');
  expect(error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringMatching(message) });
  expect(used).toEqual([]);
});

test('a form-encoded response is also read, and another token type is kept', async () => {
  answer = () => ({ body: 'access_token=f1&token_type=MAC' });
  await send();
  expect(used).toEqual(['MAC f1']);
});

test('the token request is subject to the address policy', async () => {
  const policy = {
    allows: (_address: string, _family: 4 | 6, port: number) => port !== server.port || 'This address is not allowed.',
  };
  open({ addressPolicy: policy });
  expect((await send()).error).toMatchObject({ code: 'ADDRESS_REFUSED' });
  expect(asked).toEqual([]);
});

test('an unreachable token endpoint is reported', async () => {
  const { error } = await send(grant({ tokenUrl: 'http://127.0.0.1:1/token' }));
  expect(error?.message).toMatch(/^The token could not be fetched\. .*127\.0\.0\.1:1/);
});

test("the token stays at its origin, and the user's own header takes precedence", async () => {
  await send(grant(), '/away');
  expect(used).toEqual(['Bearer t1', undefined]);
  await session.execute(
    buildStep({ url: `${server.url}/api`, headers: [{ key: 'authorization', value: 'own' }], authentication: grant() }),
  );
  expect(used.at(-1)).toBe('own');
});
