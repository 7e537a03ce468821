import { once } from 'node:events';
import { get as ask, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MockEngine } from '../core/engine/mock-engine.ts';
import { MockServer } from './mock-server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An upstream that answers every request with these bytes and closes the connection. */
async function upstreamOf(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from(text, 'latin1')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function mockOf(...stubs: object[]) {
  const engine = new MockEngine();
  expect(engine.putAll(stubs)).toEqual([]);
  const server = new MockServer(engine);
  const address = await server.start();
  ends.push(() => server.stop(100));
  return async (path: string) => {
    const [answer] = (await once(ask(`${address}${path}`, { agent: false }), 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of answer) body += String(chunk);
    return { status: answer.statusCode, reason: answer.statusMessage, body };
  };
}
const well = { request: { urlPath: '/well' }, response: { body: 'ok' } };

test.each([
  ['a control character in its reason', 'HTTP/1.1 200 a\x01b\r\nContent-Length: 1\r\n\r\na', [200, 'ab', 'a']],
  ['a reason of other languages', 'HTTP/1.1 200 caf\xe9\r\nContent-Length: 1\r\n\r\na', [200, 'caf\xe9', 'a']],
  [
    'a status that is none',
    'HTTP/1.1 099 X\r\nContent-Length: 1\r\n\r\na',
    [500, 'Internal Server Error', /^The mock failed: Invalid status/],
  ],
  [
    'another protocol',
    'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nabc',
    [502, 'Bad Gateway', /The connection was closed before an answer came/],
  ],
  ['nothing', '', [502, 'Bad Gateway', /socket hang up/]],
  ['no HTTP', 'hello\r\n\r\n', [502, 'Bad Gateway', /Parse Error/]],
] as const)('a mock survives an upstream that answers with %s', async (_what, text, [status, reason, body]) => {
  const get = await mockOf(well, { request: { urlPath: '/a' }, response: { proxyBaseUrl: await upstreamOf(text) } });
  const answer = await get('/a');
  expect(answer).toEqual({ status, reason, body: typeof body === 'string' ? body : expect.stringMatching(body) });
  expect(await get('/well')).toMatchObject({ status: 200, body: 'ok' });
});

test.each([
  [{ status: 200, statusMessage: 'a\u0001\r\nX-B: c', body: 'ok' }, 200, 'a X-B: c', /^ok$/],
  [{ status: 200, statusMessage: 'gut \u2714', body: 'ok' }, 200, 'gut ', /^ok$/],
  [
    { status: 200, headers: { 'X-A': 'a\u0001b' } },
    500,
    'Internal Server Error',
    /^The mock failed: Invalid character/,
  ],
])('a mock survives a stub that HTTP cannot express: %j', async (response, status, reason, body) => {
  const get = await mockOf(well, { request: { urlPath: '/a' }, response });
  expect(await get('/a')).toEqual({ status, reason, body: expect.stringMatching(body) });
  expect(await get('/well')).toMatchObject({ status: 200, body: 'ok' });
});
