import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTestServer, type TestServer } from '@touchstone/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Caller } from './caller.ts';
import { EventStreams, type FindEnded, type StreamEvent } from './event-stream.ts';
import { createHttpServer } from './server.ts';
import { addSystemRoutes } from './system-routes.ts';

const waitOptions = { timeout: 10_000 };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

let app: FastifyInstance;
let streams: EventStreams;
let port: number;
let open: number;
let yielded: number;
let ended: number;
const sockets: Socket[] = [];
type Read = (signal: AbortSignal) => AsyncIterable<StreamEvent>;
let read: Read;

beforeEach(async () => {
  [open, yielded, ended] = [0, 0, 0];
  streams = new EventStreams({ inc: () => (open += 1), dec: () => (open -= 1) });
  app = await createHttpServer(server.platform);
  app.get<{ Querystring: { session?: string } }>('/events', async (request, reply) => {
    await beforeServe();
    const { session } = request.query;
    if (session) request.caller = { sessionId: session, userId: `owner of ${session}` } as Caller;
    await streams.serve(request, reply, counted);
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  streams.endAll();
  await app.close();
});
let beforeServe: () => Promise<unknown> = async () => undefined;
beforeEach(() => {
  beforeServe = async () => undefined;
});

async function* counted(signal: AbortSignal): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of read(signal)) {
      yielded += 1;
      yield event;
    }
  } finally {
    ended += 1;
  }
}
const waiting: Read = async function* (signal) {
  yield { id: 1, event: 'status', data: { text: 'line\nline' } };
  if (!signal.aborted) await once(signal, 'abort');
};
const endless = (sizeBytes: number): Read =>
  async function* () {
    for (let id = 1; ; id += 1) {
      yield { id, event: 'steps', data: 'x'.repeat(sizeBytes) };
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
/** A client that sends the call and reads only on demand. */
function rawClient(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n\r\n');
  return socket;
}
const allOver = () => vi.waitFor(() => expect([open, ended]).toEqual([0, 1]), { timeout: 3000, interval: 5 });

test('sends events uncompressed and immediately, with the headers of every response', async () => {
  read = waiting;
  const answer = await fetch(`http://127.0.0.1:${port}/events`, { headers: { 'accept-encoding': 'br, gzip' } });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while (!text.includes('id: 1\n')) text += new TextDecoder().decode((await reader.read()).value);
  expect(text).toBe('retry: 1000\n\nid: 1\nevent: status\ndata: {"text":"line\\nline"}\n\n');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(open).toBe(1);
  await reader.cancel();
  await allOver();
});

test('the end of the events ends the response', async () => {
  read = async function* () {
    yield { id: 1, event: 'COMPLETED', data: {} };
  };
  expect(await (await fetch(`http://127.0.0.1:${port}/events`)).text()).toMatch(/event: COMPLETED\ndata: {}\n\n$/);
  await allOver();
});

test('a failing source ends the response and fails nothing else', async () => {
  read = async function* () {
    yield { id: 1, event: 'status', data: {} };
    throw new Error('The database is gone.');
  };
  expect(await (await fetch(`http://127.0.0.1:${port}/events`)).text()).not.toContain('database');
  await allOver();
});

test('a slowly reading client slows the source down instead of filling memory', async () => {
  read = endless(100_000);
  const socket = rawClient();
  socket.pause();
  let before = -1;
  await vi.waitFor(
    () => {
      const stands = yielded > 0 && yielded === before;
      before = yielded;
      expect(stands).toBe(true);
    },
    { interval: 200, timeout: 5000 },
  );
  expect(yielded).toBeLessThan(200);
  expect(open).toBe(1);
  socket.destroy();
  await allOver();
});

test('a client that disconnects midway stops the source', async () => {
  read = endless(1000);
  const socket = rawClient();
  await once(socket, 'data');
  socket.destroy();
  await allOver();
});

test('a client that disconnected before the stream started leaves nothing open', async () => {
  read = waiting;
  let begin: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    beforeServe = () => {
      resolve();
      return new Promise<void>((go) => (begin = go));
    };
  });
  const closed = new Promise((resolve) => app.server.once('connection', (peer) => peer.once('close', resolve)));
  const socket = rawClient();
  await reached;
  socket.destroy();
  await closed;
  begin();
  await allOver();
});

test("the server stops despite open streams, even of clients that don't read", async () => {
  read = endless(100_000);
  for (let n = 0; n < 5; n += 1) rawClient().pause();
  await vi.waitFor(() => expect(open).toBe(5), waitOptions);
  read = waiting;
  const polite = rawClient();
  polite.resume();
  await vi.waitFor(() => expect(open).toBe(6), waitOptions);
  streams.endAll();
  await app.close();
  expect([open, ended]).toEqual([0, 6]);
});

test("a stream ends with its caller's session, even after a database outage, and no other does", async () => {
  read = waiting;
  let polls = 0;
  const findEnded: FindEnded = async (owners) => {
    polls += 1;
    if (polls === 1) throw new Error('The database is gone.');
    expect(owners.map(({ sessionId, userId }) => [sessionId, userId])).toContainEqual(['kept', 'owner of kept']);
    return new Set(polls > 2 ? ['ended', 'of another process'] : []);
  };
  const follow = (query: string) => fetch(`http://127.0.0.1:${port}/events${query}`);
  const [gone, kept] = await Promise.all([follow('?session=ended'), follow('?session=kept'), follow('')]);
  streams.watchSessions(findEnded, 10);
  expect(await gone?.text()).toContain('id: 1');
  await vi.waitFor(() => expect(open).toBe(2), waitOptions);
  expect(polls).toBeGreaterThan(2);
  await kept?.body?.cancel();
});

test('a stream requested while the server stops ends immediately', async () => {
  read = waiting;
  streams.endAll();
  const answer = await fetch(`http://127.0.0.1:${port}/events`);
  expect(await answer.text()).not.toContain('id: 1');
  await allOver();
});

test('a stopping server is alive and not ready', async () => {
  const stopping = await createHttpServer(server.platform);
  addSystemRoutes(stopping, server.platform, server.app.registrar, { draining: true, version: '0' });
  const [live, ready] = [await stopping.inject('/health/live'), await stopping.inject('/health/ready')];
  await stopping.close();
  expect(live.statusCode).toBe(200);
  expect([ready.statusCode, ready.json().status]).toEqual([503, 'draining']);
});
