import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpStep } from '../core/plan.ts';
import type { HttpSession } from '../core/session.ts';
import { buildStep } from '../testing/build-step.ts';
import { type LocalServer, startHttp, startTcp } from '../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from './http-session.ts';

let server: LocalServer;
let seenBodies: Buffer[] = [];
const serverDelayMs = 60;
const sessions: HttpSession[] = [];

beforeAll(async () => {
  server = await startHttp((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      seenBodies.push(body);
      const json = (value: unknown) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(value));
      };
      const compressed = (encoding: string, bytes: Buffer) => {
        response.setHeader('Content-Encoding', encoding);
        response.end(bytes);
      };
      const text = 'compressed text '.repeat(100);
      const routes: Record<string, () => void> = {
        '/echo': () =>
          json({ method: request.method, url: request.url, headers: request.rawHeaders, body: body.toString() }),
        '/slow': () => void setTimeout(() => response.end('late'), serverDelayMs),
        '/gzip': () => compressed('gzip', gzipSync(text)),
        '/deflate': () => compressed('deflate', deflateSync(text)),
        '/deflate-raw': () => compressed('deflate', deflateRawSync(text)),
        '/br': () => compressed('br', brotliCompressSync(text)),
        '/zstd': () => compressed('zstd', zstdCompressSync(text)),
        '/twice': () => compressed('gzip, br', brotliCompressSync(gzipSync(text))),
        '/broken-gzip': () => compressed('gzip', Buffer.from('not gzip')),
        '/bomb': () => compressed('gzip', gzipSync(Buffer.alloc(3_000_000))),
        '/large': () => response.end(Buffer.alloc(300_000, 'x')),
        '/chunked': () => {
          response.write('one,');
          setImmediate(() => response.end('two'));
        },
        '/empty': () => {
          response.statusCode = 204;
          response.end();
        },
        '/cookie': () => {
          response.setHeader('Set-Cookie', [
            'sid=1; Path=/; HttpOnly',
            'other=2; Path=/elsewhere',
            'evil=1; Domain=com',
          ]);
          response.end();
        },
        '/endless': () => {
          const timer = setInterval(() => response.write('tick\n'), 5);
          response.on('close', () => clearInterval(timer));
        },
        '/hang': () => undefined,
        '/hash': () =>
          json({
            sha: createHash('sha256').update(body).digest('hex'),
            size: body.length,
            length: request.headers['content-length'],
          }),
        '/socket': () => json({ port: request.socket.remotePort }),
      };
      const route = routes[url.pathname];
      if (route === undefined) {
        response.statusCode = 404;
        response.end('no such route');
      } else route();
    });
  });
});
afterAll(() => server.close());
afterEach(async () => {
  seenBodies = [];
  for (const session of sessions.splice(0)) await session.close();
});

function session(options: Partial<HttpSessionOptions> = {}): HttpSession {
  const made = createHttpSession({ scopes: [{ base: server.url }], ...options });
  sessions.push(made);
  return made;
}
const send = (overrides: Partial<HttpStep>, options: Partial<HttpSessionOptions> = {}) =>
  session(options).execute(buildStep(overrides));
const bodyText = (result: Awaited<ReturnType<HttpSession['execute']>>) =>
  Buffer.from(result.response!.body.bytes).toString();
const echoOf = (result: Awaited<ReturnType<HttpSession['execute']>>) =>
  JSON.parse(bodyText(result)) as { method: string; url: string; headers: string[]; body: string };

test('sends headers in the order, case and number written, and reports them the same way', async () => {
  const headers = [
    { key: 'x-B', value: '{{v}}' },
    { key: 'X-a', value: 'é' },
    { key: 'x-B', value: 'again' },
    { key: 'HOST', value: 'other.test' },
  ];
  const result = await send({ url: '{{base}}/echo', headers }, { scopes: [{ base: server.url, v: '1' }] });
  const { headers: raw } = echoOf(result);
  const pairs = Array.from({ length: raw.length / 2 }, (_, i) => [
    raw[2 * i]!,
    Buffer.from(raw[2 * i + 1]!, 'latin1').toString(),
  ]);
  expect(pairs.slice(0, 4)).toEqual([
    ['x-B', '1'],
    ['X-a', 'é'],
    ['x-B', 'again'],
    ['HOST', 'other.test'],
  ]);
  expect(pairs).toEqual(result.request?.headers);
  expect(pairs.filter(([name]) => name?.toLowerCase() === 'host')).toHaveLength(1);
});

test('reports the sent and received messages', async () => {
  const result = await send({
    method: 'POST',
    url: '{{base}}/echo?a=1',
    body: { type: 'json', content: '{"n":{{n}}}' },
    assertions: [{ id: 'x', kind: 'jsonPath', path: '$.method', operator: 'equals', expected: 'POST' }],
  });
  expect(result).toMatchObject({
    status: 'passed',
    request: {
      method: 'POST',
      url: `${server.url}/echo?a=1`,
      body: { contentType: 'application/json', truncated: false },
    },
    response: { status: 200, statusText: 'OK', httpVersion: '1.1', remoteAddress: '127.0.0.1' },
    unresolved: [{ name: 'n', place: 'body' }],
    assertions: [{ id: 'x', status: 'passed' }],
    redirects: [],
    error: undefined,
  });
  expect(echoOf(result).body).toBe('{"n":{{n}}}');
});

test('a failed assertion fails the step; a response without assertions passes', async () => {
  expect((await send({ url: '{{base}}/nowhere' })).status).toBe('passed');
  const assertions: HttpStep['assertions'] = [{ kind: 'status', operator: 'equals', expected: 200 }];
  expect((await send({ url: '{{base}}/nowhere', assertions })).status).toBe('failed');
});

test('phases add up, and the server delay is in the wait', async () => {
  const own = session();
  const first = await own.execute(buildStep({ url: '{{base}}/slow' }));
  const second = await own.execute(buildStep({ url: '{{base}}/slow' }));
  for (const { timing, durationMs } of [first, second]) {
    const { totalMs, ...phases } = timing!;
    expect(Object.values(phases).reduce((sum, phase) => sum + phase, 0)).toBeCloseTo(totalMs, 6);
    expect(Math.min(...Object.values(phases))).toBeGreaterThanOrEqual(0);
    expect(timing!.waitMs).toBeGreaterThanOrEqual(serverDelayMs - 2);
    expect(durationMs).toBeCloseTo(totalMs, 6);
  }
  expect(first.timing!.tcpMs).toBeGreaterThan(0);
  expect(second.timing).toMatchObject({ dnsMs: 0, tcpMs: 0, tlsMs: 0 });
});

test('measures the name lookup', async () => {
  const resolve: HttpSessionOptions['resolve'] = (_host, callback) =>
    void setTimeout(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), 40);
  const result = await send({ url: `http://name.test:${server.port}/empty` }, { resolve });
  expect(result.timing!.dnsMs).toBeGreaterThanOrEqual(38);
  expect(result.response?.remoteAddress).toBe('127.0.0.1');
});

test('keeps connections alive within a session', async () => {
  const own = session();
  const ports = new Set<string>();
  for (let index = 0; index < 3; index += 1)
    ports.add(bodyText(await own.execute(buildStep({ url: '{{base}}/socket' }))));
  expect(ports.size).toBe(1);
});

test.each(['gzip', 'deflate', 'deflate-raw', 'br', 'zstd', 'twice'])('decompresses %s', async (name) => {
  const result = await send({ url: `{{base}}/${name}` });
  expect(bodyText(result)).toBe('compressed text '.repeat(100));
  expect(result.response?.body).toMatchObject({ sizeBytes: 1600, truncated: false });
});

test('reports a body that cannot be decompressed', async () => {
  const result = await send({ url: '{{base}}/broken-gzip' });
  expect(result).toMatchObject({
    status: 'error',
    error: { code: 'PROTOCOL', message: expect.stringContaining('gzip') },
  });
});

test('joins chunks and accepts an empty body', async () => {
  expect(bodyText(await send({ url: '{{base}}/chunked' }))).toBe('one,two');
  expect((await send({ url: '{{base}}/empty' })).response?.body).toMatchObject({ sizeBytes: 0, truncated: false });
  expect((await send({ method: 'HEAD', url: '{{base}}/gzip' })).response).toMatchObject({
    status: 200,
    body: { sizeBytes: 0 },
  });
});

test('keeps the first bytes of a large body and counts the rest', async () => {
  const { response } = await send({ url: '{{base}}/large' }, { maxResponseBytes: 1000 });
  expect(response?.body).toMatchObject({ sizeBytes: 300_000, truncated: true });
  expect(response?.body.bytes.length).toBe(1000);
});

test.each(['/large', '/bomb'])('ends the download of %s at the hard limit with the bytes so far', async (path) => {
  const result = await send({ url: `{{base}}${path}` }, { maxResponseBytes: 1000, maxDownloadBytes: 50_000 });
  expect(result.status).toBe('passed');
  expect(result.response?.body.truncated).toBe(true);
  expect(result.response?.body.sizeBytes).toBeLessThan(300_000);
});

test('the timeout ends an endless response and keeps the bytes received', async () => {
  const result = await send({ url: '{{base}}/endless', settings: { timeoutMs: 120 } });
  expect(result).toMatchObject({
    status: 'error',
    error: {
      code: 'TIMEOUT',
      message: expect.stringMatching(/within 120 ms; it was waiting for the end of the response body/),
    },
    response: { status: 200, body: { truncated: true } },
  });
  expect(bodyText(result)).toMatch(/^tick\n/);
});

test('the timeout ends a silent server', async () => {
  const result = await send({ url: '{{base}}/hang', settings: { timeoutMs: 50 } });
  expect(result.error).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('waiting for the response') });
  expect(result.response).toBeUndefined();
});

test('an abort cancels, before and during sending', async () => {
  const before = AbortSignal.abort();
  expect(await session().execute(buildStep({ url: '{{base}}/hang' }), { signal: before })).toMatchObject({
    status: 'cancelled',
  });
  expect(seenBodies).toHaveLength(0);
  const controller = new AbortController();
  const running = session().execute(buildStep({ url: '{{base}}/endless' }), { signal: controller.signal });
  setTimeout(() => controller.abort(), 30);
  expect(await running).toMatchObject({ status: 'cancelled', error: { code: 'CANCELLED' } });
});

test('cookies are kept by the rules of browsers and sent back', async () => {
  const own = session();
  await own.execute(buildStep({ url: '{{base}}/cookie' }));
  const cookiesOf = async (headers: HttpStep['headers'] = []) => {
    const { headers: raw } = echoOf(await own.execute(buildStep({ url: '{{base}}/echo', headers })));
    return raw[raw.findIndex((name) => name.toLowerCase() === 'cookie') + 1];
  };
  expect(await cookiesOf()).toBe('sid=1');
  expect(await cookiesOf([{ key: 'cookie', value: 'mine=2; sid=own' }])).toBe('mine=2; sid=own');
  expect(await cookiesOf([{ key: 'cookie', value: 'mine=2' }])).toBe('mine=2; sid=1');
});

test('extracted variables take precedence over all scopes, and a session continues from its state', async () => {
  const own = session({ scopes: [{ base: server.url, status: 'old' }] });
  const first = await own.execute(
    buildStep({
      url: '{{base}}/cookie',
      dataHandlers: [
        { name: 'status', source: 'status', path: '' },
        { name: 'sid', source: 'cookie', path: 'sid' },
        { name: 'gone', source: 'header', path: 'X-None' },
      ],
    }),
  );
  expect(first.extracted.map(({ found }) => found)).toEqual([true, true, false]);
  const state = JSON.parse(JSON.stringify(own.state())) as ReturnType<HttpSession['state']>;
  expect(state.variables).toEqual({ status: '200', sid: '1' });
  const next = session({ scopes: [{ base: server.url, status: 'old' }], state });
  const echo = echoOf(await next.execute(buildStep({ url: '{{base}}/echo?s={{status}}&sid={{sid}}' })));
  expect(echo.url).toBe('/echo?s=200&sid=1');
  expect(echo.headers).toContain('sid=1');
  expect(await next.variablesUsedBy!(buildStep({ url: '{{base}}' }))).toEqual(['base']);
});

test('streams files in a form with an exact length, and shows them by name', async () => {
  const content = Buffer.alloc(3_000_000, 'file');
  const files: HttpSessionOptions['files'] = {
    open: async (fileId) => ({
      stream: Readable.from([content.subarray(0, 1_000_000), content.subarray(1_000_000)]),
      sizeBytes: content.length,
      fileName: `${fileId}.bin`,
      contentType: 'application/x-test',
    }),
  };
  const result = await send(
    {
      method: 'POST',
      url: '{{base}}/hash',
      body: {
        type: 'form',
        fields: [
          { kind: 'text', key: 'a"b', value: 'é' },
          { kind: 'file', key: 'up', value: '', fileId: 'f1' },
        ],
      },
    },
    { files },
  );
  const received = seenBodies[0]!;
  expect(JSON.parse(bodyText(result))).toMatchObject({ size: received.length, length: String(received.length) });
  expect(received.includes(content)).toBe(true);
  const head = received.toString('utf8', 0, 400);
  expect(head).toContain('name="a%22b"\r\n\r\né\r\n');
  expect(head).toContain('name="up"; filename="f1.bin"\r\nContent-Type: application/x-test');
  expect(result.request?.body?.sizeBytes).toBe(received.length);
  expect(Buffer.from(result.request!.body!.bytes).toString()).toContain('(f1.bin, 3000000 bytes)');
});

test.each([
  ['is missing', undefined, /not chosen/],
  ['cannot be opened', { open: () => Promise.reject(new Error('gone')) }, /cannot be opened. Upload it again/],
  [
    'changed its size',
    {
      open: async () => ({
        stream: Readable.from([Buffer.from('abc')]),
        sizeBytes: 10,
        fileName: 'f',
        contentType: '',
      }),
    },
    /changed while it was being sent/,
  ],
])('a file that %s is an error that says so', async (_name, files, message) => {
  const body: HttpStep['body'] = { type: 'form', fields: [{ kind: 'file', key: 'up', value: '', fileId: 'f' }] };
  const result = await send({ method: 'POST', url: '{{base}}/hash', body }, files === undefined ? {} : { files });
  expect(result).toMatchObject({ status: 'error', error: { code: 'FILE', message: expect.stringMatching(message) } });
});

test.each<[name: string, overrides: Partial<HttpStep>, code: string, message: RegExp]>([
  ['a URL without host', { url: 'http:///x' }, 'INVALID_URL', /no host/],
  ['an unknown variable in the host', { url: 'http://{{nope}}/' }, 'UNRESOLVED_VARIABLE', /nope/],
  [
    'a header with a line break',
    { url: '{{base}}', headers: [{ key: 'X-A', value: 'a\nb' }] },
    'INVALID_HEADER',
    /line break/,
  ],
  ['a closed port', { url: 'http://127.0.0.1:1/' }, 'CONNECTION', /127\.0\.0\.1:1: nothing listens there/],
  ['a host that does not exist', { url: 'http://nope.invalid/' }, 'DNS', /nope\.invalid/],
  ['the metadata address', { url: 'http://169.254.169.254/latest' }, 'ADDRESS_REFUSED', /metadata/],
  ['the metadata address in IPv6 clothes', { url: 'http://[::ffff:a9fe:a9fe]/' }, 'ADDRESS_REFUSED', /metadata/],
  ['the metadata address as a number', { url: 'http://2852039166/' }, 'ADDRESS_REFUSED', /169\.254\.169\.254/],
])('%s is an error with a sentence', async (_name, overrides, code, message) => {
  const result = await send(overrides);
  expect(result).toMatchObject({ status: 'error', error: { code, message: expect.stringMatching(message) } });
});

test('a name that resolves to a denied address is refused, and only the allowed addresses are connected', async () => {
  const resolve: HttpSessionOptions['resolve'] = (host, callback) =>
    callback(null, [
      { address: '169.254.169.254', family: 4 },
      ...(host === 'mixed.test' ? [{ address: '127.0.0.1', family: 4 }] : []),
    ]);
  const own = session({ resolve });
  const refused = await own.execute(buildStep({ url: `http://evil.test:${server.port}/` }));
  expect(refused.error).toMatchObject({
    code: 'ADDRESS_REFUSED',
    message: expect.stringContaining('evil.test (169.254.169.254)'),
  });
  const mixed = await own.execute(buildStep({ url: `http://mixed.test:${server.port}/empty` }));
  expect(mixed.response?.remoteAddress).toBe('127.0.0.1');
});

test('a server that closes the connection or does not speak HTTP is an error that names it', async () => {
  const broken = await startTcp((socket) => {
    socket.once('data', (data) => {
      const [, path] = data.toString().split(' ');
      if (path === '/half') socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this');
      else if (path === '/noise') socket.end('SSH-2.0-OpenSSH\r\n\r\n');
      else socket.destroy();
    });
  });
  try {
    const half = await send({ url: `${broken.url}/half` });
    expect(half).toMatchObject({
      status: 'error',
      error: { code: 'CONNECTION' },
      response: { status: 200, body: { truncated: true } },
    });
    expect(bodyText(half)).toBe('only this');
    expect((await send({ url: `${broken.url}/noise` })).error?.code).toBe('PROTOCOL');
    expect((await send({ url: `${broken.url}/reset` })).error?.code).toBe('CONNECTION');
  } finally {
    await broken.close();
  }
});

test('a protocol switch is a response', async () => {
  const switching = await startTcp((socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: ws\r\nConnection: Upgrade\r\n\r\n'),
    );
  });
  try {
    const result = await send({
      url: `${switching.url}/`,
      assertions: [{ kind: 'status', operator: 'equals', expected: 101 }],
    });
    expect(result).toMatchObject({ status: 'passed', response: { status: 101, body: { sizeBytes: 0 } } });
  } finally {
    await switching.close();
  }
});

test('a kept-alive connection closed by the server is replaced for a request that is safe to repeat', async () => {
  let requests = 0;
  const dying = await startTcp((socket) => {
    let first = true;
    socket.on('data', () => {
      requests += 1;
      if (first) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.destroy();
      first = false;
    });
  });
  try {
    const own = session();
    const get = buildStep({ url: `${dying.url}/` });
    expect((await own.execute(get)).status).toBe('passed');
    expect((await own.execute(get)).status).toBe('passed');
    expect(requests).toBe(3);
    const post = await own.execute(buildStep({ method: 'POST', url: `${dying.url}/` }));
    expect([post.error?.code, requests]).toEqual(['CONNECTION', 4]);
  } finally {
    await dying.close();
  }
});

test('an expression that takes too long is a failed assertion and does not block the process', async () => {
  const result = await send(
    {
      url: `{{base}}/echo?${'a'.repeat(40)}!`,
      assertions: [
        { kind: 'jsonSchema', operator: 'matches', expected: { properties: { url: { pattern: '(?=.)\\?(a+)+$' } } } },
        { kind: 'status', operator: 'equals', expected: 200 },
        { kind: 'jsonPath', path: '$[?@.x]', operator: 'exists' },
      ],
    },
    { expressionLimitMs: 100 },
  );
  expect(result.assertions.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed']);
  expect(result.assertions[2]?.message).toMatch(/The expressions of this request took longer than 100 ms/);
  expect(result.assertions[0]?.message).toMatch(/took longer than 100 ms/);
});
