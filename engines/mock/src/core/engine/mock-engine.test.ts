import { loadXPath } from '@touchstone/engine-assert/core';
import { seededRandom } from '@touchstone/kernel';
import { beforeAll, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { verifyCount, verifyOrder } from '../journal/journal.ts';
import { toWireMock } from '../parse/parse-stub.ts';
import { RequestView } from '../request/request-view.ts';
import { Resource } from '../resources/resource.ts';
import { MockEngine, type MockEngineOptions } from './mock-engine.ts';

beforeAll(loadXPath);

function engineOf(stubs: object[], options: MockEngineOptions = {}): MockEngine {
  const engine = new MockEngine(options);
  expect(engine.putAll(stubs)).toEqual([]);
  return engine;
}
const ask = (engine: MockEngine, given: GivenRequest) => engine.serve(mockRequest(given)).answer;
const text = (engine: MockEngine, given: GivenRequest = {}) => String(ask(engine, given).body);

const now = () => new Date('2026-05-15T12:30:45Z');
function rendered(template: string, given: GivenRequest = {}, options: MockEngineOptions = {}): string {
  const request = { method: 'ANY' };
  const response = { body: template, transformers: ['response-template'], transformerParameters: { p: 'v' } };
  return text(engineOf([{ request, response }], { now, seed: 1, ...options }), given);
}

test.each<[template: string, expected: string, given?: GivenRequest]>([
  ['{{request.method}} {{request.url}} {{request.path}}', 'GET /a/b?x=1 /a/b', { url: '/a/b?x=1' }],
  ['{{request.path.[1]}} {{request.pathSegments.[0]}}', 'b a', { url: '/a/b' }],
  ['{{request.query.x}} {{request.query.x.[1]}}', '1 2', { url: '/?x=1&x=2' }],
  ['{{request.headers.X-Id}} {{request.cookies.s}}', '7 c', { headers: { 'x-id': '7', Cookie: 's=c' } }],
  ['{{parameters.p}}', 'v'],
  ["{{jsonPath request.body '$.a.b'}}", '3', { method: 'POST', body: '{"a":{"b":3}}' }],
  [
    "{{#each (jsonPath request.body '$.l') as |i|}}{{i}}{{#unless @last}},{{/unless}}{{/each}}",
    '1,2',
    { body: '{"l":[1,2]}' },
  ],
  ["{{xPath request.body '/a/b/text()'}}", 'x', { body: '<a><b>x</b></a>' }],
  ["{{upper 'ab'}} {{capitalize 'ab cd'}} {{trim ' a '}} {{replace 'aXa' 'X' '-'}}", 'AB Ab Cd a a-a'],
  ["{{now format='yyyy-MM-dd HH:mm'}} {{now offset='3 days' format='yyyy/MM/dd'}}", '2026-05-15 12:30 2026/05/18'],
  ["{{date (parseDate '2026-01-31T00:00:00Z') offset='1 months' format='dd.MM.yyyy'}}", '28.02.2026'],
  ["{{date (truncateDate (parseDate '2026-05-20T08:00:00Z') 'first day of month') format='yyyy-MM-dd'}}", '2026-05-01'],
  ["{{math 1 '+' 2}} {{math 7 '%' 4}} {{size 'abc'}}", '3 3 3'],
  ['{{#if (eq 1 1)}}y{{else}}n{{/if}}{{#if (gt 1 2)}}y{{else if true}}m{{/if}}', 'ym'],
  ["{{#assign 'v'}}x{{/assign}}{{v}} {{val none or='d'}}", 'x d'],
  ["{{join (array 1 2 3) '-'}} {{arrayJoin ',' (range 1 4)}}", '1-2-3 1,2,3,4'],
  ["{{base64 'ab'}} {{base64 'YWI=' decode=true}} {{urlEncode 'a b&'}}", 'YWI= ab a+b%26'],
  ["{{regexExtract request.url '[0-9]+'}} {{regexExtract 'a-b' '(.)-(.)' 'p'}}{{p.1}}", '12 b', { url: '/x12' }],
  ["{{formData request.body 'f' urlDecode=true}}{{f.a}}", 'x y', { body: 'a=x%20y' }],
  ["{{jsonMerge '{\"a\":1}' '{\"b\":2}'}} {{toJson (array 'x')}}", '{"a":1,"b":2} ["x"]'],
  [
    "{{#contains 'abc' 'b'}}1{{/contains}} {{matches 'ab' 'a.'}} {{stringFormat '%05d|%.1f' 42 1.25}}",
    '1 true 00042|1.3',
  ],
  ['{{constructor}}{{request.constructor.name}}{{request.__proto__}}{{this.constructor}}', ''],
  ["{{systemValue key='PATH' type='ENVIRONMENT'}}", ''],
])('%s renders %s', (template, expected, given) => {
  expect(rendered(template, given)).toBe(expected);
});

test('random values repeat with a seed, and differ from call to call', () => {
  const template =
    "{{randomValue length=8}} {{randomInt lower=1 upper=9}} {{pickRandom 'a' 'b' 'c'}} {{randomValue type='UUID'}}";
  expect(rendered(template)).toBe(rendered(template));
  const engine = engineOf([{ request: {}, response: { body: template, transformers: ['response-template'] } }], {
    seed: 1,
  });
  expect(text(engine)).not.toBe(text(engine));
});

test.each([
  '{{#each (range 1 100000)}}{{#each (range 1 100000)}}x{{/each}}{{/each}}',
  '{{randomValue length=1000000000}}',
  "{{rjust 'a' 1000000000}}",
  "{{#each (range 1 9000)}}{{rjust 'a' 9000}}{{/each}}",
])('%s ends with status 500 and the reason in the journal', (template) => {
  const engine = engineOf([{ request: {}, response: { body: template, transformers: ['response-template'] } }]);
  const { answer, notes } = engine.serve(mockRequest());
  expect(answer.status).toBe(500);
  expect(notes.join()).toMatch(/The template needs more than/);
});

test('an unreadable template and an invalid status give 500', () => {
  expect(
    ask(engineOf([{ request: {}, response: { body: '{{#if}', transformers: ['response-template'] } }]), {}).status,
  ).toBe(500);
  const engine = engineOf([{ request: {}, response: { status: '{{request.query.s}}' } }]);
  expect(ask(engine, { url: '/?s=418' }).status).toBe(418);
  expect(ask(engine, { url: '/?s=x' }).status).toBe(500);
});

const step = (from: string, to: string, body: string) => ({
  request: { urlPath: '/order' },
  response: { body },
  scenarioName: 'Order',
  requiredScenarioState: from,
  newScenarioState: to,
});
const states = ['Started', 'paid', 'packed', 'sent', 'received', 'returned'];
const order = states.map((state, index) => step(state, states[index + 1] ?? 'end', state));

test('scenarios advance for all callers, as in WireMock, and are reset', () => {
  const engine = engineOf(order);
  expect([1, 2, 3].map(() => text(engine, { url: '/order' }))).toEqual(['Started', 'paid', 'packed']);
  expect(engine.scenarios()).toMatchObject([{ name: 'Order', state: 'sent', possibleStates: [...states, 'end'] }]);
  engine.state.resetScenario('Order');
  expect(text(engine, { url: '/order' })).toBe('Started');
});

test.each([
  ['header', { header: 'X-User' }, (user: string) => ({ headers: { 'x-user': user } })],
  ['cookie', { cookie: 'sid' }, (user: string) => ({ headers: { Cookie: `sid=${user}` } })],
  ['session', { session: 'auto' }, (user: string) => ({ headers: { Cookie: `JSESSIONID=${user}` } })],
  ['expression', { expression: '{{request.query.u}}' }, (user: string) => ({ url: `/order?u=${user}` })],
  [
    'token claim',
    { tokenClaim: 'sub' },
    (user: string) => ({ headers: { Authorization: `Bearer e30.${btoa(JSON.stringify({ sub: user }))}.x` } }),
  ],
] as const)('1,000 callers distinguished by %s never see the state of another', (_, stateScope, ofUser) => {
  const engine = engineOf(order, { settings: { stateScope } });
  const random = seededRandom(7);
  const progress = new Map<string, number>();
  for (let round = 0; round < 5000; round += 1) {
    const user = `u${Math.floor(random() * 1000)}`;
    const at = progress.get(user) ?? 0;
    const answer = ask(engine, { url: '/order', ...ofUser(user) });
    if (at === states.length) expect(answer.status).toBe(404);
    else expect(answer.body).toBe(states[at]);
    progress.set(user, Math.min(states.length, at + 1));
  }
  expect(engine.state.scenarioState('', 'Order')).toBe('Started');
});

test('key-value state is written by stubs, read by templates and decides which stub answers', () => {
  const engine = engineOf([
    { request: { url: '/in', method: 'GET' }, response: { body: 'who?' } },
    {
      request: { url: '/in', method: 'GET', state: { user: { matches: '.+' } } },
      response: { body: '{{state.user}}', transformers: ['response-template'] },
    },
    { request: { url: '/in', method: 'POST' }, response: {}, setState: { user: "{{jsonPath request.body '$.n'}}" } },
  ]);
  expect(text(engine, { url: '/in' })).toBe('who?');
  ask(engine, { url: '/in', method: 'POST', body: '{"n":"ana"}' });
  expect(text(engine, { url: '/in' })).toBe('ana');
});

test('priority comes first, then the newest; a disabled or edited stub keeps its place', () => {
  const engine = engineOf([
    { id: 'a', request: { url: '/' }, response: { body: 'a' } },
    { id: 'b', request: { url: '/' }, response: { body: 'b' } },
    { id: 'c', priority: 9, request: { url: '/' }, response: { body: 'c' } },
  ]);
  expect(text(engine)).toBe('b');
  engine.put({ id: 'a', request: { url: '/' }, response: { body: 'a2' } });
  expect(text(engine)).toBe('b');
  engine.put({ id: 'b', enabled: false, request: { url: '/' }, response: { body: 'b' } });
  expect(text(engine)).toBe('a2');
  engine.remove('a');
  expect(text(engine)).toBe('c');
});

test("disabling and re-enabling a stub doesn't parse it again, and its journal entries stay unchanged", () => {
  const engine = engineOf([
    { id: 'one', request: { url: '/x' }, response: { body: 'one' } },
    { id: 'two', request: { url: '/x' }, response: { body: 'two' } },
  ]);
  const { matcher } = engine.index.get('two')!;
  const { stub: served } = engine.serve(mockRequest({ url: '/x' }));
  expect(engine.index.setEnabled('two', false)).toBe(true);
  expect(text(engine, { url: '/x' })).toBe('one');
  expect(engine.stubs().map(({ id, enabled }) => [id, enabled])).toEqual([
    ['two', false],
    ['one', undefined],
  ]);
  engine.index.setEnabled('two', true);
  expect(text(engine, { url: '/x' })).toBe('two');
  expect(engine.index.get('two')!.matcher).toBe(matcher);
  expect(served).toMatchObject({ id: 'two' });
  expect(served?.enabled).toBeUndefined();
  expect(engine.index.setEnabled('three', true)).toBe(false);
});

test('watchers are notified of added, replaced and removed stubs, in the order in which they are tried', () => {
  const stub = (id: string, body = '', priority = 5) => ({
    id,
    priority,
    request: { url: `/${id}` },
    response: { body },
  });
  const engine = engineOf(['a', 'b', 'c'].map((id) => stub(id)));
  const changes = engine.index.watch();
  engine.put(stub('a', 'new'));
  engine.put(stub('d'));
  engine.put(stub('first', '', 1));
  engine.put(stub('brief'));
  engine.remove('brief');
  engine.remove('c');
  const { changed, gone } = changes();
  expect(changed.map(({ id, response }) => [id, response.body])).toEqual([
    ['first', ''],
    ['d', ''],
    ['a', 'new'],
  ]);
  expect(gone.map(({ id }) => id)).toEqual(['c']);
  expect(engine.index.watch()()).toEqual({ changed: [], gone: [] });
});

test('a changed request finds its stub first among 1,000 near misses, quickly', () => {
  const kinds = ['orders', 'users', 'carts', 'shops', 'items'];
  const stubs = Array.from({ length: 1000 }, (_, n) => ({
    id: `s${n}`,
    request: {
      method: n % 2 ? 'POST' : 'GET',
      urlPath: `/${kinds[n % 5]}/${(n * 7919) % 100_003}/detail`,
      headers: { 'X-Tenant': { equalTo: `tenant-${n}` } },
      queryParameters: { view: { equalTo: `v${n % 13}` } },
      ...(n % 2 ? { bodyPatterns: [{ equalToJson: { id: n, state: 'new' } }] } : {}),
    },
    response: {},
  }));
  const engine = engineOf(stubs);
  let first = 0;
  let total = 0;
  let slowest = 0;
  for (let n = 0; n < 1000; n += 27) {
    const good = {
      method: n % 2 ? 'POST' : 'GET',
      path: `/${kinds[n % 5]}/${(n * 7919) % 100_003}/detail`,
      query: `view=v${n % 13}`,
      headers: { 'X-Tenant': `tenant-${n}` } as Record<string, string>,
      body: n % 2 ? JSON.stringify({ id: n, state: 'new' }) : '',
    };
    const mutations = [
      { ...good, method: 'PUT' },
      { ...good, path: good.path.replace('detail', 'detial') },
      { ...good, path: `${good.path}/x` },
      { ...good, query: 'view=other' },
      { ...good, query: '' },
      { ...good, headers: {} },
      { ...good, headers: { 'X-Tenant': 'wrong' } },
      ...(n % 2 ? [{ ...good, body: JSON.stringify({ id: n, state: 'old' }) }] : []),
    ];
    for (const { method, path, query, headers, body } of mutations) {
      const view = new RequestView(
        mockRequest({ method, url: query === '' ? path : `${path}?${query}`, headers, body }),
      );
      expect(engine.index.find(view, () => true)).toBeUndefined();
      const startedMs = performance.now();
      const [nearest] = engine.nearMisses(view, 1);
      slowest = Math.max(slowest, performance.now() - startedMs);
      total += 1;
      if (nearest?.stub.id === `s${n}`) first += 1;
      expect(nearest?.differences.some(({ isMatch }) => !isMatch)).toBe(true);
    }
  }
  expect(first / total).toBeGreaterThanOrEqual(0.97);
});

test("of thousands of stubs with one address, those that also have the request's header are compared first", () => {
  const engine = engineOf(
    Array.from({ length: 4000 }, (_, number) => ({
      name: `s${number}`,
      request: {
        urlPath: '/soap',
        headers: { 'X-Kind': { equalTo: `kind-${number % 100}` } },
        bodyPatterns: [{ equalToJson: { number, text: 'a' } }],
      },
      response: {},
    })),
  );
  const sent = (number: number) =>
    new RequestView(
      mockRequest({
        method: 'POST',
        url: '/soap',
        headers: { 'X-Kind': `kind-${number % 100}` },
        body: JSON.stringify({ number, text: 'b' }),
      }),
    );
  for (const number of [0, 1234, 3999]) {
    const near = engine.nearMisses(sent(number), 3);
    expect(near.map(({ stub }) => stub.name)[0]).toBe(`s${number}`);
    expect(near).toHaveLength(3);
    expect(near.map(({ distance }) => distance)).toEqual(
      near.map(({ distance }) => distance).toSorted((a, b) => a - b),
    );
  }
});

test('the journal is a ring buffer, searches, counts, verifies and lists unmatched requests', () => {
  const engine = engineOf([{ request: { urlPath: '/a' }, response: {} }], { journalLimit: 3 });
  for (const url of ['/a?n=1', '/b', '/a?n=2', '/a?n=3']) ask(engine, { url });
  const { matcher } = engine.compile({ urlPath: '/a' });
  expect(engine.journal.list().map(({ request }) => request.request.url)).toEqual(['/a?n=3', '/a?n=2', '/b']);
  expect(engine.journal.unmatched()).toHaveLength(1);
  expect(verifyCount(engine.journal, matcher, { exactly: 2 })).toMatchObject({ passed: true });
  expect(verifyCount(engine.journal, matcher, { atLeast: 3 })).toMatchObject({
    passed: false,
    message: 'Expected at least 3 requests, got 2.',
  });
  const only = (url: string) => engine.compile({ url }).matcher;
  expect(verifyOrder(engine.journal, [only('/b'), only('/a?n=3')]).passed).toBe(true);
  expect(verifyOrder(engine.journal, [only('/a?n=3'), only('/b')]).passed).toBe(false);
});

test('records are generated from a schema, repeatably with a seed, and created, updated, listed and deleted', () => {
  const schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' }, age: { type: 'integer' } },
  };
  const definition = { name: 'pets', path: '/pets', schema, count: 5, seed: 3 };
  const engine = new MockEngine();
  engine.resources.set('/pets', new Resource(definition));
  const parse = (given: GivenRequest) =>
    JSON.parse(text(engine, given)) as Record<string, unknown>[] & Record<string, unknown>;
  expect(parse({ url: '/pets' })).toEqual(new Resource(definition).items);
  expect(parse({ url: '/pets?limit=2&page=2' }).map(({ id }) => id)).toEqual([3, 4]);
  expect(ask(engine, { method: 'POST', url: '/pets', body: '{"name":"Rex","age":3}' })).toMatchObject({ status: 201 });
  expect(parse({ url: '/pets/6' })).toEqual({ id: 6, name: 'Rex', age: 3 });
  expect(parse({ url: '/pets?name=Rex' })).toHaveLength(1);
  expect(parse({ method: 'PATCH', url: '/pets/6', body: '{"age":4}' })).toEqual({ id: 6, name: 'Rex', age: 4 });
  expect(parse({ method: 'PUT', url: '/pets/6', body: '{"name":"Max"}' })).toEqual({ id: 6, name: 'Max' });
  expect(ask(engine, { method: 'DELETE', url: '/pets/6' }).status).toBe(204);
  expect(ask(engine, { url: '/pets/6' }).status).toBe(404);
  expect(ask(engine, { method: 'POST', url: '/pets', body: '[]' }).status).toBe(400);
  expect(parse({ method: 'PUT', url: '/pets', body: '[{"name":"Tom"},{"id":9,"name":"Kit"}]' })).toHaveLength(2);
  expect(parse({ url: '/pets' })).toEqual([
    { id: 1, name: 'Tom' },
    { id: 9, name: 'Kit' },
  ]);
  expect(ask(engine, { method: 'PUT', url: '/pets', body: '[1]' }).status).toBe(400);
});

test('callbacks are made from the request, and a cycle of them ends', () => {
  const engine = engineOf([
    {
      request: { url: '/' },
      response: {},
      serveEventListeners: [
        {
          name: 'webhook',
          parameters: {
            method: 'POST',
            url: 'http://x.test/{{originalRequest.method}}',
            body: '{{parameters.a}}',
            a: 'b',
          },
        },
      ],
    },
  ]);
  expect(ask(engine, {}).webhooks).toMatchObject([{ method: 'POST', url: 'http://x.test/GET', body: 'b', hop: 1 }]);
  const late = engine.serve(mockRequest({ headers: { 'x-touchstone-mock-hop': '5' } }));
  expect(late.answer.webhooks).toEqual([]);
  expect(late.notes.join()).toMatch(/Remove the cycle/);
});

test('features that WireMock lacks are left out of its format, and listed', () => {
  const { stub } = engineStub({
    stateScope: { header: 'X' },
    request: { soapAction: { equalTo: 'urn:a' }, graphql: {} },
  });
  const { mapping, losses } = toWireMock(stub);
  expect(mapping).toMatchObject({ request: { headers: { SOAPAction: { matches: '"?urn:a"?' } } } });
  expect(losses.map(({ path }) => path)).toEqual([`${stub.id}.stateScope`, `${stub.id}.request.graphql`]);
});

const engineStub = (value: object) => new MockEngine().put({ response: {}, ...value });

test('costly expressions of many stubs take no more time of a request than those of one stub', () => {
  const used: number[] = [];
  const slow = new MockEngine({
    guard: (work) => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      used.push(20);
      return work();
    },
  });
  const costly = (number: number) => ({
    request: { url: '/a', headers: { 'X-A': { matches: `(?=b)b${number}` } } },
    response: {},
  });
  expect(slow.putAll(Array.from({ length: 30 }, (_, number) => costly(number)))).toEqual([]);
  const entry = slow.serve(mockRequest({ url: '/a', headers: { 'X-A': 'c' } }));
  // Each takes at least 20 of the 50 ms.
  expect(used.length).toBeLessThanOrEqual(3);
  expect(entry.notes.join()).toContain('Expressions of stubs took more than 50 ms');
  expect(slow.serve(mockRequest({ url: '/b' })).notes).toEqual([]);
});

const long = 'a'.repeat(5000);
test.each<[what: string, request: object, body: string]>([
  ['a regular expression on the body', { bodyPatterns: [{ matches: '(a+)+(b+)+$' }] }, long],
  ['lists in any order', { bodyPatterns: [{ equalToJson: [1, 2], ignoreArrayOrder: true }] }, `["${long}"]`],
  ['a large document', { bodyPatterns: [{ equalToXml: '<a><b/></a>' }] }, `<a><b>${long}</b></a>`],
])('%s gets the remaining time of the request, and does not match once that is used up', (_, request, body) => {
  const given: (number | undefined)[] = [];
  const engine = new MockEngine({
    guard: (work, withinMs) => {
      given.push(withinMs);
      const end = performance.now() + 30;
      while (performance.now() < end);
      return work();
    },
  });
  const stubs = Array.from({ length: 4 }, () => ({ request: { method: 'ANY', ...request }, response: {} }));
  expect(engine.putAll(stubs)).toEqual([]);
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body }));
  expect(answer.status).toBe(404);
  expect(notes.join()).toContain('Expressions of stubs took more than 50 ms');
  expect(given[0]).toBe(50);
  for (const within of given.slice(1)) expect(within).toBeLessThanOrEqual(20);
});

test.each([
  ["{{jsonPath request.body '$..*'}}", `{"a":"${long}"}`],
  ["{{xPath request.body '//b'}}", `<a>${long}</a>`],
  ["{{regexExtract request.body '(a+)+b'}}", long],
  ["{{matches request.body '(a+)+b'}}", long],
])('%s in a template ends with its time limit, and the journal says so', (template, body) => {
  const engine = new MockEngine({
    guard: () => {
      throw new Error('The expression took longer than 50 ms.');
    },
  });
  engine.put({ request: {}, response: { body: template, transformers: ['response-template'] } });
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body }));
  expect(answer.status).toBe(500);
  expect(notes.join()).toContain('took longer than 50 ms');
});

test('strings read by functions count as steps of a template', () => {
  const template = '{{#each (range 0 1000)}}{{size (upper request.body)}}{{/each}}';
  const engine = engineOf([{ request: {}, response: { body: template, transformers: ['response-template'] } }]);
  expect(engine.serve(mockRequest({ method: 'POST', body: long })).answer.status).toBe(200);
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body: long.repeat(100) }));
  expect(answer.status).toBe(500);
  expect(notes.join()).toContain('200,000 steps');
});

test('an address that cannot be matched in time does not match', () => {
  const engine = new MockEngine({
    guard: () => {
      throw new Error('too long');
    },
  });
  engine.put({ request: { urlPathPattern: '/(?=a)a+' }, response: {} });
  expect(engine.serve(mockRequest({ url: '/aa' })).answer.status).toBe(404);
});

test('tryOut decides as serve does, and changes neither state, records, journal nor the next random value', () => {
  const stubs = [
    {
      scenarioName: 'S',
      newScenarioState: 'two',
      setState: { seen: 'yes' },
      request: { url: '/a' },
      response: { body: "{{randomValue length=8 type='ALPHANUMERIC'}}", transformers: ['response-template'] },
    },
  ];
  const [engine, beside] = [engineOf(stubs, { seed: 1 }), engineOf(stubs, { seed: 1 })];
  for (const one of [engine, beside])
    one.resources.set('/pets', new Resource({ name: 'pets', path: '/pets', items: [] }));
  const tried = engine.tryOut(mockRequest({ url: '/a' }));
  expect(tried).toMatchObject({ by: 'stub', number: 0, scenario: { name: 'S', from: 'Started', to: 'two' } });
  expect(engine.tryOut(mockRequest({ method: 'POST', url: '/pets', body: '{"id":"1"}' })).answer.status).toBe(201);
  expect(engine.tryOut(mockRequest({ url: '/none' })).by).toBe('none');
  expect(engine.journal.size).toBe(0);
  expect(engine.scenarios()).toMatchObject([{ name: 'S', state: 'Started' }]);
  expect(engine.state.value('', 'seen')).toBeUndefined();
  expect(ask(engine, { url: '/pets/1' }).status).toBe(404);
  expect(text(engine, { url: '/a' })).toBe(text(beside, { url: '/a' }));
});

test('a preflight is answered if the mock allows other origins', () => {
  const headers = { 'Access-Control-Request-Method': 'PUT', Origin: 'http://a.test' };
  const ask = (cors: boolean) =>
    new MockEngine({ settings: { cors } }).serve(mockRequest({ method: 'OPTIONS', headers }));
  expect([ask(true).by, ask(true).answer.status]).toEqual(['cors', 204]);
  expect(ask(false).answer.status).toBe(404);
});

test('callers without a recognizable scope share their state', () => {
  const engine = new MockEngine();
  const states = { scenarioName: 's', stateScope: { expression: '{{nobody 1}}' }, response: { status: 201 } };
  engine.put({ ...states, request: {}, requiredScenarioState: 'Started', newScenarioState: 'b' });
  expect(engine.serve(mockRequest()).answer.status).toBe(201);
  expect(engine.serve(mockRequest()).answer.status).toBe(404);
});
