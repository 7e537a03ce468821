import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MockEngine } from '../../core/engine/mock-engine.ts';
import { MockServer, type MockServerOptions } from '../mock-server.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const stubs = [
  { request: { method: 'GET', urlPath: '/plain' }, response: { body: 'plain' } },
  { request: { method: 'GET', urlPath: '/other' }, response: { body: 'other' } },
  { request: { method: 'GET', urlPath: '/slow' }, response: { body: 'slow', fixedDelayMilliseconds: 20 } },
  { request: { method: 'GET', urlPath: '/none' }, response: { status: 204, body: 'never' } },
  { request: { method: 'HEAD', urlPath: '/head' }, response: { body: 'four' } },
  {
    request: { method: 'POST', urlPath: '/echo' },
    response: { body: '{{request.body}}', transformers: ['response-template'] },
  },
  { request: { method: 'GET', urlPath: '/bad' }, response: { headers: { 'X-A': 'ÿĀ' }, body: 'bad' } },
];

async function serving(options: MockServerOptions = {}) {
  const engine = new MockEngine();
  expect(engine.setDefaults(stubs)).toEqual([]);
  const server = new MockServer(engine, options);
  await server.start();
  ends.push(() => server.stop(200));
  return { engine, server };
}

/** A connection for writing bytes and reading text. */
async function talking(server: MockServer) {
  const socket: Socket = connect(server.port, '127.0.0.1');
  let received = '';
  const state = { isClosed: false };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('close', () => {
    state.isClosed = true;
  });
  socket.on('error', () => undefined);
  ends.push(async () => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  const bodies = (): string[] =>
    [...received.matchAll(/Content-Length: (\d+)[\s\S]*?\r\n\r\n/g)].map((found) => {
      const at = found.index + found[0].length;
      return received.slice(at, at + Number(found[1]));
    });
  return { socket, bodies, received: () => received, state };
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

test('pipelined requests are answered in order, with quick and slow ones mixed', async () => {
  const { server, engine } = await serving();
  const { socket, bodies } = await talking(server);
  const paths = ['/plain', '/other', '/slow', '/plain', '/missing', '/slow', '/other'];
  socket.write(paths.map((path) => get(path)).join(''));
  await expect.poll(() => bodies().length).toBe(paths.length);
  const texts = bodies().map((body) => (body.startsWith('No stub') ? 'none' : body));
  expect(texts).toEqual(['plain', 'other', 'slow', 'plain', 'none', 'slow', 'other']);
  // Each was decided once, including those handed to Node's server.
  expect(engine.journal.seen).toBe(paths.length);
});

test.each([1, 2, 7, 40])('a request that arrives in pieces of %i bytes is read whole', async (size) => {
  const { server, engine } = await serving();
  const { socket, bodies } = await talking(server);
  const body = 'ü'.repeat(100);
  const text = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}${get('/plain')}`;
  const bytes = Buffer.from(text);
  socket.setNoDelay(true);
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await new Promise(setImmediate);
  }
  await expect.poll(() => bodies().length).toBe(2);
  expect(bodies()).toEqual([Buffer.from(body).toString('latin1'), 'plain']);
  expect(engine.journal.seen).toBe(2);
});

test.each([
  [
    'a chunked body',
    'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'abc',
  ],
  ['an old version', 'GET /plain HTTP/1.0\r\n\r\n', 'plain'],
  ['a whole address', 'GET http://a/plain HTTP/1.1\r\nHost: a\r\n\r\n', 'plain'],
  [
    'a large body',
    `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
    'x'.repeat(100_000),
  ],
  ['an end of the connection', get('/plain', 'Connection: close\r\n'), 'plain'],
])("%s is answered by Node's server on the same connection", async (_name, text, body) => {
  const { server, engine } = await serving();
  const { socket, bodies } = await talking(server);
  socket.write(get('/other') + text);
  await expect.poll(() => bodies().at(-1) === body && bodies().length === 2).toBe(true);
  expect(bodies()).toEqual(['other', body]);
  expect(engine.journal.seen).toBe(2);
});

test.each([
  ['no host', 'GET /plain HTTP/1.1\r\n\r\n'],
  ['a folded header', 'GET /plain HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n'],
  ['a space before the colon', 'GET /plain HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n'],
  ['two lengths', 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  [
    'a length and chunks',
    'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['nonsense', 'hello\r\n\r\n'],
])('%s is rejected, and no stub is consulted', async (_name, text) => {
  const { server, engine } = await serving();
  const { socket, received, state } = await talking(server);
  socket.write(text);
  await expect.poll(() => state.isClosed).toBe(true);
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(engine.journal.seen).toBe(0);
});

test('responses without a body end with their head, and an invalid header is reported as the reason', async () => {
  const { server } = await serving();
  const { socket, received } = await talking(server);
  socket.write(get('/none') + get('/head').replace('GET', 'HEAD') + get('/bad') + get('/plain'));
  await expect.poll(() => received().endsWith('plain')).toBe(true);
  const [none = '', head = '', bad = ''] = received().split(/(?=HTTP\/1\.1 )/);
  expect(none).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(none).not.toMatch(/content-length|never/i);
  expect(head).toMatch(/Content-Length: 4\r\n[\s\S]*\r\n\r\n$/);
  expect(bad).toMatch(/^HTTP\/1\.1 500 [\s\S]*Invalid character/);
});

test('a finish hook may be slow and may replace responses', async () => {
  const { server } = await serving({
    finish: (answer, { request }) =>
      request.url === '/plain' ? Promise.resolve({ ...answer, body: 'late', isFixed: false }) : answer,
  });
  const { socket, bodies } = await talking(server);
  socket.write(get('/plain') + get('/other') + get('/slow') + get('/plain'));
  await expect.poll(() => bodies()).toEqual(['late', 'other', 'slow', 'late']);
});

test('stopping ends idle connections, and answers requests in flight', async () => {
  const { server } = await serving();
  const idle = await talking(server);
  idle.socket.write(get('/plain'));
  await expect.poll(() => idle.bodies()).toEqual(['plain']);
  const busy = await talking(server);
  busy.socket.write(get('/slow'));
  await expect.poll(() => server.engine.journal.seen).toBe(2);
  await server.stop(2000);
  await expect.poll(() => idle.state.isClosed).toBe(true);
  expect(busy.bodies()).toEqual(['slow']);
});
