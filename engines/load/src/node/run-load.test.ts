import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { HttpStep } from '@touchstone/engine-http/core';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoadFrame, LoadPlan, LoadScenario, LoadSummary } from '../core/index.ts';
import { runLoad } from './run-load.ts';

const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const sockets = new Set<unknown>();
let base = '';
let broken = '';
let secure = '';
const servers: Server[] = [];
const authority = makeCertificate({ commonName: 'Load Test CA', isAuthority: true });
const leaf = makeCertificate({ commonName: 'localhost', altNames: [{ dns: 'localhost' }], issuer: authority });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  sockets.add(request.socket);
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const url = request.url ?? '';
  seen.push({ method: request.method ?? '', url, headers: request.headers, body });
  const json = (value: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (url.startsWith('/login')) json({ token: `t-${url.slice(7)}` }, { 'Set-Cookie': `sid=${url.slice(7)}; Path=/` });
  else if (url === '/redirect') response.writeHead(302, { Location: '/final' }).end('moved');
  else if (url === '/slow') setTimeout(() => json({}), 1500);
  else if (url === '/never') return;
  else if (url === '/events')
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {"n":1}\n\n');
  else if (url === '/error') response.writeHead(503).end('out of order');
  else if (url === '/close') response.writeHead(200, { Connection: 'close' }).end('bye');
  else if (url === '/brotli') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'br' });
    response.end(brotliCompressSync('{"id":5}'));
  } else json({ id: 5 });
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(createHttp((request, response) => void answer(request, response)))}`;
  broken = `http://127.0.0.1:${await listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'));
    }),
  )}`;
  const http2 = createSecureServer({ cert: leaf.cert, key: leaf.key, allowHTTP1: true }, (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ version: request.httpVersion }));
  });
  secure = `https://localhost:${await listen(http2 as unknown as Server)}`;
});
afterAll(() => {
  for (const server of servers) {
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections();
    server.close();
  }
});

const status200 = { kind: 'status', operator: 'equals', expected: 200 } as const;

function step(overrides: Partial<HttpStep>): HttpStep {
  return {
    id: overrides.url ?? 'step',
    name: overrides.url ?? 'Step',
    group: 'g',
    method: 'GET',
    url: '{{base}}/',
    headers: [],
    queryParams: [],
    pathParams: [],
    assertions: [],
    dataHandlers: [],
    settings: {},
    body: { type: 'none' },
    authentication: { type: 'none' },
    ...overrides,
  };
}

function planOf(scenario: Partial<LoadScenario>, thresholds: LoadPlan['thresholds'] = []): LoadPlan {
  return {
    scenarios: [
      {
        name: 'main',
        executor: { type: 'per-vu-iterations', vus: 2, iterations: 3 },
        steps: [],
        scopes: [{ base, broken, secure }],
        ...scenario,
      },
    ],
    thresholds,
  };
}

const run = (plan: LoadPlan, options: Parameters<typeof runLoad>[1] = {}) => runLoad(plan, { threads: 1, ...options });
const requestsOf = (summary: LoadSummary) => summary.scenarios[0]!.requests;

test('runs a scenario with extraction, cookies of each user, data rows and checks', { timeout: 60_000 }, async () => {
  seen.length = 0;
  const summary = await run(
    planOf({
      data: { mode: 'unique', rows: Array.from({ length: 6 }, (_, index) => ({ user: `u${index}` })) },
      steps: [
        step({
          url: '{{base}}/login/{{user}}',
          method: 'POST',
          body: { type: 'json', content: '{"user":"{{user}}"}' },
          assertions: [status200, { kind: 'jsonPath', path: '$.token', operator: 'equals', expected: 't-{{user}}' }],
          dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token' }],
        }),
        step({ url: '{{base}}/me', headers: [{ key: 'X-Token', value: '{{token}}' }], assertions: [status200] }),
      ],
    }),
    { threads: 2 },
  );
  expect(summary).toMatchObject({
    end: 'finished',
    passed: true,
    errors: [],
    total: { count: 12, failed: 0, checksPassed: 18 },
  });
  expect(summary.scenarios[0]).toMatchObject({ iterations: { started: 6, completed: 6, failed: 0 } });
  expect(requestsOf(summary).map(({ path }) => path)).toEqual([{ kind: 'fast' }, { kind: 'fast' }]);
  const users = seen.filter(({ url }) => url === '/me').map(({ headers }) => [headers['x-token'], headers.cookie]);
  expect(users.sort()).toEqual(Array.from({ length: 6 }, (_, index) => [`t-u${index}`, `sid=u${index}`]));
  expect(
    seen
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body)
      .sort()[0],
  ).toBe('{"user":"u0"}');
});

test('every request carries the mark, on the fast and on the general path and after a redirect', async () => {
  seen.length = 0;
  const own = [
    { key: 'Sent-By', value: 'another client' },
    { key: 'Connection', value: 'keep-alive, sent-by' },
  ];
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 1, iterations: 2 },
      data: { mode: 'unique', rows: [{ word: 'plain' }, { word: 'to encode' }] },
      steps: [
        step({ url: '{{base}}/fixed', headers: own }),
        step({ url: '{{base}}/{{word}}', headers: [{ key: 'sent-by', value: '{{word}}' }] }),
        step({ url: '{{base}}/redirect' }),
        step({ url: '{{base}}/general', preRequestScript: 'pm.sendRequest(pm.variables.get("base") + "/script")' }),
      ],
    }),
    { mark: { name: 'Sent-By', value: 'house-1' } },
  );
  expect(summary.total.failed).toBe(0);
  expect(seen.length).toBeGreaterThanOrEqual(12);
  for (const { url, headers } of seen) expect([url, headers['sent-by']]).toEqual([url, 'house-1']);
  const plain = planOf({ steps: [step({ url: '{{base}}/alone', headers: own })] });
  const fast = await run(plain, { mark: { name: 'Sent-By', value: 'house-1' } });
  expect(requestsOf(fast).map(({ path }) => path)).toEqual([{ kind: 'fast' }]);
  const alone = seen.filter(({ url }) => url === '/alone');
  expect(alone).toHaveLength(6);
  for (const { headers } of alone) expect([headers['sent-by'], headers.connection]).toEqual(['house-1', 'keep-alive']);
});

test.each([
  ['reuse', 1],
  ['perIteration', 3],
] as const)('connections: %s opens %i for three iterations of a user', async (connections, expected) => {
  sockets.clear();
  await run(planOf({ connections, executor: { type: 'per-vu-iterations', vus: 1, iterations: 3 }, steps: [step({})] }));
  expect(sockets.size).toBe(expected);
});

test('reopens a connection that the server closes', async () => {
  sockets.clear();
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 1, iterations: 3 },
      steps: [step({ url: '{{base}}/close' })],
    }),
  );
  expect(summary.total).toMatchObject({ count: 3, failed: 0 });
  expect(sockets.size).toBe(3);
});

test.each<[string, Partial<HttpStep>, string, RegExp]>([
  ['a refused connection', { url: 'http://127.0.0.1:1/' }, 'connection', /nothing listens there/],
  ['another protocol', { url: '{{broken}}/' }, 'protocol', /valid HTTP/],
  ['a status', { url: '{{base}}/error' }, 'status', /status 503/],
  [
    'an assertion',
    { assertions: [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: 6 }] },
    'assertion',
    /expected 6, got 5/,
  ],
  ['a time limit', { url: '{{base}}/never', settings: { timeoutMs: 100 } }, 'timeout', /within 100 ms.*the response/],
  ['a response limit', { url: '{{base}}/never', settings: { responseTimeoutMs: 80 } }, 'timeout', /within 80 ms/],
  ['a metadata address', { url: 'http://169.254.169.254/' }, 'refused', /link-local/],
  ['an unknown authority', { url: '{{secure}}/' }, 'tls', /not accepted/],
  ['a variable without value', { url: 'http://{{nowhere}}/' }, 'variable', /nowhere/],
  ['a header with a line break', { headers: [{ key: 'X-A', value: '{{bad}}' }] }, 'other', /line break/],
])('counts %s as its kind of failure, with a sample', async (_name, overrides, kind, message) => {
  const data = { mode: 'shared' as const, rows: [{ bad: 'a\nb' }] };
  const summary = await run(planOf({ steps: [step(overrides)], data }));
  expect(summary.total.failures).toEqual({ [kind]: 6 });
  expect(summary.scenarios[0]!.iterations).toMatchObject({ completed: 6, failed: 6 });
  expect(summary.errors).toHaveLength(1);
  expect(summary.errors[0]).toMatchObject({ kind, count: 6, sample: { message: expect.stringMatching(message) } });
});

test.each<[HttpStep['authentication'], RegExp, number]>([
  [{ type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha256' }, /^Hawk id="i", ts="/, 4],
  [{ type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'c', in: 'header' }, /^OAuth /, 4],
  [{ type: 'edgeGrid', accessToken: 'a', clientToken: 'c', clientSecret: 's' }, /^EG1-HMAC-SHA256 /, 4],
  // The server requires no sign-in, and gets the body in a second request.
  [{ type: 'ntlm', username: 'u', password: 'p' }, /^(NTLM .+|undefined)$/, 8],
])('signs each request anew: $type', async (authentication, header, requests) => {
  seen.length = 0;
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 2, iterations: 2 },
      steps: [step({ method: 'POST', body: { type: 'text', content: 'x' }, authentication })],
    }),
  );
  expect(summary.total).toMatchObject({ count: 4, failed: 0 });
  const headers = seen.map(({ headers: { authorization } }) => String(authorization));
  expect(headers).toHaveLength(requests);
  for (const value of headers) expect(value).toMatch(header);
  if (authentication.type !== 'ntlm') expect(new Set(headers).size).toBe(4);
  expect(requestsOf(summary)[0]!.path).toMatchObject({
    kind: 'general',
    reason: expect.stringContaining('authentication'),
  });
});

test.each([
  ['fast', {}],
  ['general', { settings: { httpVersion: '1.1' as const, streamReadMs: 1000 } }],
])(
  'on the %s path, a variable of the environment precedes one of the suite, which precedes a global',
  async (kind, more) => {
    seen.length = 0;
    const summary = await run(
      planOf({
        executor: { type: 'per-vu-iterations', vus: 1, iterations: 1 },
        scopes: [
          { base, a: 'environment' },
          { a: 'global', b: 'global', c: 'global' },
        ],
        steps: [step({ url: '{{base}}/{{a}}/{{b}}/{{c}}', groupScope: { a: 'suite', b: 'suite' }, ...more })],
      }),
    );
    expect(requestsOf(summary)[0]!.path).toMatchObject({ kind });
    expect(seen.map(({ url }) => url)).toEqual(['/environment/suite/global']);
  },
);

test('continues on the general path after a redirect, without sending anything twice', async () => {
  seen.length = 0;
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 1, iterations: 2 },
      steps: [
        step({
          url: '{{base}}/redirect',
          method: 'POST',
          body: { type: 'text', content: 'x' },
          assertions: [status200, { kind: 'jsonPath', path: '$.id', operator: 'equals', expected: 5 }],
        }),
      ],
    }),
  );
  expect(summary.total).toMatchObject({ count: 2, failed: 0, checksPassed: 4 });
  expect(requestsOf(summary)[0]!.path).toEqual({ kind: 'general', reason: 'the server redirects' });
  expect(summary.notes[0]).toMatch(/general path.*the server redirects/);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /redirect',
    'GET /final',
    'POST /redirect',
    'GET /final',
  ]);
});

test.each([
  ['1.1', 'fast', '1.1'],
  ['auto', 'general', '2.0'],
] as const)('uses HTTP over TLS: version %s on the %s path', async (httpVersion, kind, spoken) => {
  const summary = await run(
    planOf({
      steps: [
        step({
          url: '{{secure}}/',
          settings: { httpVersion },
          assertions: [{ kind: 'jsonPath', path: '$.version', operator: 'equals', expected: spoken }, status200],
        }),
      ],
    }),
    { tls: { ca: authority.cert } },
  );
  expect(summary.errors.map(({ sample }) => sample.message)).toEqual([]);
  expect(summary.total).toMatchObject({ count: 6, checksFailed: 0 });
  expect(requestsOf(summary)[0]!.path?.kind).toBe(kind);
  expect(summary.total.phases.tls?.count ?? 0).toBeGreaterThan(0);
});

test('reads an event stream for a bounded time, as a functional run does', { timeout: 60_000 }, async () => {
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 1, iterations: 1 },
      steps: [
        step({
          url: '{{base}}/events',
          settings: { timeoutMs: 2500 },
          assertions: [status200, { kind: 'jsonPath', path: '$[0].data.n', operator: 'equals', expected: 1 }],
        }),
      ],
    }),
  );
  expect(summary.total).toMatchObject({ count: 1, failed: 0, checksPassed: 2 });
  expect(requestsOf(summary)[0]!.path).toMatchObject({ reason: expect.stringContaining('event stream') });
});

test("an error's response body is in its sample, even if no check reads bodies", async () => {
  const summary = await run(planOf({ steps: [step({ url: '{{base}}/error', assertions: [status200] })] }));
  expect(summary.errors[0]?.sample).toMatchObject({ status: 503, responseText: 'out of order' });
});

test('names unknown to the http engine are resolved by the given module', async () => {
  seen.length = 0;
  const source = `async () => (name) => (name === '$randomJobTitle' ? 'Pilot' : undefined)`;
  const steps = [
    step({ url: '{{base}}/a?job={{$randomJobTitle}}&n={{$randomInt}}' }),
    step({ url: '{{base}}/b?job={{$randomJobTitle}}', preRequestScript: 'pm.variables.set("x", "1")' }),
  ];
  const executor = { type: 'per-vu-iterations', vus: 1, iterations: 1 } as const;
  for (const path of [steps.slice(0, 1), steps]) {
    await run(planOf({ executor, steps: path }), {
      dynamicValues: `data:text/javascript,export const loadDynamicValues = ${source}`,
    });
  }
  expect(seen.map(({ url }) => url.replace(/n=\d+$/, 'n=1'))).toEqual([
    '/a?job=Pilot&n=1',
    '/a?job=Pilot&n=1',
    '/b?job=Pilot',
  ]);
});

test('decompresses what it has to read', async () => {
  const summary = await run(
    planOf({
      steps: [
        step({
          url: '{{base}}/brotli',
          assertions: [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: 5 }],
        }),
      ],
    }),
  );
  expect(summary.total).toMatchObject({ count: 6, checksPassed: 6 });
  expect(requestsOf(summary)[0]!.path?.kind).toBe('fast');
});

test('runs scripts on the general path and passes values from step to step', async () => {
  seen.length = 0;
  const summary = await run(
    planOf({
      executor: { type: 'per-vu-iterations', vus: 1, iterations: 1 },
      steps: [
        step({ url: '{{base}}/login/a', dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token' }] }),
        step({
          url: '{{base}}/two',
          headers: [{ key: 'X-Both', value: '{{token}} {{made}}' }],
          preRequestScript: `pm.variables.set('made', 'by script')`,
          testScript: `pm.test('fails', () => { throw new Error('no'); })`,
        }),
      ],
    }),
  );
  expect(seen.at(-1)!.headers['x-both']).toBe('t-a by script');
  expect(seen.at(-1)!.headers.cookie).toBe('sid=a');
  expect(requestsOf(summary).map(({ path }) => path?.kind)).toEqual(['general', 'general']);
  expect(summary.total.failures).toEqual({ assertion: 1 });
});

test('uploads files from the main thread', async () => {
  seen.length = 0;
  const { Readable } = await import('node:stream');
  const files = {
    open: async () => ({
      stream: Readable.from([Buffer.from('content')]),
      sizeBytes: 7,
      fileName: 'a.txt',
      contentType: 'text/plain',
    }),
  };
  const summary = await run(planOf({ steps: [step({ method: 'PUT', body: { type: 'binary', fileId: 'f1' } })] }), {
    files,
  });
  expect(summary.total).toMatchObject({ count: 6, failed: 0 });
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['content']));
});

test('stops gracefully: running iterations may end', async () => {
  const stop = new AbortController();
  const frames: LoadFrame[] = [];
  const summary = await run(
    planOf({ executor: { type: 'constant-vus', vus: 2, durationMs: 60_000 }, steps: [step({ url: '{{base}}/slow' })] }),
    {
      stopSignal: stop.signal,
      onFrame: (frame) => {
        frames.push(frame);
        stop.abort();
      },
    },
  );
  expect(summary).toMatchObject({
    end: 'stopped',
    scenarios: [{ endedEarly: 'stopped', iterations: { interrupted: 0 } }],
  });
  expect(summary.total.count).toBeGreaterThanOrEqual(2);
  expect(frames.length).toBeGreaterThan(0);
});

test('an abort interrupts running iterations', async () => {
  const stop = new AbortController();
  const summary = await run(
    planOf({
      executor: { type: 'constant-vus', vus: 2, durationMs: 60_000 },
      steps: [step({ url: '{{base}}/never' })],
    }),
    { signal: stop.signal, onFrame: () => stop.abort() },
  );
  expect(summary).toMatchObject({
    end: 'stopped',
    total: { count: 0 },
    scenarios: [{ iterations: { interrupted: 2 } }],
  });
});

test('a crossed threshold ends the run', async () => {
  const summary = await run(
    planOf(
      {
        executor: { type: 'constant-vus', vus: 1, durationMs: 60_000 },
        steps: [step({ url: '{{base}}/error' })],
        pacingMs: 20,
      },
      [{ target: { type: 'total' }, expression: 'failed < 1%', abortOnFail: true }],
    ),
  );
  expect(summary).toMatchObject({ end: 'aborted', passed: false });
});

test('the open model counts from the intended start', { timeout: 60_000 }, async () => {
  const summary = await run(
    planOf({
      executor: { type: 'constant-arrival-rate', rate: 4, durationMs: 1000, preAllocatedVus: 1 },
      steps: [step({ url: '{{base}}/slow' })],
    }),
  );
  const { latency, service } = summary.total;
  expect(summary.scenarios[0]!.iterations).toMatchObject({ started: 4, completed: 4 });
  expect(service!.min).toBeGreaterThanOrEqual(1490);
  // Four arrivals within a second wait for one user that needs 1.5 s for each.
  expect(latency.max).toBeGreaterThan(3 * 1490);
});

test('starts no request before all threads are ready, and none if the start is refused', async () => {
  seen.length = 0;
  const plan = planOf({ steps: [step({})] });
  await expect(run(plan, { whenReady: () => Promise.reject(new Error('another shard died')) })).rejects.toThrow(
    'another shard died',
  );
  expect(seen).toEqual([]);
  const startAtMs = Date.now() + 300;
  const summary = await run(plan, { whenReady: () => startAtMs });
  expect(summary.startedAtMs).toBe(startAtMs);
  expect(seen).toHaveLength(6);
});

test('explains why it refuses a plan with problems', async () => {
  await expect(run(planOf({ steps: [] }))).rejects.toThrow('Add at least one request.');
});

test('shares of a run add up to the plan', { timeout: 60_000 }, async () => {
  seen.length = 0;
  const plan = planOf({ executor: { type: 'shared-iterations', vus: 5, iterations: 17 }, steps: [step({})] });
  const summaries = await Promise.all([0, 1, 2].map((index) => run(plan, { shard: { index, count: 3 } })));
  expect(summaries.reduce((sum, { total }) => sum + total.count, 0)).toBe(17);
  expect(seen).toHaveLength(17);
});
