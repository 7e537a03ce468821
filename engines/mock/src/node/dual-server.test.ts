import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { request as secureRequest } from 'node:https';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as Client } from 'ws';
import { MockEngine } from '../core/index.ts';
import { createAuthority, issueCertificate } from './certificate-authority.ts';
import { DualServer } from './dual-server.ts';
import { MockServer } from './mock-server.ts';

const authority = createAuthority();
const engine = new MockEngine();
const mock = new MockServer(engine);
const start = async () => {
  const server = new DualServer({
    certificate: issueCertificate(authority, ['localhost', '127.0.0.1']),
    serve: (asked, response, upgrade) =>
      void mock.handle(asked, response, {
        scheme: 'encrypted' in asked.socket ? 'https' : 'http',
        ...(upgrade === undefined ? {} : { upgrade }),
      }),
  });
  await server.listen(0, '127.0.0.1');
  return server;
};
let server: DualServer;
beforeAll(async () => {
  engine.put({
    request: { url: '/hello' },
    response: { body: '{{request.scheme}} {{request.method}}', transformers: ['response-template'] },
  });
  engine.put({ request: { url: '/slow' }, response: { body: 'slow', fixedDelayMilliseconds: 300 } });
  server = await start();
});
afterAll(() => server.stop());

type Got = { status: number | undefined; version: string; text: string };
const over = (send: typeof request, url: string, ca?: string) =>
  new Promise<Got>((resolve, reject) => {
    const sent = send(url, { ca } as object, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, version: answer.httpVersion, text }));
    });
    sent.on('error', reject).end();
  });
async function overHttp2(origin: string, path = '/hello') {
  const session = connect(origin, { ca: authority.certificate });
  try {
    return await new Promise<{ status: unknown; protocol: unknown; text: string }>((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request({ ':path': path });
      let [status, text]: [unknown, string] = [undefined, ''];
      stream.on('response', (headers) => {
        status = headers[':status'];
      });
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => resolve({ status, protocol: session.alpnProtocol, text }));
      stream.on('error', reject);
    });
  } finally {
    session.close();
  }
}

test('one port answers http and https, each as HTTP/1.1 and HTTP/2', async () => {
  const at = (scheme: string) => `${scheme}://localhost:${server.port}`;
  expect(await over(request, `${at('http')}/hello`)).toEqual({ status: 200, version: '1.1', text: 'http GET' });
  const secure = await over(secureRequest as typeof request, `${at('https')}/hello`, authority.certificate);
  expect(secure).toEqual({ status: 200, version: '1.1', text: 'https GET' });
  expect(await overHttp2(at('https'))).toEqual({ status: 200, protocol: 'h2', text: 'https GET' });
  expect(await overHttp2(at('http'))).toEqual({ status: 200, protocol: 'h2c', text: 'http GET' });
});

test('a client that does not trust the authority is not connected', async () => {
  await expect(over(secureRequest as typeof request, `https://localhost:${server.port}/hello`)).rejects.toThrow(
    /self-signed|unable to verify/,
  );
});

test('requests in flight are answered when it stops, and connections end', async () => {
  const own = await start();
  const origin = `localhost:${own.port}`;
  const idle = createConnection({ port: own.port, host: '127.0.0.1' });
  const closed = new Promise<void>((resolve) => idle.on('close', () => resolve()));
  const asked = [
    over(request, `http://${origin}/slow`),
    over(secureRequest as typeof request, `https://${origin}/slow`, authority.certificate),
    overHttp2(`https://${origin}`, '/slow'),
  ];
  const before = engine.journal.size;
  while (engine.journal.size < before + 3) await pause(5);
  await own.stop();
  const got = await Promise.all(asked);
  expect(got.map(({ status, text }) => [status, text])).toEqual([200, 200, 200].map((status) => [status, 'slow']));
  await closed;
  await expect(over(request, `http://${origin}/hello`)).rejects.toThrow('ECONNREFUSED');
});

test.each(['ws', 'wss'])('%s: a WebSocket is accepted on the port, and messages are answered', async (scheme) => {
  engine.put({
    request: { method: 'GET', url: '/chat' },
    response: {
      webSocket: { protocol: 'chat', messages: [{ body: 'hello by {{request.scheme}}' }] },
      transformers: ['response-template'],
    },
  });
  engine.put({
    request: { method: 'MESSAGE', url: '/chat', bodyPatterns: [{ equalTo: 'end' }] },
    response: { webSocket: { messages: [{ body: 'bye' }], close: { code: 4001, reason: 'over' } } },
  });
  const socket = new Client(`${scheme}://127.0.0.1:${server.port}/chat`, ['chat'], { ca: authority.certificate });
  const got: string[] = [];
  socket.on('message', (data) => {
    got.push(String(data));
    if (got.length === 1) socket.send('end');
  });
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect({ got, code, reason: String(reason), protocol: socket.protocol }).toEqual({
    got: [`hello by ${scheme === 'wss' ? 'https' : 'http'}`, 'bye'],
    code: 4001,
    reason: 'over',
    protocol: 'chat',
  });
});

test('over TLS, a WebSocket that no stub accepts is refused, and a client that does not trust the authority gets no connection', async () => {
  const refused = new Client(`wss://127.0.0.1:${server.port}/nothing`, { ca: authority.certificate });
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(404);
  refused.on('error', () => undefined);
  refused.terminate();
  const stranger = new Client(`wss://127.0.0.1:${server.port}/chat`);
  const [error] = (await once(stranger, 'error')) as [Error];
  expect(error.message).toContain('certificate');
});
