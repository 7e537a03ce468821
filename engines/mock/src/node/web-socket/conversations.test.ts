import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket as Client } from 'ws';
import { MockEngine } from '../../core/index.ts';
import { MockServer } from '../mock-server.ts';

const engine = new MockEngine();
const server = new MockServer(engine);
let address: string;
beforeAll(async () => {
  address = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => engine.reset());

const put = (stub: object) => expect(engine.put(stub).problems).toEqual([]);
const accept = (path: string, webSocket: object, response: object = {}) =>
  put({ request: { method: 'GET', urlPath: path }, response: { webSocket, ...response } });
const reply = (path: string, equalTo: string | undefined, response: object, more: object = {}) => {
  const bodyPatterns = equalTo === undefined ? undefined : [{ equalTo }];
  put({ request: { method: 'MESSAGE', urlPath: path, bodyPatterns }, response, ...more });
};

/** Connects as a browser does; `next` returns the messages one by one. */
function connect(path: string, protocols: string[] = []) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, protocols);
  socket.binaryType = 'arraybuffer';
  const got: unknown[] = [];
  const waiting: ((value: unknown) => void)[] = [];
  socket.onmessage = ({ data }) => {
    const wait = waiting.shift();
    if (wait) wait(data);
    else got.push(data);
  };
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  const opened = new Promise<boolean>((resolve) => {
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  });
  const next = () =>
    got.length > 0 ? Promise.resolve(got.shift()) : new Promise<unknown>((resolve) => waiting.push(resolve));
  return { socket, opened, closed, next };
}

test('a stub accepts a WebSocket and greets; messages are matched as requests and answered by templates', async () => {
  accept('/chat', { messages: [{ body: 'hello' }, { jsonBody: { n: 1 }, delay: 5 }, { base64Body: 'AAEC' }] });
  reply('/chat', 'ping', { body: 'pong' });
  put({
    request: { method: 'MESSAGE', urlPath: '/chat', bodyPatterns: [{ matchesJsonPath: '$.name' }] },
    response: {
      webSocket: {
        messages: [{ body: 'Hi {{jsonPath request.body "$.name"}}' }, { body: 'of {{request.query.room}}' }],
      },
      transformers: ['response-template'],
    },
  });
  const { socket, next } = connect('/chat?room=red');
  expect([await next(), await next()]).toEqual(['hello', '{"n":1}']);
  expect(new Uint8Array((await next()) as ArrayBuffer)).toEqual(new Uint8Array([0, 1, 2]));
  socket.send('ping');
  expect(await next()).toBe('pong');
  socket.send('{"name":"Ada"}');
  expect([await next(), await next()]).toEqual(['Hi Ada', 'of red']);
  socket.send('nobody knows this');
  socket.send('ping');
  expect(await next()).toBe('pong');
  socket.close();
  const seen = engine.journal
    .list()
    .map(({ request, by, answer }) => [request.request.method, request.body.text, by, answer.status]);
  expect(seen.toReversed()).toEqual([
    ['GET', '', 'stub', 101],
    ['MESSAGE', 'ping', 'stub', 200],
    ['MESSAGE', '{"name":"Ada"}', 'stub', 101],
    ['MESSAGE', 'nobody knows this', 'none', 404],
    ['MESSAGE', 'ping', 'stub', 200],
  ]);
});

test('messages advance scenarios, wait for their delay in order, and end the conversation', async () => {
  accept('/steps', {});
  const scenario = (requiredScenarioState: string, newScenarioState: string) => ({
    scenarioName: 'steps',
    requiredScenarioState,
    newScenarioState,
  });
  reply('/steps', undefined, { body: 'first', fixedDelayMilliseconds: 60 }, scenario('Started', 'two'));
  reply(
    '/steps',
    undefined,
    { webSocket: { messages: [{ body: 'last' }], close: { code: 4001, reason: 'done' } } },
    scenario('two', 'end'),
  );
  const { socket, opened, closed, next } = connect('/steps');
  expect(await opened).toBe(true);
  socket.send('a');
  socket.send('b');
  expect([await next(), await next()]).toEqual(['first', 'last']);
  expect(await closed).toEqual({ code: 4001, reason: 'done' });
});

test('a subprotocol is negotiated, and the upgrade has headers', async () => {
  accept('/sub', { protocol: 'v2.chat' });
  const { socket, opened } = connect('/sub', ['v1.chat', 'v2.chat']);
  expect([await opened, socket.protocol]).toEqual([true, 'v2.chat']);
  socket.close();
});

test('an upgrade that no stub accepts is answered as a request, and so is a request without an upgrade', async () => {
  put({ request: { urlPath: '/plain' }, response: { body: 'plain' } });
  accept('/chat', {});
  for (const path of ['/plain', '/nothing']) expect(await connect(path).opened).toBe(false);
  const asked = await fetch(`${address}/chat`);
  expect([asked.status, asked.headers.get('upgrade')]).toEqual([426, 'websocket']);
  const other = await fetch(`${address}/plain`, { headers: { 'x-a': '1' } });
  expect(await other.text()).toBe('plain');
});

test('stubs without a method answer no messages; faults break the connection', async () => {
  put({ request: { urlPath: '/any' }, response: { webSocket: { messages: [{ body: 'once' }] } } });
  const any = connect('/any');
  expect(await any.next()).toBe('once');
  any.socket.send('x');
  while (engine.journal.size < 2) await pause(2);
  expect(engine.journal.list()[0]?.by).toBe('none');
  any.socket.close();
  accept('/broken', {});
  reply('/broken', undefined, { fault: 'CONNECTION_RESET_BY_PEER' });
  const broken = connect('/broken');
  await broken.opened;
  broken.socket.send('x');
  expect((await broken.closed).code).toBe(1006);
});

test('a message larger than the limit ends the conversation', async () => {
  const small = new MockServer(new MockEngine(), { bodyLimit: 100 });
  const url = await small.start();
  small.engine.put({ request: { urlPath: '/' }, response: { webSocket: {} } });
  const socket = new WebSocket(url.replace('http', 'ws'));
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  socket.send('x'.repeat(101));
  expect(await closed).toBe(1009);
  await small.stop();
});

test('conversations end with the server, and pings are sent', async () => {
  const own = new MockServer(new MockEngine());
  const url = await own.start();
  own.engine.put({ request: { urlPath: '/' }, response: { webSocket: { pingIntervalMilliseconds: 100 } } });
  const socket = new Client(url.replace('http', 'ws'));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve) => socket.on('ping', () => resolve()));
  await own.stop();
  expect(await closed).toBe(1001);
});

test.each([
  [{ webSocket: [] }, 'webSocket'],
  [{ webSocket: { greeting: 'x' } }, 'webSocket.greeting'],
  [{ webSocket: { messages: ['x'] } }, 'webSocket.messages[0]'],
  [{ webSocket: { messages: [{ body: 'a', jsonBody: 1 }] } }, 'webSocket.messages[0]'],
  [{ webSocket: { messages: [{ body: 'a', delay: -1 }] } }, 'webSocket.messages[0].delay'],
  [{ webSocket: { close: { code: 1006 } } }, 'webSocket.close.code'],
  [{ webSocket: { pingIntervalMilliseconds: 1 } }, 'webSocket.pingIntervalMilliseconds'],
  [{ webSocket: { protocol: 'a b' } }, 'webSocket.protocol'],
  [{ webSocket: {}, body: 'x' }, ''],
])('%j is rejected with its place', (response, place) => {
  const { problems } = engine.put({ request: {}, response });
  expect(problems.map(({ path }) => path)).toEqual([place === '' ? 'stub.response' : `stub.response.${place}`]);
});
