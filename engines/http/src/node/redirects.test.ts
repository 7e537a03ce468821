import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpStep } from '../core/plan.ts';
import type { HttpSession } from '../core/session.ts';
import { buildStep } from '../testing/build-step.ts';
import { type LocalServer, startHttp } from '../testing/local-server.ts';
import { createHttpSession } from './http-session.ts';

interface Seen {
  method: string;
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

let server: LocalServer;
let other: LocalServer;
let seen: Seen[] = [];
let session: HttpSession;

beforeAll(async () => {
  other = await startHttp((request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: '' });
    response.end('other');
  });
  server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      const url = new URL(request.url!, 'http://x');
      const to = (status: number, location: string) => {
        response.statusCode = status;
        response.setHeader('Location', location);
        response.end('moved');
      };
      const status = /^\/to\/(\d+)$/.exec(url.pathname)?.[1];
      const count = /^\/count\/(\d+)$/.exec(url.pathname)?.[1];
      if (status !== undefined) return to(Number(status), url.searchParams.get('where') ?? '/end');
      if (count !== undefined) return to(302, `/count/${Number(count) + 1}`);
      if (url.pathname === '/loop') return to(302, '/loop2');
      if (url.pathname === '/loop2') return to(302, '/loop');
      if (url.pathname === '/login') {
        if (request.headers.cookie?.includes('sid=1')) return response.end('welcome');
        response.setHeader('Set-Cookie', 'sid=1; Path=/');
        return to(302, '/login');
      }
      if (url.pathname === '/large') {
        response.statusCode = 302;
        response.setHeader('Location', '/end');
        response.end(Buffer.alloc(5_000_000));
        return;
      }
      response.end('end');
    });
  });
});
afterAll(async () => {
  await server.close();
  await other.close();
});
afterEach(async () => {
  seen = [];
  await session.close();
});

function send(overrides: Partial<HttpStep>) {
  session = createHttpSession({ scopes: [{ base: server.url, other: other.url }] });
  return session.execute(buildStep(overrides));
}
const where = (target: string) => `where=${encodeURIComponent(target)}`;

test.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [303, 'HEAD', 'HEAD', ''],
  [301, 'PUT', 'PUT', 'data'],
  [307, 'POST', 'POST', 'data'],
  [308, 'POST', 'POST', 'data'],
  [302, 'GET', 'GET', ''],
])('%i turns %s into %s', async (status, method, expected, body) => {
  const content: HttpStep['body'] =
    method === 'GET' || method === 'HEAD' ? { type: 'none' } : { type: 'text', content: 'data' };
  const result = await send({ method, url: `{{base}}/to/${status}`, body: content });
  expect(result.status).toBe('passed');
  expect(seen.map((request) => request.method)).toEqual([method, expected]);
  expect(seen[1]).toMatchObject({ url: '/end', body });
  if (body === '') expect(seen[1]!.headers).not.toHaveProperty('content-type');
  expect(result.redirects).toEqual([
    { method, url: `${server.url}/to/${status}`, status, location: '/end', durationMs: expect.any(Number) },
  ]);
  expect(result.request).toMatchObject({ method: expected, url: `${server.url}/end` });
  expect(result.durationMs).toBeGreaterThan(result.timing!.totalMs);
});

const secrets: Partial<HttpStep> = {
  authentication: { type: 'apiKey', key: 'X-Key', value: 'k', in: 'header' },
  headers: [
    { key: 'Authorization', value: 'Bearer t' },
    { key: 'Cookie', value: 'c=1' },
    { key: 'X-Other', value: 'stays' },
    { key: 'Host', value: 'virtual.test' },
  ],
};

test('credentials stay within the origin', async () => {
  await send({ ...secrets, url: `{{base}}/to/302` });
  expect(seen[1]!.headers).toMatchObject({
    authorization: 'Bearer t',
    cookie: 'c=1',
    'x-key': 'k',
    host: 'virtual.test',
  });
});

test('credentials are dropped if a redirect leaves the origin', async () => {
  await send({ ...secrets, url: `{{base}}/to/302?${where(other.url)}` });
  const { headers } = seen[1]!;
  expect(headers).toMatchObject({ 'x-other': 'stays', host: `127.0.0.1:${other.port}` });
  for (const name of ['authorization', 'cookie', 'x-key']) expect(headers).not.toHaveProperty(name);
});

test('redirects can be left unfollowed', async () => {
  const result = await send({ url: '{{base}}/to/302', settings: { followRedirects: false } });
  expect(result).toMatchObject({ status: 'passed', response: { status: 302 }, redirects: [] });
  expect(Buffer.from(result.response!.body.bytes).toString()).toBe('moved');
});

test('a loop is an error after one round', async () => {
  const result = await send({ url: '{{base}}/loop' });
  expect(result.error).toMatchObject({
    code: 'REDIRECT_LOOP',
    message: expect.stringContaining('/loop was visited before'),
  });
  expect(seen).toHaveLength(2);
});

test('a login that redirects to itself with a cookie is not a loop', async () => {
  const result = await send({ url: '{{base}}/login', dataHandlers: [{ name: 'sid', source: 'cookie', path: 'sid' }] });
  expect(result).toMatchObject({ status: 'passed', response: { status: 200 } });
  expect(result.extracted).toEqual([{ name: 'sid', value: '1', found: true }]);
});

test('too many redirects are an error, at the configured number', async () => {
  const result = await send({ url: '{{base}}/count/0', settings: { maxRedirects: 3 } });
  expect(result.error).toMatchObject({
    code: 'TOO_MANY_REDIRECTS',
    message: expect.stringContaining('more than 3 times'),
  });
  expect(seen).toHaveLength(4);
  expect((await send({ url: '{{base}}/count/0' })).redirects).toHaveLength(11);
});

test('the large body of a redirect is not downloaded', async () => {
  const result = await send({ url: '{{base}}/large' });
  expect(result).toMatchObject({ status: 'passed', response: { status: 200 } });
});

test.each([
  ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_REFUSED', /metadata/],
  ['http://[::ffff:169.254.169.254]/', 'ADDRESS_REFUSED', /metadata/],
  ['file:///etc/passwd', 'PROTOCOL', /not HTTP/],
  ['http://exa mple/', 'PROTOCOL', /not a valid address/],
])('a redirect to %s is rejected', async (target, code, message) => {
  const result = await send({ url: `{{base}}/to/302?${where(target)}` });
  expect(result).toMatchObject({ status: 'error', error: { code, message: expect.stringMatching(message) } });
  expect(result.redirects).toHaveLength(1);
  expect(seen).toHaveLength(1);
});
