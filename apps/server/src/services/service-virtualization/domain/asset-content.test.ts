import { expect, test } from 'vitest';
import { activeSuites, depthOf, heightOf, suitesBelow } from './active-suites.ts';
import {
  contentOf,
  contentOfStub,
  dynamicParts,
  factsOf,
  type JsonObject,
  kindOf,
  kindProblems,
  stubOf,
} from './asset-content.ts';
import { faultStub, isFault } from './fault-stub.ts';
import { settingProblems, settingsOf } from './mock-settings.ts';
import { namesVariables, withVariables } from './mock-variables.ts';
import { nearLines } from './near-lines.ts';
import { newPathKey } from './path-key.ts';
import { leadsBack } from './recordings/check-target.ts';

const stub = (given: JsonObject) => ({ form: 'stub' as const, stub: given });

test("an asset is a stub or records, not both; id and switch aren't stored twice", () => {
  const request = { method: 'GET' };
  const given = { id: '1', uuid: '2', enabled: false, insertionIndex: 3, name: 'A', request };
  expect(contentOf({ stub: given })).toEqual(stub({ name: 'A', request }));
  expect(contentOf({ resource: { path: '/a' }, stub: null })).toEqual({ form: 'resource', resource: { path: '/a' } });
  expect([contentOf({}), contentOf({ stub: {}, resource: {} })]).toEqual([undefined, undefined]);
  expect(contentOfStub(given)).toEqual(stub({ request }));
  expect(stubOf(stub({ request }), 'new', 'B')).toEqual({ request, id: 'new', name: 'B' });
});

const facts = { method: 'ANY', path: '*', host: null, status: '200', priority: 5, scenarioName: null };
test.each<[given: JsonObject, expected: object]>([
  [{}, {}],
  [{ request: 5, response: [], priority: '1', scenarioName: 5 }, {}],
  [
    { request: { method: 'get', urlPath: '/a' }, priority: 1, scenarioName: 'S' },
    { method: 'GET', path: '/a', priority: 1, scenarioName: 'S' },
  ],
  [{ request: { method: ['GET', 'PUT'], urlPattern: '/a.*' } }, { method: 'GET, PUT', path: '/a.*' }],
  [{ request: { method: { oneOf: ['GET', 'PUT'] }, urlPathPattern: '/b' } }, { method: 'GET, PUT', path: '/b' }],
  [{ request: { method: { not: 'GET' }, urlPathTemplate: '/{id}' } }, { path: '/{id}' }],
  [{ request: { method: Array.from({ length: 50 }, () => 'GET') } }, { method: 'GET, '.repeat(20) }],
  [{ request: { url: '/u', urlPath: '/p', host: 'shop.test' } }, { path: '/u', host: 'shop.test' }],
  [{ request: { host: { equalTo: 'shop.test' } } }, { host: 'shop.test' }],
  [{ request: { host: { absent: true } } }, {}],
  [{ response: { status: 404 } }, { status: '404' }],
  [{ response: { status: 404, fault: 'EMPTY_RESPONSE', proxyBaseUrl: 'https://a' } }, { status: 'EMPTY_RESPONSE' }],
  [{ response: { status: 404, proxyBaseUrl: 'https://a' } }, { status: 'proxy' }],
  [{ response: { status: 'x'.repeat(101) } }, { status: 'x'.repeat(100) }],
])('lists show of %j', (given, expected) => {
  expect(factsOf(stub(given))).toEqual({ ...facts, ...expected });
});

test('lists show the path of records', () => {
  const records = { method: 'ANY', host: null, status: 'records', priority: 5, scenarioName: null };
  expect(factsOf({ form: 'resource', resource: { path: '/a' } })).toEqual({ ...records, path: '/a' });
  expect(factsOf({ form: 'resource', resource: {} })).toEqual({ ...records, path: '' });
});

const ok = { status: 200 };
test.each<[given: JsonObject, path: string | undefined]>([
  [{ request: {}, response: ok }, undefined],
  [
    { request: {}, response: { ...ok, body: '{{now}}', transformers: ['response-template'] } },
    'stub.response.transformers',
  ],
  [{ request: {}, response: { ...ok, proxyBaseUrl: 'https://a.test' } }, 'stub.response.proxyBaseUrl'],
  [
    { request: {}, response: { ...ok, delayDistribution: { type: 'uniform', lower: 1, upper: 2 } } },
    'stub.response.delayDistribution',
  ],
  [{ request: {}, response: ok, scenarioName: 'S' }, 'stub.scenarioName'],
  [
    { request: {}, response: ok, postServeActions: [{ name: 'webhook', parameters: { url: 'https://a.test' } }] },
    'stub.postServeActions',
  ],
])('%j is dynamic for %s', (given, path) => {
  const content = stub(given);
  expect(dynamicParts(content).map((part) => part.path)).toEqual(path === undefined ? [] : [path]);
  expect(kindOf(content)).toBe(path === undefined ? 'static' : 'dynamic');
  expect(kindProblems('static', content).map((problem) => problem.path)).toEqual(path === undefined ? [] : [path]);
  expect(kindProblems('dynamic', content)).toEqual([]);
});

test('records are dynamic', () => {
  const content = { form: 'resource' as const, resource: { path: '/a' } };
  expect(kindOf(content)).toBe('dynamic');
  expect(kindProblems('static', content)).toEqual([
    { path: 'resource', message: 'This asset keeps records, so it does not always answer the same. Make it dynamic.' },
  ]);
});

test('a fault precedes every asset, and is recognized as one', () => {
  const fault = faultStub({ id: '1', name: 'Down', stub: { response: { status: 503 }, priority: 1 } });
  expect(fault).toMatchObject({ id: '1', name: 'Fault: Down', response: { status: 503 }, priority: -1_000_000_000 });
  expect([isFault(fault), isFault({}), isFault({ metadata: { isFault: 'no' } })]).toEqual([true, false, false]);
});

const suites = [
  { id: 'a', parentId: null, isEnabled: true },
  { id: 'a1', parentId: 'a', isEnabled: true },
  { id: 'a2', parentId: 'a', isEnabled: false },
  { id: 'a21', parentId: 'a2', isEnabled: true },
  { id: 'b', parentId: null, isEnabled: false },
  { id: 'b1', parentId: 'b', isEnabled: true },
];

test('a suite is active if all its ancestors are', () => {
  expect([...activeSuites(suites)].sort()).toEqual(['a', 'a1']);
});

test('suites know their descendants and their depth', () => {
  expect(suitesBelow(suites, 'a')).toEqual(['a', 'a1', 'a2', 'a21']);
  expect(['a', 'a1', 'a21', null].map((id) => depthOf(suites, id))).toEqual([1, 2, 3, 0]);
  expect(['a', 'a2', 'a21', 'b'].map((id) => heightOf(suites, id))).toEqual([3, 2, 1, 2]);
  const round = [
    { id: 'x', parentId: 'y' },
    { id: 'y', parentId: 'x' },
  ];
  expect(depthOf(round, 'x')).toBe(2);
});

test("settings that aren't stored have their defaults", () => {
  expect(settingsOf({ isStrict: true })).toMatchObject({
    access: 'open',
    isStrict: true,
    cors: false,
    journalLimit: 1000,
  });
  expect(settingProblems(settingsOf({ stateScope: 'header:X-User' }))).toEqual([]);
  expect(settingProblems(settingsOf({ stateScope: 'nobody' }))).toEqual([
    { path: 'settings.stateScope', message: expect.stringContaining('global') },
  ]);
});

test('variables are replaced everywhere in a stub; unknown ones stay and are reported', () => {
  const unknown = new Set<string>();
  const given = { '{{vars.name}}': ['{{vars.host}}/{{vars.gone}}', 5, null, { a: '{{ vars.host }}' }] };
  const values = new Map([
    ['host', 'shop.test'],
    ['name', 'n'],
  ]);
  expect(withVariables(given, values, unknown)).toEqual({
    n: ['shop.test/{{vars.gone}}', 5, null, { a: '{{ vars.host }}' }],
  });
  expect([...unknown]).toEqual(['gone']);
  expect([namesVariables(given), namesVariables({ a: '{{vars}}' })]).toEqual([true, false]);
});

const difference = {
  part: 'headers',
  name: 'X-A',
  operator: 'equalTo',
  expected: '1',
  actual: '2' as string | null,
  isMatch: false,
};
test.each([
  [difference, 'headers X-A: expected equalTo 1, got 2'],
  [{ ...difference, actual: null }, 'headers X-A: expected equalTo 1, got nothing'],
  [
    { ...difference, part: 'method', name: '', operator: 'method', expected: 'GET', actual: 'PUT' },
    'method: expected GET, got PUT',
  ],
  [{ ...difference, actual: 'x'.repeat(120) }, `headers X-A: expected equalTo 1, got ${'x'.repeat(120)}`],
  [{ ...difference, actual: 'x'.repeat(121) }, `headers X-A: expected equalTo 1, got ${'x'.repeat(120)}…`],
])('what a call has other than expected is told: %j', (one, line) => {
  expect(nearLines({ differences: [one, { ...one, isMatch: true }] as never })).toEqual([line]);
});

test.each([
  ['Shop API', 'shop-api-abc'],
  ['Käse & Wein!', 'kase-wein-abc'],
  ['テスト', 'abc'],
  [`${'a'.repeat(23)} b`, `${'a'.repeat(23)}-abc`],
  ['a'.repeat(30), `${'a'.repeat(24)}-abc`],
])('the address of %s is readable and not guessed', (name, key) => {
  expect(newPathKey(name, new Uint8Array([0, 1, 34]))).toBe(key);
});

test.each([
  ['https://here.test/mocks/x', true],
  ['https://here.test/mocks/x/', true],
  ['https://HERE.test/mocks/x/orders?a=1', true],
  ['https://here.test/mocks/xyz', false],
  ['http://here.test/mocks/x', false],
  ['https://here.test/', false],
  ['http://127.0.0.1:8123/a', true],
])('%s leads back to the mock: %s', (target, expected) => {
  expect(leadsBack(target, ['https://here.test/mocks/x/', 'http://127.0.0.1:8123'])).toBe(expected);
});
