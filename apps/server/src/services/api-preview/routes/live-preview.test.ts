import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEventParser, type ServerEvent } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes, type StepDetail } from '@touchstone/contracts/api-testing';
import { serveSubscriptions } from '@touchstone/engine-http/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let target: Server;
let url: string;
let open: ServerResponse | undefined;
let closeSubscriptions: () => void = () => undefined;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = createServer((request, response) => {
    if (request.url === '/json') return response.setHeader('content-type', 'application/json').end('{"a":1}');
    open = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-echo': request.headers.authorization ?? '' });
    return response.write('data: first\n\nid: 7\nevent: tick\ndata: my-long-secret\n\n');
  });
  closeSubscriptions = serveSubscriptions(target, ({ variables, init }) =>
    [variables.from, 2].map((price) => ({ price, told: init.Authorization })),
  );
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  closeSubscriptions();
  target.closeAllConnections();
  target.close();
  await server.close();
});

const script = (path: string, rest: object = {}) => ({ scriptName: 'Live', method: 'GET', url: url + path, ...rest });
const accept = { headers: { accept: 'text/event-stream, application/json' } };

async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const found: ServerEvent[] = [];
  const parse = createEventParser((event) => found.push(event));
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    parse(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
}

test('an event stream is forwarded while it is open, without secrets, and ends with the complete result', async () => {
  const response = await server.admin.client.raw(
    apiPreviewRoutes.preview,
    {
      body: {
        script: script('/events', {
          authentication: { type: 'bearer', token: 'my-long-secret' },
          assertions: [{ kind: 'jsonPath', path: '$[2].data', operator: 'equals', expected: 'last' }],
        }),
      },
    },
    accept,
  );
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = eventsOf(response);
  const next = async () => {
    const { event = '', data = '{}' } = (await events.next()).value ?? {};
    return { event, data: JSON.parse(data) };
  };
  const begin = await next();
  expect(begin).toMatchObject({ event: 'begin', data: { status: 200 } });
  expect(begin.data.headers).toContainEqual(['x-echo', 'Bearer ••••••']);
  expect(await next()).toEqual({ event: 'event', data: { event: 'message', data: 'first' } });
  expect(await next()).toEqual({ event: 'event', data: { event: 'tick', id: '7', data: '••••••' } });
  open?.end('data: last\n\n');
  expect(await next()).toMatchObject({ event: 'event', data: { data: 'last' } });
  expect(await next()).toMatchObject({
    event: 'result',
    data: { status: 'passed', statusCode: 200, assertions: [{ status: 'passed' }] },
  });
  expect((await events.next()).done).toBe(true);
});

test('a stopped stream is judged on what was received, with the times of its events', async () => {
  const { client } = server.admin;
  const assertions = [
    { kind: 'status', operator: 'equals', expected: 200 },
    { kind: 'jsonPath', path: '$[1].event', operator: 'equals', expected: 'tick' },
    { kind: 'jsonPath', path: '$[2].data', operator: 'equals', expected: 'never' },
  ];
  const response = await client.raw(
    apiPreviewRoutes.preview,
    { body: { script: script('/events', { assertions }) } },
    accept,
  );
  const colleague = await server.createUser(server.admin, { role: 'ROLE_USER' });
  let streamId = '';
  let seen = 0;
  let result: StepDetail | undefined;
  for await (const { event, data } of eventsOf(response)) {
    if (event === 'begin') streamId = JSON.parse(data).streamId;
    if (event === 'event') seen += 1;
    // A stop by another user has no effect.
    if (event === 'event' && seen === 1) await colleague.client.call(apiPreviewRoutes.stop, { body: { streamId } });
    if (event === 'event' && seen === 2) await client.call(apiPreviewRoutes.stop, { body: { streamId } });
    if (event === 'result') result = JSON.parse(data);
  }
  expect(result).toMatchObject({ status: 'failed', statusCode: 200 });
  expect(result?.assertions.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed']);
  const stream = result?.exchange?.response?.stream;
  expect(stream).toMatchObject({ endedBy: 'user', events: 2 });
  expect(stream?.firstEventMs).toBeGreaterThan(0);
  expect(stream?.between?.averageMs).toBeGreaterThanOrEqual(0);
  expect(result?.exchange?.timing?.totalMs).toBeGreaterThan(0);
  // A stream that has ended no longer exists.
  await client.call(apiPreviewRoutes.stop, { body: { streamId } });
});

test('any other response is JSON, and so is a stream for clients that do not ask for events', async () => {
  const { client } = server.admin;
  const plain = await client.raw(apiPreviewRoutes.preview, { body: { script: script('/json') } }, accept);
  expect(await plain.json()).toMatchObject({ status: 'passed', statusCode: 200 });
  const bounded = script('/events', { settings: { timeoutMs: 5000, maxEvents: 2 } });
  const detail = await client.call(apiPreviewRoutes.preview, { body: { script: bounded } });
  expect(detail.exchange?.response?.body.text).toContain('first');
});

test('a stream of the playground that is abandoned stays in the history with what was received', async () => {
  const { client } = server.admin;
  const left = new AbortController();
  const response = await client.raw(
    apiTestingRoutes.sendPlayground,
    { body: { request: script('/events') } },
    { ...accept, signal: left.signal },
  );
  for await (const { event } of eventsOf(response)) if (event === 'event') break;
  left.abort();
  await expect
    .poll(async () => (await client.call(apiTestingRoutes.listPlaygroundSends, { query: {} })).content[0]?.statusCode)
    .toBe(200);
});

test('the results of a GraphQL subscription are forwarded as they arrive, until it is stopped', async () => {
  const { client } = server.admin;
  const request = script('/graphql', {
    method: 'POST',
    headers: [{ key: 'X-Tenant', value: 'a' }],
    authentication: { type: 'bearer', token: 'my-long-secret' },
    body: { type: 'graphql', query: 'subscription($from: Int) { price(from: $from) }', variables: '{"from": 1}' },
    assertions: [{ kind: 'jsonPath', path: '$[*].data.data.price', operator: 'length', expected: 2 }],
  });
  const response = await client.raw(apiPreviewRoutes.preview, { body: { script: request } }, accept);
  const told: unknown[] = [];
  let streamId = '';
  for await (const { event, data } of eventsOf(response)) {
    const value = JSON.parse(data);
    told.push(event === 'result' ? [event, value.status, value.exchange.response.stream.endedBy] : [event, value.data]);
    if (event === 'begin') streamId = value.streamId;
    if (told.length === 3) await client.call(apiPreviewRoutes.stop, { body: { streamId } });
  }
  expect(told).toEqual([
    ['begin', undefined],
    ['event', '{"data":{"price":1,"told":"Bearer ••••••"}}'],
    ['event', '{"data":{"price":2,"told":"Bearer ••••••"}}'],
    ['result', 'passed', 'user'],
  ]);
});
