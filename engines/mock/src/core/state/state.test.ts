import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import { scenariosOf } from './scenarios.ts';
import { parseScope, scopeOf } from './scope-of.ts';
import { StateStore } from './state-store.ts';

const claims = (value: object) => `Bearer head.${Buffer.from(JSON.stringify(value)).toString('base64url')}.sign`;

describe('callers have separate state by', () => {
  test.each<[scope: string, given: GivenRequest, expected: string]>([
    ['global', { headers: { 'X-User': 'ada' } }, ''],
    ['header:X-User', { headers: { 'x-user': 'ada' } }, 'ada'],
    ['header:X-User', {}, ''],
    ['cookie:sid', { headers: { Cookie: 'a=1; sid=s1' } }, 's1'],
    ['query:user', { url: '/?user=bob' }, 'bob'],
    ['session', { headers: { Cookie: 'PHPSESSID=p; JSESSIONID=j' } }, 'j'],
    ['session', { headers: { 'X-Session-Id': 'h', 'Session-Id': 'i' } }, 'h'],
    ['session', { headers: { 'X-Session-Id': 'h', Cookie: 'sid=c' } }, 'c'],
    ['session', {}, ''],
    ['session:tab', { headers: { Cookie: 'tab=t', tab: 'u' } }, 't'],
    ['session:tab', { headers: { tab: 'u' } }, 'u'],
    ['claim:sub', { headers: { Authorization: claims({ sub: 'ä?>ü' }) } }, 'ä?>ü'],
    ['claim:$.org.id', { headers: { Authorization: claims({ org: { id: 7 } }) } }, '7'],
    ["claim:it's", { headers: { Authorization: claims({ "it's": 'x' }) } }, 'x'],
    ['claim:sub', { headers: { Authorization: claims({ sub: null }) } }, ''],
    ['claim:sub', { headers: { Authorization: 'Bearer head.no-json.sign' } }, ''],
    ['claim:sub', { headers: { Authorization: 'Basic YTpi' } }, ''],
    ['claim:sub', {}, ''],
    ['{{request.query.user}}', {}, 'rendered {{request.query.user}}'],
  ])('%s of %j', (text, given, expected) => {
    const scope = parseScope(text);
    if (scope === undefined) throw new Error(`${text} is no scope.`);
    const render = (template: string) => ` rendered ${template} `;
    expect(scopeOf(scope, new RequestView(mockRequest(given)), render)).toBe(expected);
  });

  test.each(['', 'nobody', 'header:', 'token:sub'])('not by "%s"', (text) => {
    expect(parseScope(text)).toBeUndefined();
  });
});

function storeOf() {
  const store = new StateStore();
  const changes: string[] = [];
  store.onChange = (scope) => changes.push(scope);
  return { store, changes };
}

test('each scope has its own scenarios and values, and changes are reported', () => {
  const { store, changes } = storeOf();
  store.setScenario('a', 'Order', 'paid');
  store.setValue('a', 'k', 1);
  store.setValue('b', 'k', 2);
  expect([store.scenarioState('a', 'Order'), store.scenarioState('b', 'Order')]).toEqual(['paid', 'Started']);
  expect([store.value('a', 'k'), store.value('b', 'k'), store.value('c', 'k')]).toEqual([1, 2, undefined]);
  expect([store.values('b'), store.values('c')]).toEqual([{ k: 2 }, {}]);
  expect(store.scopesOf('Order')).toEqual([{ scope: 'a', state: 'paid' }]);
  expect(store.snapshot('a')).toEqual({ scope: 'a', scenarios: { Order: 'paid' }, values: { k: 1 } });
  expect(store.snapshot('c')).toBeUndefined();
  expect(changes).toEqual(['a', 'a', 'b']);
});

test('a scenario is reset in one scope or in all', () => {
  const { store, changes } = storeOf();
  for (const scope of ['a', 'b', 'c']) store.setScenario(scope, 'Order', 'paid');
  store.setScenario('a', 'Other', 'on');
  changes.length = 0;
  store.resetScenario('Order', 'a');
  expect(['a', 'b'].map((scope) => store.scenarioState(scope, 'Order'))).toEqual(['Started', 'paid']);
  store.resetScenario('Order');
  expect(store.scenarioState('b', 'Order')).toBe('Started');
  expect(changes).toEqual(['a', 'b', 'c']);
  expect(store.scenarioState('a', 'Other')).toBe('on');
  store.resetScenarios();
  expect(store.scenarioState('a', 'Other')).toBe('Started');
});

test('the state of one scope, or of all, is deleted', () => {
  const { store, changes } = storeOf();
  for (const scope of ['a', 'b', 'c']) store.setValue(scope, 'k', 1);
  changes.length = 0;
  store.reset('a');
  store.reset('nobody');
  expect([store.value('a', 'k'), store.value('b', 'k'), changes]).toEqual([undefined, 1, ['a']]);
  store.reset();
  expect([store.list(), changes]).toEqual([[], ['a', 'b', 'c']]);
});

test('null removes a value, and beyond the limit the oldest is dropped', () => {
  const { store } = storeOf();
  store.setValue('a', 'k', 1);
  store.setValue('a', 'k', null);
  expect(store.values('a')).toEqual({});
  for (let n = 0; n < 1000; n += 1) store.setValue('a', `k${n}`, n);
  store.setValue('a', 'k0', 'again');
  store.setValue('a', 'more', 1);
  expect([store.value('a', 'k0'), store.value('a', 'k1'), store.value('a', 'k2')]).toEqual(['again', undefined, 2]);
});

test('a listed state is restored, most recently used scopes last', () => {
  const { store } = storeOf();
  store.setValue('a', 'k', 1);
  store.setValue('b', 'k', 2);
  store.setScenario('a', 'Order', 'paid');
  const listed = store.list();
  expect(listed.map(({ scope }) => scope)).toEqual(['b', 'a']);
  const other = new StateStore();
  other.restore(listed);
  expect(other.list()).toEqual(listed);
});

test('beyond the limit the most recently used scopes are kept, and always the global one', () => {
  const store = new StateStore();
  store.setValue('', 'k', 0);
  const snapshots = Array.from({ length: 99_999 }, (_, n) => ({ scope: `s${n}`, scenarios: {}, values: { k: n } }));
  store.restore(snapshots);
  store.setValue('s0', 'k', 'again');
  store.setValue('new', 'k', 1);
  expect(['', 's0', 's1', 's2', 'new'].map((scope) => store.value(scope, 'k'))).toEqual([0, 'again', undefined, 2, 1]);
});

test('scenarios are listed by name, with their states and the callers in other states', () => {
  const { store } = storeOf();
  store.setScenario('', 'Order', 'paid');
  store.setScenario('ada', 'Order', 'sent');
  const stub = (id: string, scenarioName?: string, requiredScenarioState?: string, newScenarioState?: string) =>
    ({ id, request: {}, response: {}, scenarioName, requiredScenarioState, newScenarioState }) as unknown as Stub;
  const stubs = [
    stub('c', 'Order', 'paid', 'sent'),
    stub('x'),
    stub('b', 'Order', 'Started', 'paid'),
    stub('a', 'Chat'),
  ];
  expect(
    scenariosOf(stubs, store).map(({ stubs: of, ...scenario }) => ({ ...scenario, ids: of.map(({ id }) => id) })),
  ).toEqual([
    { name: 'Chat', state: 'Started', possibleStates: ['Started'], callers: [], ids: ['a'] },
    {
      name: 'Order',
      state: 'paid',
      possibleStates: ['Started', 'paid', 'sent'],
      callers: [{ scope: 'ada', state: 'sent' }],
      ids: ['c', 'b'],
    },
  ]);
});
