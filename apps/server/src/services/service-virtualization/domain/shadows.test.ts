import type { Stub } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { shadows } from './shadows.ts';

const stub = (request: object, given: object = {}): Stub => ({ id: 'x', request, response: {}, ...given }) as Stub;
const get = { method: 'GET', urlPath: '/a' };
const json = { equalToJson: '{"a":1}' };

/** The first of the two is the newer one, which is tried first. */
test.each<[string, Stub, Stub, boolean]>([
  ['the same request', stub(get), stub(get), true],
  ['any method before one', stub({ urlPath: '/a', method: 'ANY' }), stub(get), true],
  ['one method before any', stub(get), stub({ urlPath: '/a' }), false],
  ['a method in small letters', stub({ ...get, method: 'get' }), stub(get), true],
  ['any address before one', stub({ method: 'GET' }), stub(get), true],
  ['another address', stub({ ...get, urlPath: '/b' }), stub(get), false],
  ['a pattern that could overlap', stub({ method: 'GET', urlPathPattern: '/.*' }), stub(get), false],
  [
    'a header that the other asks for too',
    stub({ ...get, headers: { a: { equalTo: '1' } } }),
    stub({ ...get, headers: { b: { absent: true }, a: { equalTo: '1' } } }),
    true,
  ],
  [
    'a header with another value',
    stub({ ...get, headers: { a: { equalTo: '1' } } }),
    stub({ ...get, headers: { a: { equalTo: '2' } } }),
    false,
  ],
  ['a header that the other does not ask for', stub({ ...get, headers: { a: { equalTo: '1' } } }), stub(get), false],
  [
    'one body pattern of two',
    stub({ ...get, bodyPatterns: [json] }),
    stub({ ...get, bodyPatterns: [{ contains: 'x' }, { equalToJson: '{"a":1}' }] }),
    true,
  ],
  ['a body pattern that the other does not have', stub({ ...get, bodyPatterns: [json] }), stub(get), false],
  [
    'basic credentials',
    stub({ ...get, basicAuth: { username: 'a', password: 'b' } }),
    stub({ ...get, basicAuth: { password: 'b', username: 'a' } }),
    true,
  ],
  ['a later priority', stub(get, { priority: 6 }), stub(get), false],
  ['an earlier priority', stub(get, { priority: 1 }), stub(get), true],
  ['a state of a scenario', stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }), stub(get), false],
  [
    'the same state of the same scenario',
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }),
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }),
    true,
  ],
  [
    'the same state for other callers',
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started', stateScope: { cookie: 'a' } }),
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }),
    false,
  ],
])('%s', (_, first, second, isShadowed) => {
  expect(shadows({ stub: first, position: 2 }, { stub: second, position: 1 })).toBe(isShadowed);
});

test('of two with the same request the older one shadows nothing', () => {
  expect(shadows({ stub: stub(get), position: 1 }, { stub: stub(get), position: 2 })).toBe(false);
});
