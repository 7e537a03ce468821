import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { createServer as createSecureServer, request as secureRequest } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createAddressPolicy } from '@touchstone/engine-http';
import { afterEach, expect, test } from 'vitest';
import { MockEngine } from '../core/engine/mock-engine.ts';
import { createCertificate } from './certificate-authority.ts';
import { MockServer, type MockServerOptions } from './mock-server.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serving(stubs: object[] = [], options: MockServerOptions = {}) {
  const engine = new MockEngine({ seed: 1 });
  expect(engine.setDefaults(stubs)).toEqual([]);
  const server = new MockServer(engine, options);
  const address = await server.start();
  ends.push(() => server.stop(200));
  const admin = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}/__admin${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, value: (text === '' ? undefined : JSON.parse(text)) as Record<string, never> };
  };
  return { engine, server, address, admin };
}

async function upstream(
  answer: (url: string, count: number) => { status?: number; body: string; headers?: Record<string, string> },
) {
  const counts = new Map<string, number>();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      const key = `${request.method} ${request.url}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const { status = 200, body, headers = {} } = answer(request.url ?? '', count);
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

const id = '11111111-1111-4111-8111-111111111111';

test("WireMock's clients create, read, change, list, import and delete stubs", async () => {
  const { admin, address } = await serving([{ id: 'default', request: { url: '/d' }, response: { body: 'd' } }]);
  const made = await admin('POST', '/mappings', { id, request: { url: '/a' }, response: { body: 'one' } });
  expect(made).toMatchObject({ status: 201, value: { id, uuid: id } });
  expect(await (await fetch(`${address}/a`)).text()).toBe('one');
  expect((await admin('PUT', `/mappings/${id}`, { request: { url: '/a' }, response: { body: 'two' } })).status).toBe(
    200,
  );
  expect(await (await fetch(`${address}/a`)).text()).toBe('two');
  expect((await admin('GET', '/mappings?limit=1')).value).toMatchObject({ meta: { total: 2 }, mappings: [{ id }] });
  expect((await admin('POST', '/mappings', { request: { url: '/a', urlPath: '/a' }, response: {} })).status).toBe(422);
  expect(
    (await admin('POST', '/mappings/import', { mappings: [{ request: { url: '/i' }, response: { status: 202 } }] }))
      .status,
  ).toBe(200);
  expect((await fetch(`${address}/i`)).status).toBe(202);
  const twice = ['first', 'second'].map((body) => ({ request: { url: '/twice' }, response: { body } }));
  await admin('POST', '/mappings/import', { mappings: twice });
  expect(await (await fetch(`${address}/twice`)).text()).toBe('first');
  expect((await admin('DELETE', `/mappings/${id}`)).status).toBe(200);
  expect((await admin('GET', `/mappings/${id}`)).status).toBe(404);
  await admin('POST', '/mappings/reset');
  expect((await admin('GET', '/mappings')).value).toMatchObject({ mappings: [{ id: 'default' }] });
});

test('requests are listed, counted, searched and removed, with near misses', async () => {
  const { admin, address } = await serving([
    { name: 'near', request: { method: 'POST', urlPath: '/orders' }, response: {} },
  ]);
  await fetch(`${address}/orders`, { method: 'POST', body: 'x' });
  await fetch(`${address}/order`, { method: 'POST' });
  expect((await admin('POST', '/requests/count', { method: 'POST', urlPath: '/orders' })).value).toMatchObject({
    count: 1,
  });
  expect((await admin('POST', '/requests/find', { urlPath: '/orders' })).value).toMatchObject({
    requests: [{ body: 'x' }],
  });
  expect((await admin('GET', '/requests')).value).toMatchObject({
    meta: { total: 2 },
    requests: [{ wasMatched: false }, { wasMatched: true }],
  });
  const near = await admin('GET', '/requests/unmatched/near-misses');
  expect(near.value).toMatchObject({ nearMisses: [{ stubMapping: { name: 'near' }, request: { url: '/order' } }] });
  await admin('DELETE', '/requests');
  expect((await admin('GET', '/requests')).value).toMatchObject({ meta: { total: 0 } });
  expect((await admin('GET', '/health')).value).toMatchObject({ status: 'healthy' });
  expect((await admin('GET', '/nothing')).status).toBe(404);
});

test('scenarios are listed, set and reset; settings delay every response', async () => {
  const { admin, address, engine } = await serving([
    {
      request: { url: '/' },
      response: { body: '1' },
      scenarioName: 's',
      requiredScenarioState: 'Started',
      newScenarioState: 'b',
    },
    { request: { url: '/' }, response: { body: '2' }, scenarioName: 's', requiredScenarioState: 'b' },
  ]);
  expect((await admin('PUT', '/scenarios/s/state', { state: 'b' })).status).toBe(200);
  expect(await (await fetch(address)).text()).toBe('2');
  expect((await admin('PUT', '/scenarios/s/state', { state: 'z' })).status).toBe(422);
  await admin('POST', '/scenarios/reset');
  expect(await (await fetch(address)).text()).toBe('1');
  await admin('POST', '/settings', { fixedDelay: 5 });
  expect(engine.serve({ ...request, url: '/' }).answer.delayMs).toBe(5);
});

const request = {
  method: 'GET',
  url: '/',
  scheme: 'http',
  host: 'localhost',
  port: 80,
  clientIp: '',
  protocol: 'HTTP/1.1',
  headers: [],
  body: new Uint8Array(),
};

test.each([
  ['EMPTY_RESPONSE', /other side closed|socket/i],
  ['RANDOM_DATA_THEN_CLOSE', /parse|invalid|HTTP/i],
  ['MALFORMED_RESPONSE_CHUNK', /parse|invalid|terminated|chunk/i],
  ['CONNECTION_RESET_BY_PEER', /ECONNRESET/],
])('the fault %s breaks the connection', async (fault, message) => {
  const { address } = await serving([{ request: { url: '/' }, response: { fault } }]);
  const error = await fetch(address)
    .then((response) => response.text())
    .catch((reason: Error & { cause?: Error & { code?: string } }) => reason);
  expect(error).toBeInstanceOf(Error);
  const { cause } = error as Error & { cause?: Error & { code?: string } };
  expect(`${(error as Error).message} ${cause?.message} ${cause?.code}`).toMatch(message);
});

test('responses have repeated headers, chunks, events and binary bodies', async () => {
  const { address } = await serving([
    { request: { url: '/h' }, response: { headers: { 'Set-Cookie': ['a=1', 'b=2'] }, statusMessage: 'Fine' } },
    {
      request: { url: '/d' },
      response: { body: 'dribbled', chunkedDribbleDelay: { numberOfChunks: 4, totalDuration: 8 } },
    },
    { request: { url: '/e' }, response: { events: [{ event: 'tick', data: { n: 1 } }, { data: 'a\nb' }] } },
    { request: { url: '/b' }, response: { base64Body: 'AP8=' } },
    { request: { url: '/n' }, response: { status: 204, body: 'never' } },
  ]);
  const headers = await fetch(`${address}/h`);
  expect(headers.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(headers.statusText).toBe('Fine');
  const pieces = await fetch(`${address}/d`);
  expect(pieces.headers.get('transfer-encoding')).toBe('chunked');
  expect(await pieces.text()).toBe('dribbled');
  expect(await (await fetch(`${address}/e`)).text()).toBe('event: tick\ndata: {"n":1}\n\ndata: a\ndata: b\n\n');
  expect(new Uint8Array(await (await fetch(`${address}/b`)).arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  expect((await fetch(`${address}/n`)).status).toBe(204);
});

test('a recording replays 200 mixed calls with repeats, byte for byte and in order', async () => {
  const real = await upstream((url, count) => ({
    body: `${url} · ${count} · ü`,
    status: 200 + (count % 3),
    headers: { 'X-N': String(count) },
  }));
  const { admin, address, engine } = await serving();
  const calls = Array.from({ length: 200 }, (_, n) => ({
    path: `/r/${(n * 7) % 41}`,
    body: n % 3 ? undefined : `{"n":${n % 2}}`,
  }));
  const run = async () => {
    const seen: string[] = [];
    for (const { path, body } of calls) {
      const response = await fetch(`${address}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
      });
      seen.push(`${response.status} ${response.headers.get('x-n')} ${await response.text()}`);
    }
    return seen;
  };
  expect((await admin('POST', '/recordings/start', { targetBaseUrl: real.address })).status).toBe(200);
  const recorded = await run();
  const stopped = await admin('POST', '/recordings/stop');
  expect((await admin('GET', '/recordings/status')).value).toEqual({ status: 'Stopped' });
  expect(stopped.value).toMatchObject({ meta: { total: 200 } });
  expect(await run()).toEqual(recorded);
  expect(real.bodies).toHaveLength(200);
  expect(engine.index.size).toBe(200);
});

test('unknown requests go upstream if allowed, and callbacks are sent', async () => {
  const real = await upstream(() => ({ body: 'real' }));
  const stub = {
    request: { url: '/known' },
    response: { body: 'stub' },
    serveEventListeners: [
      { name: 'webhook', parameters: { method: 'POST', url: `${real.address}/hook`, body: 'called' } },
    ],
  };
  const { address, engine, server } = await serving([stub]);
  engine.settings.proxyUnmatched = real.address;
  expect(await (await fetch(`${address}/known`)).text()).toBe('stub');
  expect(await (await fetch(`${address}/other`)).text()).toBe('real');
  await expect.poll(() => real.bodies).toContain('called');
  await server.stop(100);
  const closed = await serving([], { policy: createAddressPolicy({ mode: 'public-only' }) });
  closed.engine.settings.proxyUnmatched = real.address;
  expect((await fetch(`${closed.address}/other`)).status).toBe(502);
});

test('a certificate from a private authority is trusted by clients that trust the authority', async () => {
  const certificate = createCertificate(['localhost', '127.0.0.1']);
  const { server } = await serving([{ request: { url: '/' }, response: { body: 'safe' } }], { certificate });
  const body = await new Promise<string>((resolve, reject) => {
    secureRequest({ host: '127.0.0.1', port: server.port, path: '/', ca: certificate.ca }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    })
      .on('error', reject)
      .end();
  });
  expect(body).toBe('safe');
});

test('a server with TLS stops without waiting for silent connections, and finishes started responses', {
  timeout: 20_000,
}, async () => {
  const certificate = createCertificate(['localhost', '127.0.0.1']);
  const stubs = [{ request: { url: '/slow' }, response: { body: 'slow', fixedDelayMilliseconds: 800 } }];
  const { server, engine } = await serving(stubs, { certificate });
  const at = { host: '127.0.0.1', port: server.port };
  const silent = connect(at);
  const unused = connectSecurely({ ...at, ca: certificate.ca });
  const session = connectHttp2(server.address, { ca: certificate.ca });
  await Promise.all([once(silent, 'connect'), once(unused, 'secureConnect'), once(session, 'connect')]);
  const stream = session.request({ ':path': '/slow' }).setEncoding('utf8');
  const closed = [silent, unused].map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
  const body = Array.fromAsync(stream as AsyncIterable<string>);
  await expect.poll(() => engine.journal.size).toBe(1);
  await server.stop(60_000);
  expect((await body).join('')).toBe('slow');
  await Promise.all(closed);
});

test('browsers on other origins are answered, a large body is refused, and a disabled mock says so', async () => {
  const { address, engine } = await serving([{ request: { method: 'GET', url: '/' }, response: {} }], {
    bodyLimit: 10,
  });
  engine.settings.cors = true;
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { Origin: 'http://a.test', 'Access-Control-Request-Method': 'PUT' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://a.test');
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(50) })).status).toBe(413);
  engine.isEnabled = false;
  expect((await fetch(address)).status).toBe(503);
});

test('finish sees every response before it is sent, delays it, and may replace it', async () => {
  const seen: string[] = [];
  const { address } = await serving([{ request: { url: '/a' }, response: { body: 'a' } }], {
    finish: async (answer, { entry, request }) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${request.method} ${request.url} ${entry?.by ?? 'admin'}`);
      return request.url === '/a' ? { ...answer, status: 202 } : answer;
    },
  });
  const response = await fetch(`${address}/a`);
  expect([response.status, await response.text()]).toEqual([202, 'a']);
  expect((await fetch(`${address}/none`)).status).toBe(404);
  expect((await fetch(`${address}/__admin/mappings`)).status).toBe(200);
  expect(seen).toEqual(['GET /a stub', 'GET /none none', 'GET /__admin/mappings admin']);
});

test.each([
  [false, 502],
  [true, 200],
])('an untrusted certificate: accepted %s, response %s', async (acceptsAnyCertificate, status) => {
  const { key, cert } = createCertificate(['localhost', '127.0.0.1']);
  const real = createSecureServer({ key, cert }, (_request, response) => response.end('real'));
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => real.close(resolve)));
  const proxyBaseUrl = `https://127.0.0.1:${(real.address() as AddressInfo).port}`;
  const { address } = await serving([{ request: {}, response: { proxyBaseUrl } }], { acceptsAnyCertificate });
  expect((await fetch(`${address}/x`)).status).toBe(status);
});
