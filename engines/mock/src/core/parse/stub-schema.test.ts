import { compileJsonSchema } from '@touchstone/engine-assert';
import { expect, test } from 'vitest';
import { MockEngine } from '../engine/mock-engine.ts';
import { stubSchema } from './stub-schema.ts';

const schema = compileJsonSchema(stubSchema as never);
const isValid = (stub: unknown) => schema.validate(stub as never).length === 0;
const isRead = (stub: unknown) => new MockEngine().put(stub).problems.length === 0;

test.each([
  {},
  { request: { method: 'GET', url: '/a' }, response: { status: 200, body: 'x' } },
  {
    id: 'a',
    uuid: 'a',
    name: 'n',
    priority: 1,
    request: { urlPathTemplate: '/a/{id}', pathParameters: { id: { matches: '\\d+' } } },
  },
  { request: { headers: { Accept: { contains: 'json' }, 'X-A': { absent: true }, 'X-B': 'text', 'X-C': 5 } } },
  {
    request: { queryParameters: { tag: { hasExactly: [{ equalTo: 'a' }] }, other: { includes: [{ equalTo: 'b' }] } } },
  },
  {
    request: {
      bodyPatterns: [
        { equalToJson: { a: 1 }, ignoreExtraElements: true },
        { matchesJsonPath: { expression: '$.a', equalTo: '1' } },
      ],
    },
  },
  { request: { bodyPatterns: [{ and: [{ contains: 'a' }, { not: { contains: 'b' } }] }] } },
  { request: { graphql: { operationName: 'Orders' }, soapAction: 'urn:x', state: { a: { equalTo: '1' } } } },
  {
    request: { method: 'MESSAGE' },
    response: { webSocket: { messages: [{ jsonBody: { a: 1 }, delay: 5 }], close: { code: 4000, reason: 'r' } } },
  },
  { response: { status: '{{request.query.status}}', headers: { A: ['1', '2'] }, transformers: ['response-template'] } },
  {
    response: { status: 503, fault: 'EMPTY_RESPONSE', delayDistribution: { type: 'lognormal', median: 5, sigma: 0.1 } },
  },
  { response: { events: [{ data: 'x', delay: 5 }], chunkedDribbleDelay: { numberOfChunks: 2, totalDuration: 10 } } },
  {
    response: {
      proxyBaseUrl: 'https://api.example.com',
      additionalProxyRequestHeaders: { A: 'b' },
      removeProxyRequestHeaders: ['x'],
    },
  },
  { response: { body: null, jsonBody: { a: 1 }, fixedDelayMilliseconds: null } },
  {
    scenarioName: 's',
    requiredScenarioState: 'Started',
    newScenarioState: 'b',
    stateScope: { header: 'X-User' },
    setState: { a: 1 },
  },
  {
    postServeActions: [{ name: 'webhook', parameters: { url: 'https://x.example' } }],
    metadata: { a: 1 },
    enabled: false,
  },
])('both accept %j', (stub) => {
  expect([isRead(stub), isValid(stub)]).toEqual([true, true]);
  expect(isValid({ mappings: [stub] })).toBe(true);
});

test.each([
  'text',
  [],
  { reqest: {} },
  { priority: 'high' },
  { enabled: 'yes' },
  { request: { path: '/a' } },
  { request: { headers: { A: { isEqualTo: 'x' } } } },
  { request: { bodyPatterns: [{ likes: 'x' }] } },
  { response: { status: 99 } },
  { response: { status: 'ok' } },
  { response: { body: 'a', jsonBody: {} } },
  { response: { fault: 'NONE' } },
  { response: { fixedDelayMilliseconds: -1 } },
  { response: { delayDistribution: { type: 'uniform', lower: 1 } } },
  { response: { chunkedDribbleDelay: { numberOfChunks: 1 } } },
  { response: { proxyBaseUrl: 'ftp://x' } },
  { response: { colour: 'red' } },
  { response: { webSocket: { messages: [{}] } } },
  { response: { webSocket: { close: { code: 1006 } } } },
  { response: { webSocket: { greeting: 'x' } } },
  { stateScope: 'mine' },
  { requiredScenarioState: 'a' },
  { serveEventListeners: [{ name: 'log' }] },
])('both reject %j', (stub) => {
  expect([isRead(stub), isValid(stub)]).toEqual([false, false]);
});
