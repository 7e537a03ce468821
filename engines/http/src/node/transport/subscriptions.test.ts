import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HttpStep } from '../../core/plan.ts';
import { buildStep } from '../../testing/build-step.ts';
import { makeCertificate } from '../../testing/certificates.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from '../http-session.ts';

/** A subscription as received by the test server. */
interface Seen {
  headers: IncomingHttpHeaders;
  messages: { type: string; id?: string; payload?: Record<string, unknown> }[];
  closed: Promise<unknown>;
}

type Reply = (socket: WebSocket) => void;
const next = (data: object) => JSON.stringify({ id: '1', type: 'next', payload: { data } });
const complete = '{"id":"1","type":"complete"}';

/** Replies by the field that the subscription asks for. */
const replies: Record<string, Reply> = {
  three: (socket) => {
    for (const n of [1, 2, 3]) socket.send(next({ n }));
    socket.send(complete);
  },
  endless: (socket) => {
    socket.send(next({ n: 1 }));
    socket.send(next({ n: 2 }));
    socket.send('{"type":"ping"}');
  },
  silent: () => undefined,
  wrong: (socket) => socket.send('{"id":"1","type":"error","payload":[{"message":"Unknown field."}]}'),
  forbidden: (socket) => socket.close(4403, 'Forbidden'),
  broken: (socket) => {
    socket.send(next({ n: 1 }));
    socket.terminate();
  },
  odd: (socket) => socket.send('hello'),
  large: (socket) => socket.send(next({ text: 'x'.repeat(50_000) })),
};

const sockets = new WebSocketServer({
  noServer: true,
  handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
});
const plain = new WebSocketServer({ noServer: true, handleProtocols: () => false });
let seen: Seen;
sockets.on('connection', (socket, request) => {
  const messages: Seen['messages'] = [];
  seen = { headers: request.headers, messages, closed: once(socket, 'close') };
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    messages.push(message);
    if (message.type === 'connection_init' && request.url !== '/deaf') {
      if (message.payload.Authorization === 'Bearer bad') socket.close(4401, 'Unauthorized');
      else socket.send('{"type":"connection_ack"}');
    }
    if (message.type === 'subscribe') replies[/\w+(?=\W*$)/.exec(message.payload.query)?.[0] ?? '']?.(socket);
  });
});

let server: LocalServer;
beforeAll(async () => {
  server = await startHttp(
    (request, response) => {
      if (request.url === '/sse') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accept': request.headers.accept ?? '' });
        response.end('event: next\ndata: {"data":{"n":1}}\n\nevent: complete\ndata:\n\n');
      } else response.writeHead(request.url === '/ok' ? 200 : 404).end('{"no":"socket"}');
    },
    '127.0.0.1',
    (request, socket, head) => {
      if (request.url === '/ok' || request.url === '/gone') {
        const status = request.url === '/ok' ? '200 OK' : '404 Not Found';
        socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 15\r\nContent-Type: application/json\r\n\r\n{"no":"socket"}`);
      } else if (request.url === '/moved') {
        socket.end('HTTP/1.1 307 Moved\r\nLocation: /graphql\r\nContent-Length: 0\r\n\r\n');
      } else {
        const target = request.url === '/plain' ? plain : sockets;
        target.handleUpgrade(request, socket, head, (opened) => target.emit('connection', opened, request));
      }
    },
  );
});
afterAll(async () => {
  for (const socket of [...sockets.clients, ...plain.clients]) socket.terminate();
  await server.close();
});

let session: ReturnType<typeof createHttpSession>;
const use = (options: Partial<HttpSessionOptions>) => {
  session = createHttpSession({ scopes: [{ token: 'good' }], ...options });
};
beforeEach(() => use({}));
afterEach(() => session.close());

const graphql = (field: string, rest: Partial<Extract<HttpStep['body'], { type: 'graphql' }>> = {}) =>
  ({ type: 'graphql', query: `subscription { ${field} }`, variables: '', ...rest }) as const;
const send = (field: string, step: Partial<HttpStep> = {}, path = '/graphql') =>
  session.execute(buildStep({ method: 'POST', url: `${server.url}${path}`, body: graphql(field), ...step }));

test('the results of a subscription are the events of the response, and can be asserted', async () => {
  const result = await send('three', {
    headers: [{ key: 'X-Tenant', value: 'a' }],
    authentication: { type: 'bearer', token: '{{token}}' },
    body: graphql('three', { query: 'subscription S($id: ID) { three }', variables: '{"id":12345678901234567890}' }),
    assertions: [
      { kind: 'status', operator: 'equals', expected: 101 },
      { kind: 'jsonPath', path: '$[*].event', operator: 'length', expected: 4 },
      { kind: 'jsonPath', path: '$[2].data.data.n', operator: 'equals', expected: 3 },
    ],
    dataHandlers: [{ name: 'n', source: 'jsonPath', path: '$[1].data.data.n' }],
  });
  expect(result).toMatchObject({ status: 'passed', error: undefined, extracted: [{ value: '2' }] });
  expect(result.response).toMatchObject({ stream: { endedBy: 'server', events: 4 }, body: { truncated: false } });
  expect(Buffer.from(result.request!.body!.bytes).toString()).toContain('"variables":{"id":12345678901234567890}');
  expect(result.request).toMatchObject({ method: 'GET' });
  expect(seen.headers).toMatchObject({ authorization: 'Bearer good', 'x-tenant': 'a' });
  expect(seen.headers['content-type']).toBeUndefined();
  expect(seen.messages[0]).toEqual({
    type: 'connection_init',
    payload: { Authorization: 'Bearer good', 'X-Tenant': 'a' },
  });
  expect(seen.messages[1]).toMatchObject({ type: 'subscribe', payload: { query: expect.stringContaining('$id') } });
  expect(result.timing?.totalMs).toBeGreaterThan(0);
});

test.each<[HttpStep['settings'], string]>([
  [{ streamReadMs: 1500 }, 'time'],
  [{ maxEvents: 2 }, 'events'],
])('an endless subscription is ended by %j, and the server is notified', async (settings, endedBy) => {
  const result = await send('endless', { settings });
  expect(result).toMatchObject({ status: 'passed', response: { stream: { endedBy, events: 2 } } });
  await seen.closed;
  expect(seen.messages.at(-1)).toEqual({ id: '1', type: 'complete' });
});

test('a ping is answered, events are passed on, and the watcher ends the subscription', async () => {
  const stop = new AbortController();
  let text = '';
  let status = 0;
  use({
    watcher: {
      begin: (head) => {
        status = head.status;
      },
      take: (bytes) => {
        text += Buffer.from(bytes).toString();
        if (text.includes('"n":2')) stop.abort();
      },
      until: stop.signal,
    },
  });
  const result = await send('endless');
  expect(status).toBe(101);
  expect(text).toBe('event: next\ndata: {"data":{"n":1}}\n\nevent: next\ndata: {"data":{"n":2}}\n\n');
  expect(result).toMatchObject({ status: 'passed', response: { stream: { endedBy: 'user', events: 2 } } });
  await seen.closed;
});

test.each<[string, Partial<HttpStep>, string, string, RegExp]>([
  ['an error', {}, 'wrong', '/graphql', /refused the subscription: Unknown field\./],
  ['4403', {}, 'forbidden', '/graphql', /\(4403 Forbidden\): it forbids/],
  [
    '4401',
    { authentication: { type: 'bearer', token: 'bad' } },
    'three',
    '/graphql',
    /\(4401 Unauthorized\): it does not accept the credentials/,
  ],
  ['a connection that breaks off', {}, 'broken', '/graphql', /\(1006\): the connection broke off/],
  ['no JSON', {}, 'odd', '/graphql', /not JSON: hello/],
  ['no acknowledgement', { settings: { streamReadMs: 30 } }, 'three', '/deaf', /did not acknowledge/],
  ['another protocol', {}, 'three', '/plain', /does not speak graphql-transport-ws/],
  ['a page', {}, 'three', '/ok', /without opening a WebSocket/],
])('%s is explained in words', async (_name, step, field, path, message) => {
  const result = await send(field, step, path);
  expect(result).toMatchObject({
    status: 'error',
    error: { code: 'PROTOCOL', message: expect.stringMatching(message) },
  });
});

const byPath = (path: string, expected: unknown) =>
  ({ kind: 'jsonPath', path, operator: 'equals', expected }) as HttpStep['assertions'][number];

test('assertions on a refusal see its close code and reason, or its error, and make it pass', async () => {
  const forbidden = [
    byPath('$[0].event', 'close'),
    byPath('$[0].data.code', 4403),
    byPath('$[0].data.reason', 'Forbidden'),
  ];
  const passed = await send('forbidden', { assertions: forbidden });
  expect(passed).toMatchObject({ status: 'passed', error: undefined, response: { status: 101 } });
  expect(passed.assertions).toHaveLength(3);
  const wrong = await send('wrong', {
    assertions: [byPath('$[0].event', 'error'), byPath('$[0].data[0].message', 'Unknown field.')],
  });
  expect(wrong).toMatchObject({ status: 'passed', error: undefined });
});

test.each<[string, HttpStep['assertions']]>([
  ['no assertion', []],
  ['an assertion that holds anyway', [{ kind: 'status', operator: 'equals', expected: 101 }]],
  ['another code', [byPath('$[0].data.code', 4401)]],
])('a refusal with %s stays an error', async (_name, assertions) => {
  const result = await send('forbidden', { assertions });
  expect(result).toMatchObject({ status: 'error', error: { message: expect.stringContaining('4403 Forbidden') } });
});

test('WebSocket addresses are accepted only for subscriptions over WebSocket', async () => {
  const address = `${server.url.replace('http:', 'ws:')}/graphql`;
  expect(await send('three', { url: address })).toMatchObject({
    status: 'passed',
    request: { url: `${server.url}/graphql` },
  });
  use({ scopes: [{ base: address }] });
  expect(await send('three', { url: '{{base}}' })).toMatchObject({ status: 'passed' });
  const plainQuery = { type: 'graphql', query: '{ three }', variables: '' } as const;
  expect((await send('three', { url: address, body: plainQuery })).error).toMatchObject({
    code: 'INVALID_URL',
    message: 'ws:// is for GraphQL subscriptions over WebSocket. Use http:// or https:// here.',
  });
});

test('the events before a failure are in the response', async () => {
  const { response } = await send('broken');
  expect(Buffer.from(response!.body.bytes).toString()).toContain('{"data":{"n":1}}');
});

test('a refused handshake returns its response, and a redirect is followed', async () => {
  const assertions: HttpStep['assertions'] = [
    { kind: 'jsonPath', path: '$.no', operator: 'equals', expected: 'socket' },
  ];
  expect(await send('three', { assertions }, '/gone')).toMatchObject({ status: 'passed', response: { status: 404 } });
  expect(await send('three', {}, '/moved')).toMatchObject({
    status: 'passed',
    redirects: [{ status: 307 }],
    response: { stream: { events: 4 } },
  });
});

test('the address policy, the timeout, cancelling and size limits apply', async () => {
  const slow = await send('silent', { settings: { timeoutMs: 1500, streamReadMs: 60_000 } });
  expect(slow).toMatchObject({ status: 'passed', response: { stream: { endedBy: 'time', events: 0 } } });
  const stop = new AbortController();
  const body = graphql('silent');
  const step = buildStep({ method: 'POST', url: `${server.url}/graphql`, body });
  const cancelled = session.execute(step, { signal: stop.signal });
  stop.abort();
  expect(await cancelled).toMatchObject({ status: 'cancelled' });
  await session.close();

  use({ maxDownloadBytes: 10_000 });
  expect((await send('large')).error?.message).toMatch(/larger than a response may be/);
  await session.close();

  use({ addressPolicy: { allows: () => 'This address is refused.' } });
  expect(await send('three')).toMatchObject({ status: 'error', error: { code: 'ADDRESS_REFUSED' } });
});

test('a secure address uses TLS, with its certificate', async () => {
  const authority = makeCertificate({ commonName: 'Authority', isAuthority: true });
  const own = makeCertificate({ commonName: 'localhost', altNames: [{ ip: '127.0.0.1' }], issuer: authority });
  const secure = createServer({ cert: own.cert, key: own.key });
  secure.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
  );
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/graphql`;
  expect((await send('three', { url })).error).toMatchObject({ code: 'TLS' });
  await session.close();
  use({ tls: { ca: authority.cert } });
  const trusted = await send('three', { url });
  expect(trusted).toMatchObject({ status: 'passed', certificate: { subject: expect.stringContaining('localhost') } });
  await seen.closed;
  secure.close();
});

test('over server-sent events the request asks for them, and its events are the response', async () => {
  const body = graphql('three', { subscription: 'serverSentEvents' });
  const result = await send('three', { body }, '/sse');
  expect(result.response?.headers).toContainEqual(['X-Accept', 'text/event-stream']);
  expect(result).toMatchObject({ status: 'passed', request: { method: 'POST' }, response: { stream: { events: 2 } } });
});
