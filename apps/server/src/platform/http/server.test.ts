import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun, newProject, newScript, newSuite } from '../../services/api-testing/testing/builders.ts';
import { createLog } from '../log.ts';
import { createOutboxKeys } from '../mail/outbox-key.ts';
import { renderApiReference } from './api-reference.ts';
import { toAppError } from './error-handler.ts';
import { createHttpServer } from './server.ts';
import { addWebApp } from './web-app.ts';

let server: TestServer;
beforeAll(async () => {
  const env = { METRICS_TOKEN: 'token-of-the-metrics', TRUST_PROXY: 'true' };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
});
afterAll(() => server.close());
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test('every response has the security headers and its own request id', async () => {
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

test("a caller's request id is not adopted", async () => {
  const answer = await get('/health/live', { 'x-request-id': 'forged', 'request-id': 'forged' });
  expect(answer.headers.get('x-request-id')).not.toBe('forged');
});

test('the log contains neither queries nor tokens in paths, whether or not a call succeeds', async () => {
  const lines: string[] = [];
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) });
  const app = await createHttpServer({ ...server.platform, log });
  await addWebApp(app);
  app.post('/hooks/:token', async () => 'called');
  await app.inject({ method: 'POST', url: '/hooks/token-1?key=query-1' });
  await app.inject({ method: 'POST', url: '/%68ooks/token-1' });
  await app.inject({ method: 'GET', url: '/hooks/token-1/' });
  await app.inject({ method: 'GET', url: '/other/seen' });
  await app.close();
  const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call');
  expect(calls.map(({ path }) => path)).toEqual(['/hooks/:token', '/hooks/:token', '/hooks/:token', '/other/seen']);
  expect(lines.join('')).not.toMatch(/token-1|query-1/);
});

test('only an https address of the product makes browsers stay with TLS', async () => {
  const platform = { ...server.platform, config: { ...server.platform.config, publicUrl: 'https://test.example' } };
  const app = await createHttpServer(platform);
  app.get('/', async () => 'x');
  const answer = await app.inject('/');
  await app.close();
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});

test('a 100 MB body is refused with a clear message while it is being sent, and the server keeps running', async () => {
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
    message: 'Page not found.',
  });
});

test('live and ready while everything works; failures are named without their reason', async () => {
  expect(await (await get('/health/live')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/health/ready')).json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', files: 'ok', space: 'ok' },
  });
  const { files } = server.platform;
  const check = files.check;
  files.check = () => Promise.reject(new Error('connect ECONNREFUSED secret-host:9000'));
  try {
    const answer = await get('/health/ready');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'failing',
      checks: { database: 'ok', files: 'failing', space: 'ok' },
    });
  } finally {
    files.check = check;
  }
});

test.each([
  ['without a token', {}, 401],
  ['with the token', { authorization: 'Bearer token-of-the-metrics' }, 200],
  ['with another token', { authorization: 'Bearer token-of-the-metricz' }, 401],
  ['with a short token', { authorization: 'Bearer t' }, 401],
])('/metrics %s', async (_name, headers, status) => {
  expect((await get('/metrics', headers as Record<string, string>)).status).toBe(status);
});

test('/metrics lists every metric of the product, and calls by route, not by address', async () => {
  await get('/health/live?token=query-1');
  await get('/services/nothing/id-1');
  const page = await (await get('/metrics', { authorization: 'Bearer token-of-the-metrics' })).text();
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

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

test('/outbox shows escaped mails to holders of the key printed at the start', async () => {
  await server.platform.mailer.send({
    to: '"<b>"@example.test',
    subject: 'Your <script>',
    text: 'Open http://localhost/verify?a=1&b="2" now <img src=x>',
    html: '',
  });
  const key = server.platform.outboxKeys.issue();
  const entered = await page(`/outbox?key=${key}`);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/outbox']);
  const cookie = entered.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^touchstone_outbox=[^;]+; Max-Age=86400; Path=\/outbox; HttpOnly; SameSite=Lax$/);
  const shown = await page('/outbox', { cookie: cookie.split(';')[0] ?? '' });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
  const html = await shown.text();
  expect(html).toContain('Your &lt;script&gt;');
  expect(html).toContain('<a href="http://localhost/verify?a=1&amp;b=&quot;2&quot;" rel="noreferrer">');
  expect(html).not.toMatch(/<script|<img|<b>/);
});

test('/outbox shows no mail to others, wherever the call comes from', async () => {
  await server.platform.mailer.send({ to: 'a@example.test', subject: 'Kept from others', text: 'secret', html: '' });
  const key = server.platform.outboxKeys.issue();
  const [end = '', proof = ''] = key.split('.');
  const later = `${Number(end) + 1}.${proof}`;
  const tries = [
    '',
    '?key=',
    '?key=x',
    `?key=${later}`,
    `?key=${key}0`,
    `?key=${key}&key=${key}`,
    '?key[]=a',
    '?key=0.',
  ];
  for (const query of tries) {
    const answer = await page(`/outbox${query}`);
    expect([query, answer.status, answer.headers.get('set-cookie')]).toEqual([query, expect.any(Number), null]);
    expect(await answer.text()).not.toContain('Kept from others');
  }
  const { outboxKeys, secrets } = server.platform;
  expect(outboxKeys.secondsLeft(key)).toBeGreaterThan(86_000);
  const inTwoDays = { now: () => new Date(Date.now() + 2 * 86_400_000), monotonicMs: () => 0 };
  expect(createOutboxKeys(secrets, inTwoDays).secondsLeft(key)).toBe(0);
});

test('a mark after thousands of headers is detected', async () => {
  const { engineMark } = server.platform;
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const many = Array.from({ length: 2500 }, () => 'a:\r\n').join('');
  socket.end(
    `GET /health/live HTTP/1.1\r\nHost: a\r\n${many}${engineMark.name}: ${engineMark.value}\r\nConnection: close\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
});

test("behind one proxy the caller's address is the one the proxy saw, not one the caller wrote", async () => {
  const app = await createHttpServer(server.platform);
  app.get('/address', async (call) => call.ip);
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' };
  const answer = await app.inject({ url: '/address', headers, remoteAddress: '127.0.0.1' });
  await app.close();
  expect(answer.body).toBe('198.51.100.7');
});

test('the OpenAPI document contains every bound route once, with its service, rule and errors', async () => {
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

test('the API reference is a page without scripts that escapes its content', async () => {
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

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
test.runIf(canMount)(
  'on a full disk an upload is refused with 507, existing data stays, readiness names the folder, and a run keeps its results',
  async () => {
    const folder = join(server.platform.config.dataDir, 'files');
    const { organizationId } = server.admin;
    const input = (bytes: number) => ({
      organizationId,
      owner: 'test',
      name: 'a.bin',
      contentType: 'application/octet-stream',
      content: Buffer.alloc(bytes, 1),
    });
    await mkdir(folder, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    // Containers may not be allowed to, even as root.
    if (mounted.status !== 0) return;
    try {
      const kept = await server.platform.files.put(input(400_000));
      const refused = await server.platform.files.put(input(2_000_000)).catch((error: unknown) => error);
      expect(toAppError(refused, 10)).toMatchObject({
        status: 507,
        code: 'PLATFORM_STORAGE_FULL',
        message:
          'No space is left in the folder of the files, so nothing was stored. Ask your administrator to free some, then try again.',
      });
      const answer = await get('/health/ready');
      expect(answer.status).toBe(503);
      expect((await answer.json()).checks).toMatchObject({
        database: 'ok',
        space: 'no space left in TOUCHSTONE_DATA_DIR/files',
      });
      expect(await readdir(join(folder, organizationId))).toEqual([kept.fileId]);
      const { stream } = await server.platform.files.open(organizationId, kept.fileId);
      expect((await buffer(stream)).byteLength).toBe(400_000);

      const client = server.admin.client;
      const large = 'large '.repeat(400_000);
      const target = createServer((_request, response) => response.end(large));
      target.listen(0, '127.0.0.1');
      await once(target, 'listening');
      try {
        const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
        const projectId = await newProject(client);
        const suiteId = await newSuite(client, projectId);
        await newScript(client, suiteId, { url });
        await newScript(client, suiteId, { url });
        const { runId } = await client.call(apiTestingRoutes.executeTest, {
          body: { projectId, suiteIds: [suiteId] },
        });
        await followRun(client, runId);
        const run = await client.call(apiTestingRoutes.getExecution, { query: { runId } });
        expect(run).toMatchObject({ executionStatus: 'Pass', total: 2, passed: 2 });
        const stepId = run.steps[0]?.stepId ?? '';
        const step = await client.call(apiTestingRoutes.getExecutionStep, { query: { runId, stepId } });
        expect(step.logs).toEqual([expect.stringContaining('There was no space left to store a large body')]);
        expect(step.exchange?.response?.body).toMatchObject({ truncated: true, sizeBytes: large.length });
        expect(large).toContain(step.exchange?.response?.body.text ?? '-');
      } finally {
        target.close();
      }
    } finally {
      spawnSync('umount', [folder]);
    }
  },
);

test("a call that finds the database's disk full gets 507, from the API and from the sign-in", async () => {
  const { pool } = server.platform.database;
  await pool.query(`create function platform.full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  const tables = (
    await pool.query(`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('identity', 'workspaces')`)
  ).rows as { name: string }[];
  const each = (text: (table: string) => string) => pool.query(tables.map(({ name }) => text(name)).join(';'));
  await each(
    (name) => `create trigger full_disk before insert or update on ${name} execute function platform.full_disk()`,
  );
  try {
    const form = new URLSearchParams({ grant_type: 'password', username: server.admin.email, password: testPassword });
    const answers = [
      await fetch(`${server.url}/services/identity/token`, { method: 'POST', body: form }),
      await server.admin.client
        .raw(workspaceRoutes.createProject, { body: { projectName: 'Full' } })
        .catch((error: { status: number; code: string }) => error),
    ];
    expect(answers[0]?.status).toBe(507);
    expect(await (answers[0] as Response).json()).toMatchObject({ code: 'PLATFORM_STORAGE_FULL' });
    expect(answers[1]).toMatchObject({ status: 507, code: 'PLATFORM_STORAGE_FULL' });
  } finally {
    await each((name) => `drop trigger full_disk on ${name}`);
  }
  await server.admin.client.call(workspaceRoutes.createProject, { body: { projectName: 'Space again' } });
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

test('a rate-limited route states how long to wait', async () => {
  const app = await createHttpServer(server.platform);
  app.get('/limited', { config: { rateLimit: { max: 2, timeWindow: 20_000 } } }, async () => 'ok');
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await app.inject('/limited'));
  await app.close();
  expect(statuses.map((answer) => answer.statusCode)).toEqual([200, 200, 429]);
  expect(statuses[2]?.json().message).toMatch(/^Too many requests\. Wait (20|19) seconds and try again\.$/);
});
