import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import { createHttpSession } from '@touchstone/engine-http';
import type { HttpStep, VariableScopes } from '@touchstone/engine-http/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoadFrame, LoadPlan } from '../core/index.ts';
import { LoadThread } from './load-thread.ts';

let server: Server;
let base = '';
let answer: Buffer = Buffer.alloc(0);
/** Requests as received, one after another. */
let received: string[] = [];

beforeAll(async () => {
  server = createServer((socket: Socket) => {
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const head = pending.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(pending.toString('latin1', 0, head))?.[1] ?? 0);
      if (pending.length < head + 4 + length) return;
      received.push(pending.toString('latin1'));
      const isHead = pending.toString('latin1', 0, 5) === 'HEAD ';
      pending = Buffer.alloc(0);
      socket.write(isHead ? answer.subarray(0, answer.indexOf('\r\n\r\n') + 4) : answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const step: HttpStep = {
  id: 'step',
  name: 'Step',
  group: 'g',
  method: 'GET',
  url: '',
  settings: {},
  headers: [],
  queryParams: [],
  pathParams: [],
  assertions: [],
  dataHandlers: [],
  authentication: { type: 'none' },
  body: { type: 'none' },
};
/** Exposes the extracted values. */
const followUp: HttpStep = {
  ...step,
  id: 'next',
  name: 'Next',
  method: 'POST',
  url: '{{base}}/next',
  body: { type: 'text', content: '{{one}}|{{two}}|{{id}}' },
};
const scopes = (): VariableScopes => [
  { id: 'ö1', nested: 'n-{{id}}', host: base.slice(7) },
  { base, word: 'wide', percent: '%4' },
];

async function byEngine(tested: HttpStep, row: Record<string, string>) {
  received = [];
  const session = createHttpSession({ scopes: scopes(), testsWithoutResponse: false });
  const result = await session.execute({ ...tested, scope: row });
  await session.execute({ ...followUp, scope: row });
  await session.close();
  return {
    requests: received,
    passed: result.assertions.filter(({ status }) => status === 'passed').length,
    failed: result.assertions.filter(({ status }) => status === 'failed').length,
    message: result.error?.message ?? result.assertions.find(({ status }) => status === 'failed')?.message,
  };
}

async function byLoad(tested: HttpStep, row: Record<string, string>) {
  received = [];
  const plan: LoadPlan = {
    scenarios: [
      {
        name: 's',
        executor: { type: 'per-vu-iterations', vus: 1, iterations: 1 },
        steps: [tested, followUp],
        scopes: scopes(),
        data: { mode: 'shared', rows: [row] },
      },
    ],
    thresholds: [],
  };
  const frames: LoadFrame[] = [];
  const thread = await LoadThread.prepare(plan, { name: 't', number: 0, onFrame: (frame) => frames.push(frame) });
  const { paths } = await thread.start(performance.now());
  const requests = frames.map((frame) => frame.scenarios[0]!.requests[0]!);
  const error = frames.flatMap(({ errors }) => errors).find(({ request, kind }) => request === 0 && kind !== 'status');
  return {
    path: paths[0]![0]!,
    requests: received,
    passed: requests.reduce((sum, { checksPassed }) => sum + checksPassed, 0),
    failed: requests.reduce((sum, { checksFailed }) => sum + checksFailed, 0),
    message: error?.sample.message,
  };
}

const plain = fc.stringMatching(/^[a-z0-9]{1,6}$/);
const value = fc.oneof(
  plain,
  fc.constantFrom(
    '',
    '.',
    '..',
    'a b',
    'ü€',
    '%41',
    '"q"',
    '{{word}}',
    '{{none}}',
    '-',
    '~x',
    'a/b',
    '?',
    '#',
    '+',
    "'",
    '12',
    'true',
  ),
  fc.string({ maxLength: 4 }),
);
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('{{id}}', '{{extra}}', '{{word}}', '{{nested}}', '{{none}}', '/', '-', '.', '%', '{{percent}}'),
      plain,
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));
const pair = fc.record({ key: fc.oneof(plain, text), value: text, enabled: fc.boolean() });
const headerPair = fc.record({
  key: fc.constantFrom('X-A', 'x-b', 'Accept', 'Cookie', 'User-Agent', 'Content-Type', 'Host', 'Authorization'),
  value: text,
});
const request: fc.Arbitrary<Partial<HttpStep>> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'patch'),
  url: fc
    .tuple(fc.constantFrom('{{base}}', 'http://{{host}}', '{{base}}'), fc.constantFrom('/', '/a/{p}/', '/:q/b/'), text)
    .map((parts) => parts.join('')),
  headers: fc.uniqueArray(headerPair, { maxLength: 3, selector: ({ key }) => key }),
  queryParams: fc.array(pair, { maxLength: 2 }),
  pathParams: fc.tuple(text, text).map(([p, q]) => [
    { key: 'p', value: p },
    { key: 'q', value: q },
  ]),
  body: fc.oneof(
    fc.constant({ type: 'none' as const }),
    text.map((content) => ({ type: 'json' as const, content: `{"a":"${content}"}` })),
    text.map((content) => ({ type: 'text' as const, content })),
    fc.array(pair, { maxLength: 2 }).map((fields) => ({ type: 'urlencoded' as const, fields })),
    text.map((content) => ({ type: 'graphql' as const, query: `{ ${content} }`, variables: '{"v": "{{id}}"}' })),
  ),
  authentication: fc.oneof(
    fc.constant({ type: 'none' as const }),
    fc.record({ type: fc.constant('basic' as const), username: text, password: text }),
    fc.record({ type: fc.constant('bearer' as const), token: text }),
    fc.record({
      type: fc.constant('apiKey' as const),
      key: plain,
      value: text,
      in: fc.constantFrom('header' as const, 'query' as const),
    }),
  ),
});

const document = fc.oneof(
  fc.constantFrom(
    '{"id":"ö1","n":12,"t":true,"list":[1,"b",{"c":null}],"big":12345678901234567890,"id2":"a\\u0062"}',
    '{"id": 12.0, "n": "12", "list": [] }',
    '[]',
    'plain ö1 text',
    '{"id":',
    '',
    '\ufeff{"id":"abc"}',
  ),
  fc.json({ maxDepth: 2 }),
);
const path = fc.constantFrom(
  '$.id',
  '$.n',
  '$.list[1]',
  '$.list[2].c',
  '$',
  '$.t',
  '$.big',
  "$['id2']",
  '$..c',
  '$.list[*]',
  '$.{{word}}',
  'bad',
);
const expectation = fc.oneof(
  fc.constantFrom<unknown>(
    '{{id}}',
    '12',
    12,
    12.0,
    'true',
    true,
    null,
    'null',
    '1',
    '"b"',
    'x{{id}}',
    '[]',
    'integer',
    200,
    '2xx',
    'ab',
  ),
  plain,
);
const operator = fc.constantFrom<HttpAssertion['operator'][]>(
  ...([
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'exists',
    'notExists',
    'greaterThan',
    'lessThan',
    'type',
    'length',
    'in',
    'matches',
  ] as const),
);
const assertion: fc.Arbitrary<HttpAssertion> = fc
  .record({
    kind: fc.constantFrom<HttpAssertion['kind'][]>(
      'status',
      'header',
      'jsonPath',
      'jsonPath',
      'body',
      'size',
      'jsonSchema',
    ),
    operator,
    path,
    expected: expectation,
    header: fc.constantFrom('content-type', 'X-One', 'x-none'),
  })
  .map(({ kind, header, ...rest }) => ({
    ...rest,
    kind,
    ...(kind === 'header' ? { path: header } : {}),
    ...(kind === 'jsonSchema' ? { path: '$', expected: { type: 'object' } } : {}),
  }));
const handler = fc
  .tuple(
    fc.constantFrom<HttpDataHandler['source'][]>('jsonPath', 'jsonPath', 'header', 'cookie', 'regex', 'status', 'body'),
    path,
  )
  .map(([source, written]) => ({
    source,
    path: { header: 'x-one', cookie: 'c', regex: 'i(d)' }[source as string] ?? written,
  }));

const testScript = fc.constantFrom(
  undefined,
  undefined,
  'pm.test("status", () => pm.response.to.have.status(200));',
  'pm.test("type", () => pm.expect(pm.response.headers.get("X-One")).to.be.a("string")); pm.test("no", () => pm.expect(1).to.equal(2));',
  'pm.test("id", () => { const body = pm.response.json(); pm.expect(body.id).to.eql("abc"); pm.expect(body.list).to.have.lengthOf(3); });',
  'pm.test("reason", () => pm.expect(pm.response.reason()).to.equal("Whatever")); pm.test("text", () => pm.expect(pm.response.text()).to.include("ö1"));',
);

const generated = fc.record({
  request,
  testScript,
  row: fc.record({ id: value, extra: value }, { requiredKeys: [] }),
  document,
  type: fc.constantFrom('application/json', 'text/plain; charset=utf-8', 'text/plain; charset=latin1', undefined),
  status: fc.constantFrom(200, 200, 201, 404, 500),
  compressed: fc.boolean(),
  assertions: fc.array(assertion, { maxLength: 4 }),
  handlers: fc.tuple(handler, handler).map(([one, two]) => [
    { ...one, name: 'one' },
    { ...two, name: 'two' },
  ]),
});

function respond({
  document: written,
  type,
  status,
  compressed,
}: {
  document: string;
  type: string | undefined;
  status: number;
  compressed: boolean;
}): Buffer {
  const bytes = compressed ? gzipSync(written) : Buffer.from(written);
  const lines = [
    `HTTP/1.1 ${status} Whatever`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(compressed ? ['Content-Encoding: gzip'] : []),
    'X-One: first',
    'x-one: \u00c3\u00b6',
    'Set-Cookie: c=v1; Path=/',
    `Content-Length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

const keyInQuery = { type: 'apiKey', key: 'k', value: '%4{{extra}}', in: 'query' } as const;
test.each<[string, Partial<HttpStep>, Record<string, string>]>([
  ['an empty text is no body of a GET', { body: { type: 'text', content: '{{extra}}' } }, { extra: '' }],
  ['neither are two', { body: { type: 'json', content: '{{extra}}{{id}}' } }, { extra: '', id: '' }],
  ['a query that is empty', { body: { type: 'graphql', query: '{{extra}}', variables: '' } }, { extra: '' }],
  ['a key in the address that becomes an escape', { authentication: keyInQuery }, { extra: '1' }],
])('what a value decides is decided as by the http engine: %s', async (_name, part, row) => {
  answer = respond({ document: '{}', type: undefined, status: 200, compressed: false });
  const tested = { ...step, url: '{{base}}/', ...part };
  const expected = await byEngine(tested, row);
  const { path: _taken, ...actual } = await byLoad(tested, row);
  expect(actual.requests).toEqual(expected.requests);
});

test('a query that a value turns into a subscription is not sent as a query', async () => {
  const body = { type: 'graphql', query: '{{extra}} { a }', variables: '' } as const;
  const { requests, message } = await byLoad({ ...step, url: '{{base}}/', body }, { extra: 'subscription' });
  expect(requests).toEqual([expect.stringMatching(/^POST \/next /)]);
  expect(message).toMatch(/^A subscription over WebSocket cannot be part of a load test/);
});

const tries = process.env.TOUCHSTONE_TESTS === 'long' ? 20_000 : 150;
test('sends the same bytes, judges and extracts the same as the http engine', { timeout: 900_000 }, async () => {
  let fast = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      generated,
      async ({ request: written, testScript: code, row, assertions, handlers, ...response }) => {
        const script = code === undefined ? {} : { testScript: code };
        const tested = { ...step, ...written, ...script, assertions, dataHandlers: handlers };
        answer = respond(response);
        const expected = await byEngine(tested, row);
        const { path: taken, ...actual } = await byLoad(tested, row);
        expect(actual).toEqual(expected);
        runs += 1;
        if (taken?.kind === 'fast') fast += 1;
      },
    ),
    { numRuns: tries, endOnFailure: true },
  );
  expect(fast / runs).toBeGreaterThan(0.6);
});
