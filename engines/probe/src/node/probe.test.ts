import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createAddressPolicy } from '@touchstone/engine-http';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { afterEach, describe, expect, test } from 'vitest';
import type { Check } from '../core/check.ts';
import { startNameServer } from '../testing/index.ts';
import { probe } from './probe.ts';
import { clientFrame, readFrame } from './web-socket-frames.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const serve = (listener: RequestListener) => listen(createServer(listener));
const tcp = (talk: (socket: Socket) => void) => listen(createTcp(talk));
const run = (check: Check, given: object = {}) => probe(check, { timeoutMs: 5000, session: { scopes: [] }, ...given });
const http = (url: string, given: object = {}): Check => ({
  kind: 'http',
  method: 'GET',
  url,
  headers: [],
  queryParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  followRedirects: true,
  maxRedirects: 5,
  verifyCertificate: true,
  ...given,
});

describe('http', () => {
  test('a good response is up, with its phases', async () => {
    const port = await serve((_request, response) => response.end('{"ok":true}'));
    const found = await run(http(`http://127.0.0.1:${port}/`));
    expect(found).toMatchObject({
      verdict: 'UP',
      message: null,
      exchange: { response: { status: 200, body: '{"ok":true}' } },
    });
    expect(found.phases.firstByteMs).toBeGreaterThan(0);
  });

  test.each([
    [503, [], 'DOWN', 'STATUS'],
    [404, [{ kind: 'status', operator: 'equals', expected: 404 }], 'UP', null],
    [200, [{ kind: 'jsonPath', path: '$.ok', operator: 'equals', expected: false }], 'DOWN', 'ASSERTION'],
  ] as const)('status %i with %j is %s', async (status, assertions, verdict, code) => {
    const port = await serve((_request, response) => response.writeHead(status).end('{"ok":true}'));
    const found = await run(http(`http://127.0.0.1:${port}/`, { assertions }));
    expect(found).toMatchObject({ verdict, code });
    if (verdict === 'DOWN') expect(found.message).toMatch(/\.$/);
  });

  test('a target that hangs is down after its timeout, not later', async () => {
    const port = await serve(() => undefined);
    const found = await run(http(`http://127.0.0.1:${port}/`), { timeoutMs: 200 });
    expect(found).toMatchObject({ verdict: 'DOWN', code: 'TIMEOUT' });
  });

  test('endless redirects end', async () => {
    let count = 0;
    const port = await serve((_request, response) => {
      count += 1;
      response.writeHead(302, { location: `/${count}` }).end();
    });
    const found = await run(http(`http://127.0.0.1:${port}/`));
    expect(found).toMatchObject({ verdict: 'DOWN', code: 'TOO_MANY_REDIRECTS' });
    expect(count).toBeLessThanOrEqual(6);
  });

  test('a response of 2 GB is truncated and reported as degraded', async () => {
    let sent = 0;
    const piece = Buffer.alloc(256 * 1024, 'x');
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 2 * 1024 ** 3 });
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on('drain', more);
      more();
    });
    const found = await run(http(`http://127.0.0.1:${port}/`), { maxDownloadBytes: 1024 * 1024 });
    expect(found).toMatchObject({
      verdict: 'DEGRADED',
      code: 'RESPONSE_TOO_LARGE',
      message: 'The response is larger than 1 MB. The rest was not read.',
    });
    expect(found.exchange?.response?.body?.length).toBeLessThanOrEqual(256 * 1024);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('an address refused by the policy is unknown, and nothing is sent', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const session = { scopes: [], addressPolicy: createAddressPolicy({ mode: 'public-only' }) };
    for (const check of [
      http(`http://127.0.0.1:${port}/`),
      { kind: 'tcp', host: 'localhost', port, send: '', expect: '' },
      { kind: 'tls', host: '127.0.0.1', port, serverName: '', verifyChain: true, downDays: 0, warnDays: 1 },
      {
        kind: 'websocket',
        url: `ws://127.0.0.1:${port}/`,
        headers: [],
        protocols: [],
        verifyCertificate: true,
        send: '',
        expect: '',
      },
      { kind: 'dns', hostName: 'a.test', recordType: 'A', resolver: `127.0.0.1:${port}`, expected: [], match: 'all' },
    ] as Check[])
      expect(await run(check, { session })).toMatchObject({ verdict: 'UNKNOWN', code: 'ADDRESS_REFUSED' });
    expect(asked).toBe(0);
  });
});

describe('tls', () => {
  const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
  const issue = (validTo: Date, issuer = authority) =>
    makeCertificate({
      commonName: 'localhost',
      altNames: [{ dns: 'localhost' }],
      issuer,
      validTo,
      validFrom: new Date(Date.now() - 100 * 86_400_000),
    });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000);
  const check = (port: number, given: object = {}): Check => ({
    kind: 'tls',
    host: 'localhost',
    port,
    serverName: '',
    verifyChain: false,
    downDays: 2,
    warnDays: 14,
    ...given,
  });
  const serveTls = (certificate: { cert: string; key: string }) =>
    listen(createHttpsServer(certificate, (_request, response) => response.end()));

  test.each([
    [40, 'UP', null],
    [10, 'DEGRADED', 'CERTIFICATE_EXPIRES_SOON'],
    [1, 'DOWN', 'CERTIFICATE_EXPIRES_SOON'],
    [-3, 'DOWN', 'CERTIFICATE_EXPIRED'],
  ] as const)('%i days left is %s', async (days, verdict, code) => {
    const port = await serveTls(issue(inDays(days)));
    const found = await run(check(port));
    expect(found).toMatchObject({ verdict, code, certificate: { daysLeft: days, names: ['localhost'] } });
    if (days < 0) expect(found.message).toMatch(/^The certificate of localhost:\d+ expired on /);
  });

  test('a self-signed certificate is down if the chain is checked', async () => {
    const port = await serveTls(makeCertificate({ commonName: 'localhost', altNames: [{ dns: 'localhost' }] }));
    const found = await run(check(port, { verifyChain: true }));
    expect(found).toMatchObject({ verdict: 'DOWN', code: 'CERTIFICATE_UNTRUSTED' });
    expect(found.message).toMatch(/self-signed\.$/);
    expect(await run(check(port))).toMatchObject({ verdict: 'UP' });
  });

  test("a server that doesn't speak TLS is down", async () => {
    const port = await tcp((socket) => socket.write('220 ready\r\n'));
    expect(await run(check(port))).toMatchObject({ verdict: 'DOWN', code: 'TLS' });
  });
});

describe('tcp', () => {
  test('connects, sends and waits for the text', async () => {
    const port = await tcp((socket) => {
      socket.on('data', (data) => socket.write(data.toString() === 'PING\r\n' ? '+PO' : '-ERR'));
      socket.on('data', () => socket.write('NG\r\n'));
    });
    const check: Check = { kind: 'tcp', host: '127.0.0.1', port, send: String.raw`PING\r\n`, expect: '+PONG' };
    expect(await run(check)).toMatchObject({ verdict: 'UP', values: ['+PONG\r\n'] });
    expect(await run({ ...check, send: '', expect: '' })).toMatchObject({ verdict: 'UP' });
  });

  test.each([
    ['the other text and closes', (socket: Socket) => socket.end('nope'), 'ANSWER', /It sent: nope$/],
    ['nothing', () => undefined, 'TIMEOUT', /did not answer within 0.3 s\.$/],
  ] as const)('a server that sends %s is down', async (_, talk, code, message) => {
    const port = await tcp(talk);
    const found = await run({ kind: 'tcp', host: '127.0.0.1', port, send: '', expect: 'hello' }, { timeoutMs: 300 });
    expect(found).toMatchObject({ verdict: 'DOWN', code });
    expect(found.message).toMatch(message);
  });

  test('nothing listens', async () => {
    const port = await tcp(() => undefined);
    await closing.pop()?.();
    const found = await run({ kind: 'tcp', host: '127.0.0.1', port, send: '', expect: '' });
    expect(found).toMatchObject({ verdict: 'DOWN', code: 'CONNECTION' });
  });

  test('a cancelled check ends immediately', async () => {
    const port = await tcp(() => undefined);
    const stop = new AbortController();
    const checking = run(
      { kind: 'tcp', host: '127.0.0.1', port, send: '', expect: 'x' },
      { timeoutMs: 60_000, signal: stop.signal },
    );
    stop.abort();
    expect(await checking).toMatchObject({ verdict: 'UNKNOWN', code: 'CANCELLED' });
  });
});

describe('dns', () => {
  test('records are found and compared', async () => {
    const server = await startNameServer({ 'shop.test': ['192.0.2.7', '192.0.2.8'], 'slow.test': undefined });
    closing.push(server.close);
    const ask = (hostName: string, expected: string[] = [], given: object = {}) =>
      run({ kind: 'dns', hostName, recordType: 'A', resolver: server.address, expected, match: 'all' }, given);
    expect(await ask('shop.test')).toMatchObject({ verdict: 'UP', values: ['192.0.2.7', '192.0.2.8'] });
    expect(await ask('shop.test', ['192.0.2.9'])).toMatchObject({ verdict: 'DOWN', code: 'RECORDS' });
    expect(await ask('gone.test')).toMatchObject({ verdict: 'DOWN', message: 'A gone.test: There is no record.' });
    expect(await ask('slow.test', [], { timeoutMs: 300 })).toMatchObject({ verdict: 'DOWN' });
    expect(
      await run({ kind: 'dns', hostName: 'x', recordType: 'A', resolver: 'ns.test', expected: [], match: 'all' }),
    ).toMatchObject({
      verdict: 'UNKNOWN',
      code: 'INVALID_URL',
    });
  });
});

describe('websocket', () => {
  const check = (port: number, given: object = {}): Check => ({
    kind: 'websocket',
    url: `ws://127.0.0.1:${port}/live?x=1`,
    headers: [{ key: 'X-Key', value: 'k' }],
    protocols: ['chat'],
    verifyCertificate: true,
    send: '',
    expect: '',
    ...given,
  });
  const accept = (head: string) =>
    createHash('sha1')
      .update(`${/Sec-WebSocket-Key: (.*)\r/.exec(head)?.[1]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
  /** A server that echoes each text in upper case, in two fragments. */
  const echo = () =>
    tcp((socket) => {
      let open = false;
      socket.on('data', (data: Buffer) => {
        if (!open) {
          open = true;
          return socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: ${accept(data.toString())}\r\n\r\n`,
          );
        }
        const read = readFrame(unmasked(data), 1000);
        if (read?.frame.opcode !== 1) return;
        const text = read.frame.payload.toString().toUpperCase();
        socket.write(Buffer.from([0x89, 0]));
        socket.write(Buffer.concat([Buffer.from([0x01, 2]), Buffer.from(text.slice(0, 2))]));
        socket.write(Buffer.concat([Buffer.from([0x80, text.length - 2]), Buffer.from(text.slice(2))]));
      });
    });
  const unmasked = (data: Buffer): Buffer => {
    const length = (data[1] ?? 0) & 0x7f;
    const mask = data.subarray(2, 6);
    const payload = Buffer.from(data.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index & 3] ?? 0)));
    return Buffer.concat([Buffer.from([data[0] ?? 0, length]), payload]);
  };

  test('opens, sends and waits for the message', async () => {
    const port = await echo();
    expect(await run(check(port))).toMatchObject({ verdict: 'UP', exchange: { response: { status: 101 } } });
    expect(await run(check(port, { send: 'hello', expect: 'HELLO' }))).toMatchObject({
      verdict: 'UP',
      values: ['HELLO'],
    });
    const found = await run(check(port, { send: 'hello', expect: 'other' }), { timeoutMs: 300 });
    expect(found).toMatchObject({ verdict: 'DOWN', code: 'TIMEOUT' });
  });

  test("a server that doesn't upgrade, or only claims to, is down", async () => {
    const plain = await serve((_request, response) => response.writeHead(404).end());
    expect((await run(check(plain))).message).toMatch(/answered the WebSocket handshake with status 404\.$/);
    const liar = await tcp((socket) => socket.on('data', () => socket.write('HTTP/1.1 101 Yes\r\n\r\n')));
    expect((await run(check(liar))).message).toMatch(/did not confirm the WebSocket handshake\.$/);
  });

  test('frames of every length are built and read', () => {
    for (const length of [0, 125, 126, 65_535, 65_536]) {
      const frame = clientFrame(1, Buffer.alloc(length, 'a'));
      expect(frame.length).toBe(length + 4 + (length < 126 ? 2 : length < 65_536 ? 4 : 10));
    }
    expect(readFrame(Buffer.from([0x81]), 10)).toBeUndefined();
    expect(() => readFrame(Buffer.from([0x81, 126, 0xff, 0xff]), 10)).toThrow('too large');
  });
});

describe('domain', () => {
  const expiry = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();
  const check: Check = { kind: 'domain', domainName: 'shop.test', downDays: 3, warnDays: 30 };
  const registry = async (events: unknown, whois: (question: string) => string) => {
    const port: number = await serve((request, response) => {
      if (request.url === '/dns.json')
        response.end(JSON.stringify({ services: [[['test'], [`http://127.0.0.1:${port}/rdap/`]]] }));
      else if (request.url === '/rdap/domain/shop.test' && events) response.end(JSON.stringify({ events }));
      else response.writeHead(404).end();
    });
    const whoisPort = await tcp((socket) => socket.on('data', (data) => socket.end(whois(data.toString().trim()))));
    return {
      domainServers: {
        rdapBootstrap: `http://127.0.0.1:${port}/dns.json`,
        whois: { host: '127.0.0.1', port: whoisPort },
      },
    };
  };

  test('RDAP reports the end of the registration', async () => {
    const servers = await registry([{ eventAction: 'expiration', eventDate: expiry(20) }], () => '');
    expect(await run(check, servers)).toMatchObject({ verdict: 'DEGRADED', code: 'DOMAIN_EXPIRES_SOON' });
  });

  test("WHOIS does if RDAP doesn't, from the server that the first one refers to", async () => {
    const servers = await registry(undefined, (question) =>
      question === 'test' ? 'refer: localhost\n' : `Domain: ${question}\nRegistry Expiry Date: ${expiry(400)}\n`,
    );
    expect(await run(check, servers)).toMatchObject({ verdict: 'UP', message: null });
  });

  test('no answer from either is unknown, with both reasons', async () => {
    const servers = await registry(undefined, () => 'nothing');
    const found = await run(check, servers);
    expect(found).toMatchObject({ verdict: 'UNKNOWN', code: 'NO_ANSWER' });
    expect(found.message).toMatch(/^No registry tells when shop.test expires\. RDAP: .*404/);
  });
});
