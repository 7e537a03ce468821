import {
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import type { HttpSession } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { makeCertificate, type TestCertificate } from '../../testing/certificates.ts';
import { type LocalServer, startHttps } from '../../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from '../http-session.ts';

let authority: TestCertificate;
let certificate: TestCertificate;
let server: Http2Server;
let clear: Http2Server;
let http1: LocalServer;
let url: string;
let session: HttpSession;
const connections = new Set<ServerHttp2Session>();
let streams = 0;
let raw: string[] = [];
let refusals = 0;

const behaviours: Record<string, (stream: ServerHttp2Stream) => void> = {
  '/reset': (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  '/calm': (stream) => stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM),
  '/cancel': (stream) => stream.close(constants.NGHTTP2_CANCEL),
  '/http1': (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
  '/broken': (stream) => {
    stream.respond({ ':status': 200 });
    stream.write('half', () => stream.session?.destroy());
  },
  '/short': (stream) => {
    stream.respond({ ':status': 200, 'content-length': 100 });
    stream.write('half');
    stream.end();
  },
  '/refuse-once': (stream) => {
    refusals += 1;
    if (refusals === 1) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    stream.respond({ ':status': 200 });
    stream.end('served');
  },
  '/leave': (stream) => {
    stream.respond({ ':status': 200 });
    stream.end('last', () => stream.session?.goaway(constants.NGHTTP2_NO_ERROR));
  },
  '/silent': () => undefined,
  '/gzip': (stream) => {
    stream.respond({
      ':status': 200,
      'content-encoding': 'gzip',
      'set-cookie': ['a=1', 'b=2'],
      'x-name': 'Zo\u00c3\u00ab',
    });
    stream.end(gzipSync('packed'));
  },
  '/redirect': (stream) => stream.respond({ ':status': 302, location: '/echo' }, { endStream: true }),
};

function serve(target: Http2Server): void {
  target.on('session', (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
  });
  target.on('stream', (stream, headers, _flags, rawHeaders) => {
    streams += 1;
    raw = rawHeaders as unknown as string[];
    stream.on('error', () => undefined);
    const behaviour = behaviours[headers[':path'] ?? ''];
    if (behaviour !== undefined) return behaviour(stream);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'content-type': 'application/json' });
      stream.end(JSON.stringify({ path: headers[':path'], size: Buffer.concat(chunks).length }));
    });
  });
}

const listen = (target: Http2Server) =>
  new Promise<number>((done) => {
    target.listen(0, '127.0.0.1', () => done((target.address() as AddressInfo).port));
  });

beforeAll(async () => {
  authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
  certificate = makeCertificate({ commonName: 'localhost', altNames: [{ dns: 'localhost' }], issuer: authority });
  const secure = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    if (request.httpVersion === '1.1') response.end('by 1.1');
  });
  server = secure as unknown as Http2Server;
  serve(server);
  clear = createServer();
  serve(clear);
  http1 = await startHttps(certificate, (_request, response) => response.end('only 1.1'));
  url = `https://localhost:${await listen(server)}`;
});

afterAll(async () => {
  for (const connection of connections) connection.destroy();
  for (const target of [server, clear]) target.close();
  await http1.close();
});

const open = (options: Partial<HttpSessionOptions> = {}) => {
  session = createHttpSession({ scopes: [], tls: { ca: authority.cert }, resolve: loopback, ...options });
};
const loopback: HttpSessionOptions['resolve'] = (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

beforeEach(() => {
  connections.clear();
  streams = 0;
  refusals = 0;
  open();
});
afterEach(() => session.close());

const send = (path: string, overrides: Partial<HttpStep> = {}) =>
  session.execute(buildStep({ url: `${url}${path}`, ...overrides }));
const text = (result: Awaited<ReturnType<typeof send>>) => new TextDecoder().decode(result.response?.body.bytes);

test('HTTP/2 is used for a TLS server that offers it, with phases, certificate and lower-case names', async () => {
  const result = await send('/echo?a=1', {
    headers: [
      { key: 'X-Twice', value: '1' },
      { key: 'x-twice', value: 'Zoë' },
    ],
  });
  expect(result.error).toBeUndefined();
  expect(result.response).toMatchObject({ status: 200, httpVersion: '2', remoteAddress: '127.0.0.1' });
  expect(JSON.parse(text(result))).toEqual({ path: '/echo?a=1', size: 0 });
  expect(result.certificate).toMatchObject({ subject: 'CN=localhost' });
  const { timing } = result;
  expect(timing!.tcpMs).toBeGreaterThan(0);
  expect(timing!.tlsMs).toBeGreaterThan(0);
  expect(timing!.waitMs).toBeGreaterThan(0);
  const sum = timing!.dnsMs + timing!.tcpMs + timing!.tlsMs + timing!.sendMs + timing!.waitMs + timing!.downloadMs;
  expect(sum).toBeCloseTo(timing!.totalMs, 6);
  const names = result.request!.headers.map(([name]) => name);
  expect(names).toEqual(['host', 'x-twice', 'x-twice', 'user-agent', 'accept', 'accept-encoding']);
  expect(raw.slice(0, 8)).toEqual([
    ':method',
    'GET',
    ':scheme',
    'https',
    ':authority',
    new URL(url).host,
    ':path',
    '/echo?a=1',
  ]);
  expect(raw.filter((_item, index) => raw[index - 1] === 'x-twice')).toEqual([
    '1',
    Buffer.from('Zoë').toString('latin1'),
  ]);
});

test('all requests to an origin share one connection, even if they start together', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => send('/echo')));
  expect(results.every(({ response }) => response?.httpVersion === '2')).toBe(true);
  expect(connections.size).toBe(1);
  const later = await send('/echo');
  expect(later.timing).toMatchObject({ dnsMs: 0, tcpMs: 0, tlsMs: 0 });
  expect(connections.size).toBe(1);
});

test('a server that supports only 1.1 gets it on the connection opened for negotiation', async () => {
  const results = [];
  for (let index = 0; index < 3; index += 1)
    results.push(await send('', { url: http1.url.replace('127.0.0.1', 'localhost') }));
  expect(results.map(({ response }) => response?.httpVersion)).toEqual(['1.1', '1.1', '1.1']);
  expect(results[0]!.timing!.tlsMs).toBeGreaterThan(0);
  expect(results[1]!.timing!.tlsMs).toBe(0);
  expect(results[0]!.certificate?.subject).toBe('CN=localhost');
});

test('the version can be fixed', async () => {
  expect(text(await send('/echo', { settings: { httpVersion: '1.1' } }))).toBe('by 1.1');
  expect((await send('/echo', { settings: { httpVersion: '2' } })).response?.httpVersion).toBe('2');
  const refused = await send('', { url: http1.url.replace('127.0.0.1', 'localhost'), settings: { httpVersion: '2' } });
  expect(refused.status).toBe('error');
  expect(refused.error).toMatchObject({ code: 'TLS', message: expect.stringMatching(/does not offer HTTP\/2/) });
});

test('HTTP/2 without TLS is sent with prior knowledge', async () => {
  const port = await listen(clear);
  const result = await send('', { url: `http://localhost:${port}/echo`, settings: { httpVersion: '2' } });
  expect(result.error).toBeUndefined();
  expect(result.response?.httpVersion).toBe('2');
});

test('bodies are sent: text, and a streamed file that is larger than every window', async () => {
  const size = 3_000_000;
  open({
    files: {
      open: async () => ({
        stream: Readable.from([Buffer.alloc(size)]),
        sizeBytes: size,
        fileName: 'a.bin',
        contentType: '',
      }),
    },
  });
  const posted = await send('/echo', { method: 'POST', body: { type: 'json', content: '{"a":1}' } });
  expect(JSON.parse(text(posted)).size).toBe(7);
  const uploaded = await send('/echo', { method: 'PUT', body: { type: 'binary', fileId: 'f' } });
  expect(uploaded.error).toBeUndefined();
  expect(JSON.parse(text(uploaded)).size).toBe(size);
  expect(uploaded.request?.body).toMatchObject({ sizeBytes: size, contentType: 'application/octet-stream' });
});

test('compression, duplicate headers, UTF-8 values and redirects work as in 1.1', async () => {
  const packed = await send('/gzip');
  expect(text(packed)).toBe('packed');
  expect(packed.response?.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual([
    'a=1',
    'b=2',
  ]);
  expect(packed.response?.headers).toContainEqual(['x-name', 'Zoë']);
  const redirected = await send('/redirect');
  expect(redirected.redirects).toHaveLength(1);
  expect(redirected.response?.status).toBe(200);
});

test.each([
  ['/reset', 'PROTOCOL', /reset the HTTP\/2 request \(INTERNAL_ERROR\): it has a fault/],
  ['/cancel', 'CONNECTION', /reset the HTTP\/2 request \(CANCEL\)/],
  ['/calm', 'PROTOCOL', /closed the HTTP\/2 connection \(ENHANCE_YOUR_CALM\): it gets too many requests/],
  ['/broken', 'CONNECTION', /closed the connection without a complete response/],
  ['/short', 'PROTOCOL', /another length than announced/],
])('a server that ends the stream is reported: %s', async (path, code, message) => {
  const { status, error } = await send(path, { method: 'POST' });
  expect(status).toBe('error');
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  expect((await send('/echo')).response?.status).toBe(200);
});

test('unprocessed requests are sent again, whatever the method', async () => {
  const result = await send('/refuse-once', { method: 'POST' });
  expect(text(result)).toBe('served');
  expect(streams).toBe(2);
});

test('a server that requires 1.1 for a resource gets it', async () => {
  expect(text(await send('/http1'))).toBe('by 1.1');
});

test('after GOAWAY a new connection is opened', async () => {
  expect(text(await send('/leave'))).toBe('last');
  expect((await send('/echo')).response?.status).toBe(200);
  expect(connections.size).toBe(2);
});

test('a stop and a timeout end only the stream, not the connection shared with others', async () => {
  const abort = new AbortController();
  const stopped = session.execute(buildStep({ url: `${url}/silent` }), { signal: abort.signal });
  const timedOut = await send('/silent', { settings: { timeoutMs: 1000 } });
  abort.abort();
  expect(timedOut.error).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/waiting for the response/) });
  expect((await stopped).status).toBe('cancelled');
  expect((await send('/echo')).response?.status).toBe(200);
  expect(connections.size).toBe(1);
});

test("a request waiting for a stopped request's connection opens its own", async () => {
  const abort = new AbortController();
  const first = session.execute(buildStep({ url: `${url}/echo` }), { signal: abort.signal });
  const second = send('/echo');
  await new Promise((done) => setImmediate(done));
  abort.abort();
  expect((await first).status).toBe('cancelled');
  expect((await second).response?.status).toBe(200);
});

test('HTTP/2 goes through a CONNECT proxy', async () => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createTcpServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.once('data', (head) => {
      asked.push(head.toString().split('\r\n', 1)[0]!);
      const upstream = connect(Number(new URL(url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => undefined);
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  open({ proxy: { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` } });
  const results = [await send('/echo'), await send('/echo')];
  expect(results.map(({ response }) => response?.httpVersion)).toEqual(['2', '2']);
  expect(results[0]!.certificate?.subject).toBe('CN=localhost');
  expect(asked).toEqual([`CONNECT localhost:${new URL(url).port} HTTP/1.1`]);
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test('an untrusted certificate is rejected before anything is sent, for every waiting request', async () => {
  open({ tls: {} });
  const results = await Promise.all([send('/echo'), send('/echo'), send('/echo')]);
  expect(results.map(({ error }) => error?.code)).toEqual(['TLS', 'TLS', 'TLS']);
  expect(streams).toBe(0);
  expect((await send('/echo', { settings: { verifyCertificate: false } })).response?.status).toBe(200);
});
