import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { GuardProxy } from './guard-proxy.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server that answers every connection with these bytes and closes it. */
async function serverOf(text: string): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.from(text, 'latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function proxyOf(allow: (url: string) => Promise<string | null> = async () => null) {
  const refused: string[] = [];
  const proxy = new GuardProxy({ allow, onRefused: ({ url, reason }) => refused.push(`${url} ${reason}`) });
  const { hostname, port } = new URL(await proxy.listen());
  ends.push(() => proxy.close());
  /** Requests an address through the proxy, as a browser does. */
  const get = async (path: string) => {
    const asked = request({ hostname, port, path, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of answer) body += String(chunk);
    return { status: answer.statusCode, body };
  };
  return { get, refused, port: Number(port) };
}
const well = 'HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok';

test.each([
  ['a status that is none', 'HTTP/1.1 099 X\r\nContent-Length: 1\r\n\r\na'],
  ['a status of zeros', 'HTTP/1.1 000 X\r\nContent-Length: 1\r\n\r\na'],
  ['a reason with a control character', 'HTTP/1.1 200 a\x01b\r\nContent-Length: 1\r\n\r\na'],
  ['nothing at all', ''],
  ['no HTTP', 'hello\r\n\r\n'],
])('the proxy survives a server that answers %s, and cuts its connection', async (_what, answer) => {
  const { get } = await proxyOf();
  await expect(get(await serverOf(answer))).rejects.toThrow('socket hang up');
  expect(await get(await serverOf(well))).toEqual({ status: 200, body: 'ok' });
});

test('a request is not forwarded when the policy refuses it or fails', async () => {
  const { get, refused } = await proxyOf(async (url) => {
    if (url.includes('/broken')) throw new Error('No rules');
    return url.includes('/secret') ? 'It is secret.' : null;
  });
  const address = await serverOf(well);
  expect(await get(address)).toEqual({ status: 200, body: 'ok' });
  expect(await get(`${address}secret`)).toEqual({ status: 403, body: 'It is secret.' });
  expect(await get(`${address}broken`)).toEqual({ status: 403, body: 'Error: No rules' });
  expect(refused).toEqual([`${address}secret It is secret.`, `${address}broken Error: No rules`]);
});

test.each([
  'CONNECT :99999 HTTP/1.1',
  'CONNECT 127.0.0.1:1 HTTP/1.1',
  'GET /no/address HTTP/1.1',
  'GET ftp://a/ HTTP/1.1',
])('%s is answered with an error', async (line) => {
  const { port, get } = await proxyOf();
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line}\r\nHost: a\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('\r\n\r\n')) break;
  }
  expect(text).toMatch(/^HTTP\/1\.1 (400|403|502) /);
  expect(await get(await serverOf(well))).toEqual({ status: 200, body: 'ok' });
});
