import type { FlowNode } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { expectedOf, faultOf, mockNodeKinds, patternOf } from './mock-nodes.ts';

const fill = (text: string) => text.replaceAll('{{id}}', '7');
const node = (settings: FlowNode['settings']): FlowNode =>
  ({ id: 'n', kind: 'k', name: 'N', inputs: [], outputs: [], settings }) as unknown as FlowNode;

test.each([
  [
    { method: 'GET', path: '/orders/{{id}}' },
    { method: 'GET', urlPath: '/orders/7' },
  ],
  [{ method: 'ANY', addressForm: 'urlPathPattern', path: '/o.*' }, { urlPathPattern: '/o.*' }],
  [
    { path: '/a', conditions: '{"headers":{"A":{"contains":"x"}}}', header: 'X-User', headerValue: 'u{{id}}' },
    { urlPath: '/a', headers: { A: { contains: 'x' }, 'X-User': { equalTo: 'u7' } } },
  ],
  [{ conditions: '{"bodyPatterns":[{"equalToJson":{"id":{{id}}}}]}' }, { bodyPatterns: [{ equalToJson: { id: 7 } }] }],
  [
    { method: ' PUT ', addressForm: 'anything', path: ' /a ' },
    { method: 'PUT', urlPath: '/a' },
  ],
  [{ addressForm: 'url', path: '/a?b=1' }, { url: '/a?b=1' }],
  [{ path: '/a', conditions: 'no JSON' }, { urlPath: '/a' }],
  [{ header: 'X-User', headerValue: 5 }, { headers: { 'X-User': { equalTo: '' } } }],
  [{}, {}],
])('the pattern of %j is %j', (settings, expected) => {
  expect(patternOf(settings, fill)).toEqual(expected);
});

test('a verification is a count or an order', () => {
  const of = { method: 'GET', path: '/a' };
  const pattern = { method: 'GET', urlPath: '/a' };
  expect(expectedOf(of, fill)).toEqual({ pattern, atLeast: 1 });
  expect(expectedOf({ ...of, compare: 'exactly', count: 0 }, fill)).toEqual({ pattern, exactly: 0 });
  expect(expectedOf({ ...of, compare: 'atMost', count: 3 }, fill)).toEqual({ pattern, atMost: 3 });
  expect(expectedOf({ ...of, compare: 'about', count: Number.NaN }, fill)).toEqual({ pattern, atLeast: 1 });
  expect(expectedOf({ mode: 'order', order: 'nothing' }, fill)).toEqual({ order: [{ urlPath: '' }] });
  expect(expectedOf({ mode: 'order', order: 'POST /a\n \n * /b/{{id}}?x=1' }, fill)).toEqual({
    order: [{ method: 'POST', urlPath: '/a' }, { url: '/b/7?x=1' }],
  });
});

test('a fault is a status with a body, or a broken connection, optionally delayed', () => {
  const request = { urlPath: '/pay' };
  expect(faultOf({ path: '/pay', body: '{"id":{{id}}}', delayMs: 20 }, fill)).toEqual({
    request,
    response: {
      status: 503,
      body: '{"id":7}',
      headers: { 'Content-Type': 'application/json' },
      fixedDelayMilliseconds: 20,
    },
  });
  expect(faultOf({ path: '/pay', status: 429, body: 'Wait.', delayMs: 0 }, fill)).toEqual({
    request,
    response: { status: 429, body: 'Wait.', headers: { 'Content-Type': 'text/plain' } },
  });
  expect(faultOf({ path: '/pay', body: ' [1]' }, fill).response).toMatchObject({
    headers: { 'Content-Type': 'application/json' },
  });
  expect(faultOf({ path: '/pay', effect: 'SLOW', body: 'a [' }, fill).response).toMatchObject({
    status: 503,
    headers: { 'Content-Type': 'text/plain' },
  });
  expect(faultOf({ path: '/pay', effect: 'EMPTY_RESPONSE', delayMs: 5 }, fill).response).toEqual({
    fault: 'EMPTY_RESPONSE',
    fixedDelayMilliseconds: 5,
  });
  expect(faultOf({ path: '/pay', effect: 'EMPTY_RESPONSE', status: 200 }, fill)).toEqual({
    request,
    response: { fault: 'EMPTY_RESPONSE' },
  });
});

const mockId = 'm';
test.each<[keyof typeof mockNodeKinds, FlowNode['settings'], string[]]>([
  ['switch', {}, ['MISSING_MOCK']],
  ['switch', { mockId }, []],
  ['state', { mockId }, ['MISSING_SCENARIO']],
  [
    'fault',
    { mockId, path: '/a', seconds: 0, status: 99, delayMs: -1 },
    ['FAULT_DURATION', 'FAULT_STATUS', 'FAULT_DELAY'],
  ],
  ['switch', { mockId: ' ' }, ['MISSING_MOCK']],
  ['state', { mockId, scenario: 'Cart' }, []],
  ['fault', { mockId, path: '/a', seconds: 1, status: 200, delayMs: 0 }, []],
  ['fault', { mockId, path: '/a', seconds: 3600, status: 599, delayMs: 600_000 }, []],
  [
    'fault',
    { mockId, path: '/a', seconds: 3601, status: 600, delayMs: 600_001 },
    ['FAULT_DURATION', 'FAULT_STATUS', 'FAULT_DELAY'],
  ],
  ['fault', { mockId, path: '/a', seconds: 1.5, status: 200.5 }, ['FAULT_DURATION', 'FAULT_STATUS']],
  ['fault', { mockId, conditions: '{"headers":{}}' }, []],
  ['fault', { mockId, conditions: '{{given}}' }, []],
  ['fault', { mockId, path: '/a', conditions: 'null' }, ['INVALID_CONDITIONS']],
  ['fault', { mockId, path: '/a', conditions: '5' }, ['INVALID_CONDITIONS']],
  ['fault', { mockId, path: '/a', conditions: '{' }, ['INVALID_CONDITIONS']],
  ['fault', {}, ['MISSING_MOCK', 'MISSING_PATH']],
  ['fault', { mockId }, ['MISSING_PATH']],
  ['fault', { mockId, path: '/a', conditions: '[]' }, ['INVALID_CONDITIONS']],
  ['reset', { mockId, state: false }, ['NOTHING_TO_RESET']],
  ['reset', { mockId, faults: true }, []],
  ['reset', { mockId, state: true, journal: false }, []],
  ['reset', { mockId, records: true }, []],
  ['reset', { mockId, journal: true }, []],
  ['reset', { mockId, everything: true }, ['NOTHING_TO_RESET']],
  ['verify', { mockId, path: '/a' }, []],
  ['verify', { mockId, path: '/a', count: 0 }, []],
  ['verify', { mockId, path: '/a', count: 1_000_000 }, []],
  ['verify', { mockId, path: '/a', count: 1_000_001 }, ['INVALID_COUNT']],
  ['verify', { mockId }, ['MISSING_PATH']],
  ['verify', { mockId, path: '/a', count: -1 }, ['INVALID_COUNT']],
  ['verify', { mockId, mode: 'order' }, ['MISSING_ORDER']],
  ['verify', { mockId, mode: 'order', order: 'GET orders' }, ['INVALID_ORDER']],
  ['verify', { mockId, mode: 'order', order: 'GET /orders' }, []],
])('a node %s with %j has the faults %j', (name, settings, codes) => {
  expect(mockNodeKinds[name].check?.(node(settings)).map(({ code }) => code)).toEqual(codes);
});

test('a node refers to its mock, and to its asset if it has one', () => {
  expect(mockNodeKinds.switch.references?.(node({ mockId, assetId: 'a' }))).toEqual([
    { type: 'mock', id: 'm' },
    { type: 'mock', id: 'a' },
  ]);
  expect(mockNodeKinds.switch.references?.(node({ mockId: '', assetId: 5 }))).toEqual([]);
});
