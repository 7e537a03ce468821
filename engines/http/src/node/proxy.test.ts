import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpSession } from '../core/session.ts';
import { buildStep } from '../testing/build-step.ts';
import { makeCertificate, type TestCertificate } from '../testing/certificates.ts';
import { type LocalServer, startHttp, startHttps } from '../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from './http-session.ts';
import { ProxyRoute } from './proxy.ts';

let proxy: Server;
let secureProxy: Server;
let proxyUrl: string;
let secureProxyUrl: string;
let plain: LocalServer;
let secure: LocalServer;
let authority: TestCertificate;
let asked: string[] = [];
let session: HttpSession | undefined;
const sockets = new Set<Socket>();
const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;

beforeAll(async () => {
  authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
  const certificate = makeCertificate({ commonName: 'localhost', altNames: [{ dns: 'localhost' }], issuer: authority });
  plain = await startHttp((request, response) => response.end(`plain ${request.url}`));
  secure = await startHttps(certificate, (request, response) => response.end(`secure ${request.url}`));
  const relay: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.headers['proxy-authorization'] !== credentials) {
      response.statusCode = 407;
      return response.end('who are you');
    }
    const onward = httpRequest(request.url!, { method: request.method! }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const tunnel = (request: IncomingMessage, client: Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`);
    if (request.headers['proxy-authorization'] !== credentials) return client.end('HTTP/1.1 407 No\r\n\r\n');
    if (request.url === 'blocked.test:443') return client.end('HTTP/1.1 403 Blocked\r\n\r\n');
    const upstream = connect(Number(request.url!.split(':').pop()), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
  };
  proxy = createServer(relay).on('connect', tunnel);
  secureProxy = createTlsServer(certificate, relay).on('connect', tunnel);
  for (const server of [proxy, secureProxy]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  secureProxyUrl = `https://localhost:${(secureProxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of [proxy, secureProxy]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  await plain.close();
  await secure.close();
});
afterEach(async () => {
  asked = [];
  await session?.close();
});

function send(url: string, options: Partial<HttpSessionOptions> = {}) {
  session = createHttpSession({
    scopes: [],
    tls: { ca: authority.cert },
    proxy: { url: proxyUrl, username: 'user', password: 'p@ss' },
    ...options,
  });
  return session.execute(buildStep({ url }));
}
const text = (result: Awaited<ReturnType<typeof send>>) => Buffer.from(result.response!.body.bytes).toString();

test('plain requests send the whole address to the proxy', async () => {
  const url = `http://localhost:${plain.port}/a?b=1`;
  const result = await send(url);
  expect(text(result)).toBe('plain /a?b=1');
  expect(asked).toEqual([`GET ${url}`]);
  expect(result.request?.headers.map(([name]) => name)).not.toContain('Proxy-Authorization');
});

test("TLS uses a persistent tunnel, with credentials in the proxy's address", async () => {
  const url = proxyUrl.replace('http://', 'http://user:p%40ss@');
  const result = await send(`https://localhost:${secure.port}/x`, { proxy: { url } });
  expect(result).toMatchObject({ status: 'passed', certificate: { subject: 'CN=localhost' } });
  expect(text(result)).toBe('secure /x');
  const { totalMs, ...phases } = result.timing!;
  expect(Object.values(phases).reduce((sum, phase) => sum + phase, 0)).toBeCloseTo(totalMs, 6);
  expect(phases.tcpMs).toBeGreaterThan(0);
  expect(phases.tlsMs).toBeGreaterThan(0);
  expect(text(await session!.execute(buildStep({ url: `https://localhost:${secure.port}/y` })))).toBe('secure /y');
  expect(asked).toEqual([`CONNECT localhost:${secure.port}`]);
});

test('a TLS proxy is trusted by the same authorities', async () => {
  const proxyOptions = { url: secureProxyUrl, username: 'user', password: 'p@ss' };
  const tunnelled = await send(`https://localhost:${secure.port}/x`, { proxy: proxyOptions });
  expect(text(tunnelled)).toBe('secure /x');
  expect(text(await session!.execute(buildStep({ url: `http://localhost:${plain.port}/y` })))).toBe('plain /y');
  expect(asked).toEqual([`CONNECT localhost:${secure.port}`, `GET http://localhost:${plain.port}/y`]);
  await session!.close();
  const untrusted = await send(`https://localhost:${secure.port}/x`, { proxy: proxyOptions, tls: {} });
  expect(untrusted.error?.code).toBe('PROXY');
});

test.each([
  ['wrong credentials', { password: 'no' }, 'https://localhost:1/', /other credentials/],
  ['wrong credentials for a plain request', { password: 'no' }, 'http://localhost:1/', /other credentials/],
  ['a blocked host', {}, 'https://blocked.test/', /refused the connection to the host \(status 403\)/],
  [
    'a proxy that is not there, for TLS',
    { url: 'http://127.0.0.1:1' },
    'https://localhost:1/',
    /127\.0\.0\.1:1 cannot be reached/,
  ],
  [
    'a proxy that is not there',
    { url: 'http://127.0.0.1:1' },
    'http://localhost:1/',
    /127\.0\.0\.1:1 cannot be reached/,
  ],
])('%s is an error of the proxy', async (_name, change, url, message) => {
  const result = await send(url, { proxy: { url: proxyUrl, username: 'user', password: 'p@ss', ...change } });
  expect(result).toMatchObject({ status: 'error', error: { code: 'PROXY', message: expect.stringMatching(message) } });
});

test('a timeout also ends an unanswered tunnel request', async () => {
  const closed = Promise.withResolvers<void>();
  const hole = createServer();
  hole.on('connect', (_request, client: Socket) => client.resume().on('end', () => closed.resolve(void client.end())));
  await new Promise<void>((done) => hole.listen(0, '127.0.0.1', done));
  session = createHttpSession({
    scopes: [],
    proxy: { url: `http://127.0.0.1:${(hole.address() as AddressInfo).port}` },
  });
  const result = await session.execute(buildStep({ url: 'https://localhost/', settings: { timeoutMs: 60 } }));
  expect(result.error?.code).toBe('TIMEOUT');
  await closed.promise;
  await new Promise((done) => hole.close(done));
});

test('denied addresses are also refused behind a proxy, by address and by name', async () => {
  const literal = await send('http://169.254.169.254/');
  expect(literal.error?.code).toBe('ADDRESS_REFUSED');
  const resolve: HttpSessionOptions['resolve'] = (_host, done) =>
    done(null, [{ address: '169.254.169.254', family: 4 }]);
  const named = await send('https://evil.test/', { resolve });
  expect(named.error?.code).toBe('ADDRESS_REFUSED');
  expect(asked).toEqual([]);
});

test('hosts can bypass the proxy', async () => {
  const bypass = ['*.internal', '.corp.test', 'exact.test', 'port.test:8080', 'localhost'];
  const result = await send(`http://localhost:${plain.port}/direct`, { proxy: { url: proxyUrl, bypass } });
  expect(text(result)).toBe('plain /direct');
  const route = new ProxyRoute({ url: proxyUrl, bypass });
  const direct = ['a.internal:80', 'x.corp.test:80', 'exact.test:1', 'port.test:8080'];
  const proxied = ['internal:80', 'sub.exact.test:80', 'port.test:80', 'other.test:80'];
  const applies = (name: string) => route.appliesTo(name.split(':')[0]!, Number(name.split(':')[1]));
  expect(direct.map(applies)).toEqual([false, false, false, false]);
  expect(proxied.map(applies)).toEqual([true, true, true, true]);
});

test.each(['proxy.test:8080', 'socks5://proxy.test', ''])('the proxy address %j is rejected with a sentence', (url) => {
  expect(() => createHttpSession({ scopes: [], proxy: { url } })).toThrow(/Write it like http:\/\/proxy/);
});
