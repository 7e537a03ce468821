import type { Stub } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { shadows } from './shadows.ts';

const stub = (request: object, given: object = {}): Stub => ({ id: 'x', request, response: {}, ...given }) as Stub;
const get = { method: 'GET', urlPath: '/a' };
const json = { equalToJson: '{"a":1}' };

/** The first of the two is newer and therefore tried first. */
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
  ['one of several methods', stub({ ...get, method: { oneOf: ['GET'] } }), stub(get), false],
  [
    'the same methods',
    stub({ ...get, method: { oneOf: ['GET', 'PUT'] } }),
    stub({ ...get, method: { oneOf: ['GET', 'PUT'] } }),
    true,
  ],
  [
    'methods in another order',
    stub({ ...get, method: { oneOf: ['GET', 'PUT'] } }),
    stub({ ...get, method: { oneOf: ['PUT', 'GET'] } }),
    false,
  ],
  ['any host before one', stub(get), stub({ ...get, host: { equalTo: 'a' } }), true],
  ['one host before any', stub({ ...get, host: { equalTo: 'a' } }), stub(get), false],
  ['no credentials for some', stub({ ...get, basicAuth: null }), stub({ ...get, basicAuth: { username: 'a' } }), false],
  [
    'fewer credentials',
    stub({ ...get, basicAuth: { username: 'a' } }),
    stub({ ...get, basicAuth: { username: 'a', password: 'b' } }),
    false,
  ],
  ['a state that is asked for', stub({ ...get, state: 'open' }), stub(get), false],
  ['the same state', stub({ ...get, state: 'open' }), stub({ ...get, state: 'open' }), true],
  ['parts that are nothing', stub({ ...get, headers: null }), stub({ ...get, headers: { a: {} } }), false],
  [
    'a header where the other has a list',
    stub({ ...get, headers: { a: {} } }),
    stub({ ...get, headers: { a: [] } }),
    false,
  ],
  [
    'a header where the other has none at all',
    stub({ ...get, headers: { a: {} } }),
    stub({ ...get, headers: null }),
    false,
  ],
  ['patterns that are no list', stub({ ...get, bodyPatterns: json }), stub(get), true],
  [
    'parts of a form',
    stub({ ...get, multipartPatterns: [{ name: 'a' }] }),
    stub({ ...get, multipartPatterns: json }),
    false,
  ],
  ['the priority of most, said aloud', stub(get, { priority: 5 }), stub(get), true],
  [
    'another state',
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }),
    stub(get, { scenarioName: 's', requiredScenarioState: 'Done' }),
    false,
  ],
  [
    'the same state of another scenario',
    stub(get, { scenarioName: 's', requiredScenarioState: 'Started' }),
    stub(get, { scenarioName: 't', requiredScenarioState: 'Started' }),
    false,
  ],
  [
    'any state before one',
    stub(get, { scenarioName: 's' }),
    stub(get, { scenarioName: 's', requiredScenarioState: 'Done' }),
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

test('of two stubs with the same request the older one shadows nothing', () => {
  expect(shadows({ stub: stub(get), position: 1 }, { stub: stub(get), position: 2 })).toBe(false);
});
