import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestServer, type TestServer } from '@touchstone/testing';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { renderApiReference } from './api-reference.ts';
import { toAppError } from './error-handler.ts';
import { createHttpServer } from './server.ts';
import { isLoopback } from './system-routes.ts';

let server: TestServer;
beforeAll(async () => {
  const env = { METRICS_TOKEN: 'token-of-the-metrics', TRUST_PROXY: 'true' };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
});
afterAll(() => server.close());
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test('every answer has the security headers and a request id of its own', async () => {
  const answers = [await get('/health/live'), await get('/services/nothing'), await get('/docs/api')];
  for (const answer of answers) {
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
  }
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a request id of the caller is not taken over', async () => {
  const answer = await get('/health/live', { 'x-request-id': 'forged', 'request-id': 'forged' });
  expect(answer.headers.get('x-request-id')).not.toBe('forged');
});

test('only an https address of the product asks browsers to stay with TLS', async () => {
  const platform = { ...server.platform, config: { ...server.platform.config, publicUrl: 'https://test.example' } };
  const app = await createHttpServer(platform);
  app.get('/', async () => 'x');
  const answer = await app.inject('/');
  await app.close();
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});

test('a body of 100 MB is refused with a clear text while it is still being sent, and the server goes on', async () => {
  const { port } = new URL(server.url);
  const sizeBytes = 100 * 1024 * 1024;
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = text(socket).catch(() => '');
  socket.write(
    `POST /services/identity/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${sizeBytes}\r\n\r\n${'x'.repeat(65_536)}`,
  );
  const received = await answer;
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(received).toContain('"code":"PLATFORM_TOO_LARGE","message":"The body is too large. The limit is 10 MB."');
  expect(received).toMatch(/connection: close/i);
  expect((await get('/health/live')).status).toBe(200);
});

test('a body without a length is cut off at the limit', async () => {
  const outgoing = request(`${server.url}/services/identity/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response');
  const chunk = 'x'.repeat(1024 * 1024);
  for (let sent = 0; sent < 11; sent += 1) outgoing.write(chunk);
  const [response] = await answered;
  expect(response.statusCode).toBe(413);
  outgoing.destroy();
});

test.each([
  ['GET', '/services', 404],
  ['GET', '/services/', 404],
  ['GET', '/services?x=1', 404],
  ['GET', '/services/api-testing/nothing-here', 404],
  ['POST', '/anything', 404],
  ['GET', '/assets/missing.js', 404],
  ['GET', '/missing.png', 404],
])('%s %s answers JSON', async (method, path, status) => {
  const answer = await fetch(server.url + path, { method });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    code: 'PLATFORM_NOT_FOUND',
    message: 'There is nothing at this address.',
  });
});

test('live and ready while everything works; what fails is named without its reason', async () => {
  expect(await (await get('/health/live')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/health/ready')).json()).toEqual({ status: 'ok', checks: { database: 'ok', files: 'ok' } });
  const { files } = server.platform;
  const check = files.check;
  files.check = () => Promise.reject(new Error('connect ECONNREFUSED secret-host:9000'));
  try {
    const answer = await get('/health/ready');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: 'failing', checks: { database: 'ok', files: 'failing' } });
  } finally {
    files.check = check;
  }
});

test.each([
  ['from this machine', {}, 200],
  ['through a proxy', { 'x-forwarded-for': '192.0.2.7' }, 401],
  [
    'through a proxy with the token',
    { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer token-of-the-metrics' },
    200,
  ],
  [
    'through a proxy with another token',
    { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer token-of-the-metricz' },
    401,
  ],
  ['through a proxy with a short token', { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer t' }, 401],
])('/metrics %s', async (_name, headers, status) => {
  expect((await get('/metrics', headers as Record<string, string>)).status).toBe(status);
});

test('/metrics names every measure of the product, and calls by route, not by address', async () => {
  await get('/health/live?token=query-1');
  await get('/services/nothing/id-1');
  const page = await (await get('/metrics')).text();
  for (const name of [
    'http_request_duration_seconds',
    'runs_finished_total',
    'steps_recorded_total',
    'runs_active',
    'event_streams',
  ])
    expect(page).toContain(`# HELP touchstone_${name} `);
  expect(page).toMatch(
    /touchstone_http_request_duration_seconds_count\{service="none",route="\/health\/live",method="GET",status="200"\} \d/,
  );
  expect(page).not.toMatch(/id-1|query-1/);
});

test('/outbox shows local mails, escaped, on this machine alone', async () => {
  await server.platform.mailer.send({
    to: '"<b>"@example.test',
    subject: 'Your <script>',
    text: 'Open http://localhost/verify?a=1&b="2" now <img src=x>',
    html: '',
  });
  const page = await (await get('/outbox')).text();
  expect(page).toContain('Your &#60;script&#62;');
  expect(page).toContain('<a href="http://localhost/verify?a=1&#38;b=&#34;2&#34;">');
  expect(page).not.toMatch(/<script|<img|<b>/);
  expect((await get('/outbox', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(404);
});

const socket = (remoteAddress: string) => ({ socket: { remoteAddress } });
test.each([
  ['::1', 'localhost:7700', {}, true],
  ['127.0.0.1', '127.0.0.1:7700', {}, true],
  ['::ffff:127.0.0.1', '[::1]:7700', {}, true],
  ['127.0.0.1', 'evil.example:7700', {}, false],
  ['127.0.0.1', 'localhost.evil.example', {}, false],
  ['192.0.2.7', 'localhost', {}, false],
  ['127.0.0.1', 'localhost', { forwarded: 'for=192.0.2.7' }, false],
  ['127.0.0.1', 'localhost', { 'x-real-ip': '192.0.2.7' }, false],
  ['127.0.0.1', 'localhost', { via: '1.1 proxy' }, false],
])('a call from %s to %s with %j is local: %s', (address, host, headers, expected) => {
  const call = { ...socket(address), headers: { host, ...headers } } as unknown as FastifyRequest;
  expect(isLoopback(call)).toBe(expected);
});

test('behind one proxy the address of a caller is the one that the proxy saw, not one that the caller wrote', async () => {
  const app = await createHttpServer(server.platform);
  app.get('/address', async (call) => call.ip);
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' };
  const answer = await app.inject({ url: '/address', headers, remoteAddress: '127.0.0.1' });
  await app.close();
  expect(answer.body).toBe('198.51.100.7');
});

test('the OpenAPI document has every bound route once, with its service, rule and errors', async () => {
  const document = (await (await get('/openapi.json')).json()) as {
    openapi: string;
    servers: unknown;
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: server.url }]);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations).toHaveLength(server.app.registrar.routes.length);
  for (const operation of operations) {
    expect(operation).toMatchObject({ 'x-service': expect.any(String), 'x-access': { kind: expect.any(String) } });
    expect(operation.responses).toHaveProperty('default');
  }
  const paths = Object.keys(document.paths);
  for (const path of paths) expect(path).toMatch(/^\/services\/[a-z-]+\//);
});

test('the API reference is a page without scripts that escapes what it shows', async () => {
  expect(await (await get('/docs/api')).text()).toContain('/services/api-testing/');
  const hostile = '"><script>alert(1)</script>&\'';
  const operation = {
    'x-service': hostile,
    'x-access': { kind: 'public' },
    summary: hostile,
    parameters: [{ name: hostile }],
  };
  const page = renderApiReference({ paths: { [hostile]: { get: operation } } });
  expect(page).not.toContain('<script');
  expect(page).not.toContain('"">');
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;');
});

const pgError = (code: string) => Object.assign(new Error('x'), { code });
test.each([
  [Object.assign(new Error('x'), { statusCode: 503 }), 503, 'PLATFORM_OVERLOADED'],
  [Object.assign(new Error('x'), { statusCode: 418 }), 418, 'PLATFORM_INVALID_INPUT'],
  [new Error('Failed query', { cause: pgError('22021') }), 400, 'PLATFORM_UNSTORABLE_TEXT'],
  [new Error('Failed query', { cause: pgError('23505') }), 500, 'PLATFORM_INTERNAL'],
  [new Error('q', { cause: new Error('timeout exceeded when trying to connect') }), 503, 'PLATFORM_OVERLOADED'],
  ['a text', 500, 'PLATFORM_INTERNAL'],
])('%s is answered with %d %s', (error, status, code) => {
  expect(toAppError(error, 10)).toMatchObject({ status, code });
});

test('a limited route says how long to wait', async () => {
  const app = await createHttpServer(server.platform);
  app.get('/limited', { config: { rateLimit: { max: 2, timeWindow: 20_000 } } }, async () => 'ok');
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await app.inject('/limited'));
  await app.close();
  expect(statuses.map((answer) => answer.statusCode)).toEqual([200, 200, 429]);
  expect(statuses[2]?.json().message).toMatch(/^Too many requests\. Wait (20|19) seconds and try again\.$/);
});
