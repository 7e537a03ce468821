import { describe, expect, test } from 'vitest';
import type { Stub } from '../stub.ts';
import { stowOwnMembers, unstowOwnMembers } from './own-members.ts';
import { parseStub, toWireMock } from './parse-stub.ts';

const places = (value: unknown) => parseStub(value).problems.map(({ path }) => path);

test.each<[value: unknown, paths: string[]]>([
  ['text', ['stub']],
  [{ reqest: {}, constructor: {} }, ['stub.reqest', 'stub.constructor']],
  [{ name: 5 }, ['stub.name']],
  [{ name: null, priority: null, request: null, metadata: null }, []],
  [{ priority: '1' }, ['stub.priority']],
  [{ persistent: 1, enabled: 'no' }, ['stub.persistent', 'stub.enabled']],
  [{ request: [], response: 'a', metadata: [] }, ['stub.request', 'stub.response', 'stub.metadata']],
  [{ serveEventListeners: {} }, ['stub.serveEventListeners']],
  [{ request: { path: '/a', url: '/a' } }, ['stub.request.path']],
  [{ requiredScenarioState: 'a' }, ['stub.requiredScenarioState']],
  [{ requiredScenarioState: 'a', scenarioName: '' }, ['stub.requiredScenarioState']],
  [{ requiredScenarioState: 'a', scenarioName: 's' }, []],
  [{ requiredScenarioState: '' }, []],
  [{ stateScope: 'mine' }, ['stub.stateScope']],
  [{ stateScope: { header: 5 } }, ['stub.stateScope']],
  [{ stateScope: {} }, ['stub.stateScope']],
  [{ stateScope: 'global' }, []],
  [{ stateScope: { tokenClaim: 'sub' } }, []],
  [{ postServeActions: [{ name: 'mail' }] }, ['stub.postServeActions']],
  [{ postServeActions: [{ name: 'webhook' }] }, ['stub.postServeActions']],
  [{ postServeActions: [{ name: 'webhook', parameters: { url: 5 } }] }, ['stub.postServeActions']],
  [{ postServeActions: { webhook: { url: 'http://a.test' } } }, []],
  [{ postServeActions: ['webhook'] }, []],
  [{ serveEventListeners: [{ parameters: {} }] }, ['stub.postServeActions']],
  [{ response: { colour: 'red' } }, ['stub.response.colour']],
  [{ response: { body: 'a', jsonBody: null } }, []],
  [{ response: { body: 'a', jsonBody: 1 } }, ['stub.response']],
  [{ response: { status: 100 } }, []],
  [{ response: { status: 999 } }, []],
  [{ response: { status: '204' } }, []],
  [{ response: { status: null } }, []],
  [{ response: { status: '{{a}}' } }, []],
  [{ response: { status: 99 } }, ['stub.response.status']],
  [{ response: { status: 1000 } }, ['stub.response.status']],
  [{ response: { status: 200.5 } }, ['stub.response.status']],
  [{ response: { status: ['{{'] } }, ['stub.response.status']],
  [{ response: { fault: 'EMPTY' } }, ['stub.response.fault']],
  [{ response: { fixedDelayMilliseconds: 0 } }, []],
  [{ response: { fixedDelayMilliseconds: -1 } }, ['stub.response.fixedDelayMilliseconds']],
  [{ response: { fixedDelayMilliseconds: '5' } }, ['stub.response.fixedDelayMilliseconds']],
  [{ response: { delayDistribution: { type: 'fixed', milliseconds: 0 } } }, []],
  [{ response: { delayDistribution: { type: 'fixed' } } }, ['stub.response.delayDistribution.milliseconds']],
  [{ response: { delayDistribution: { type: 'normal' } } }, ['stub.response.delayDistribution.type']],
  [
    { response: { delayDistribution: { type: 'uniform' } } },
    ['stub.response.delayDistribution.lower', 'stub.response.delayDistribution.upper'],
  ],
  [
    { response: { delayDistribution: { type: 'lognormal', median: -1 } } },
    ['stub.response.delayDistribution.median', 'stub.response.delayDistribution.sigma'],
  ],
  [
    { response: { chunkedDribbleDelay: {} } },
    ['stub.response.chunkedDribbleDelay.numberOfChunks', 'stub.response.chunkedDribbleDelay.totalDuration'],
  ],
  [{ response: { proxyBaseUrl: 'a http://b' } }, ['stub.response.proxyBaseUrl']],
  [{ response: { proxyBaseUrl: 'http://b' } }, []],
  [{ response: { proxyBaseUrl: 'a{{b}}' } }, []],
  [{ response: { headers: { 'a b': 'x' } } }, ['stub.response.headers.a b']],
  [{ response: { headers: { A: 'x\ny' } } }, ['stub.response.headers.A']],
  [{ response: { headers: { A: ['x', 'y\r'] } } }, ['stub.response.headers.A']],
  [{ response: { webSocket: 5 } }, ['stub.response.webSocket']],
])('the problems of the stub %j are: %j', (value, paths) => {
  expect(places(value)).toEqual(paths);
});

describe('a parsed stub', () => {
  test.each<[value: object, stub: object]>([
    [
      { id: 'a', uuid: 'b' },
      { id: 'a', request: {}, response: {} },
    ],
    [{ uuid: 'b' }, { id: 'b', request: {}, response: {} }],
    [
      { id: 'a', name: '', scenarioName: 's', requiredScenarioState: 'x', newScenarioState: 'y' },
      { id: 'a', scenarioName: 's', requiredScenarioState: 'x', newScenarioState: 'y', request: {}, response: {} },
    ],
    [
      { id: 'a', priority: 0, persistent: false, enabled: false, metadata: { a: 1 }, setState: { b: 2 } },
      {
        id: 'a',
        priority: 0,
        persistent: false,
        enabled: false,
        metadata: { a: 1 },
        setState: { b: 2 },
        request: {},
        response: {},
      },
    ],
    [
      { id: 'a', priority: 'x', persistent: 1, enabled: 0, metadata: 2, setState: 3, stateScope: 4 },
      { id: 'a', request: {}, response: {} },
    ],
    [
      { id: 'a', response: { body: { n: 1 }, fixedDelay: 5, colour: 'red', headers: null } },
      { id: 'a', request: {}, response: { body: '{"n":1}' } },
    ],
    [
      {
        id: 'a',
        stateScope: { cookie: 'c' },
        postServeActions: { webhook: { url: 'http://a.test' }, log: 5 },
        serveEventListeners: [{ name: 'webhook', parameters: { url: 'http://b.test' } }, 5, { parameters: 5 }],
      },
      {
        id: 'a',
        request: {},
        response: {},
        stateScope: { cookie: 'c' },
        postServeActions: [{ name: 'webhook', parameters: { url: 'http://a.test' } }, { name: 'log' }],
        serveEventListeners: [{ name: 'webhook', parameters: { url: 'http://b.test' } }, { name: '' }],
      },
    ],
    [
      { id: 'a', postServeActions: [], serveEventListeners: [] },
      { id: 'a', request: {}, response: {} },
    ],
  ])('from %j is %j', (value, stub) => {
    expect(parseStub(value).stub).toEqual(stub);
  });

  test('without an id gets a new one', () => {
    const [one, other] = [parseStub({ id: '' }).stub.id, parseStub({}).stub.id];
    expect(one).toMatch(/.{10}/);
    expect(one).not.toBe(other);
  });
});

const whole: Stub = {
  id: 'a',
  name: 'n',
  enabled: false,
  stateScope: { header: 'X' },
  setState: { a: 1 },
  metadata: { m: 1 },
  request: { method: ['GET', 'PUT'], url: '/a', graphql: { operationName: 'O' }, soapAction: 'urn:x' },
  response: { status: '{{a}}', body: 'b' },
};

describe('WireMock clients', () => {
  test('get unknown members in the metadata, and may send them back', () => {
    const stowed = stowOwnMembers(whole);
    expect(stowed).toEqual({
      id: 'a',
      name: 'n',
      request: { method: 'ANY', url: '/a' },
      response: { status: 200, body: 'b' },
      metadata: {
        m: 1,
        touchstone: {
          enabled: false,
          stateScope: { header: 'X' },
          setState: { a: 1 },
          request: { method: ['GET', 'PUT'], graphql: { operationName: 'O' }, soapAction: 'urn:x' },
          response: { status: '{{a}}' },
        },
      },
    });
    expect(unstowOwnMembers(stowed)).toEqual(whole);
  });

  test.each<[stub: object, stowed: object]>([
    [
      { id: 'a', request: { method: 'GET' }, response: { status: 404 } },
      { id: 'a', request: { method: 'GET' }, response: { status: 404 } },
    ],
    [
      { id: 'a', enabled: true, stateScope: 'global', metadata: {}, request: {}, response: {} },
      { id: 'a', metadata: {}, request: {}, response: { status: 200 } },
    ],
    [
      { id: 'a', request: {}, response: { events: [] } },
      { id: 'a', request: {}, response: { status: 200 }, metadata: { touchstone: { response: { events: [] } } } },
    ],
    [
      { id: 'a', request: { state: {} }, response: {} },
      { id: 'a', request: {}, response: { status: 200 }, metadata: { touchstone: { request: { state: {} } } } },
    ],
  ])('read %j as %j', (stub, stowed) => {
    expect(stowOwnMembers(stub as Stub)).toEqual(stowed);
  });

  test.each(['text', { id: 'a' }, { metadata: 'x' }, { metadata: { m: 1 } }, { metadata: { touchstone: 5 } }])(
    'may send %j, which stays unchanged',
    (given) => {
      expect(unstowOwnMembers(given)).toBe(given);
    },
  );

  test('lose metadata that contained nothing else', () => {
    const given = { id: 'a', request: { url: '/a' }, metadata: { touchstone: { enabled: false } } };
    expect(unstowOwnMembers(given)).toEqual({ id: 'a', enabled: false, request: { url: '/a' }, response: {} });
  });
});

describe('a stub converted for WireMock', () => {
  test('lists what is lost', () => {
    const { mapping, losses } = toWireMock({ ...whole, request: { ...whole.request, method: 'GET' } });
    expect(mapping).toEqual({
      id: 'a',
      uuid: 'a',
      name: 'n',
      metadata: { m: 1 },
      request: { method: 'GET', url: '/a', headers: { SOAPAction: { matches: '"?urn:x"?' } } },
      response: { body: 'b' },
    });
    expect(losses.map(({ path }) => path)).toEqual([
      'n.enabled',
      'n.stateScope',
      'n.setState',
      'n.request.graphql',
      'n.response.status',
    ]);
    expect(toWireMock({ id: 'a', enabled: false, request: {}, response: {} }).losses[0]?.path).toBe('a.enabled');
  });

  test.each<[request: object, headers: unknown]>([
    [{}, undefined],
    [{ headers: { A: 'b' } }, { A: 'b' }],
    [{ soapAction: 'a.b' }, { SOAPAction: { matches: '"?a\\.b"?' } }],
    [
      { soapAction: { equalTo: 'a' }, headers: { A: 'b' } },
      { A: 'b', SOAPAction: { matches: '"?a"?' } },
    ],
    [{ soapAction: { contains: 'a' } }, { SOAPAction: { contains: 'a' } }],
  ])('matches %j by the headers %j', (request, headers) => {
    const { mapping, losses } = toWireMock({ id: 'a', request: { ...request }, response: {} });
    expect((mapping.request as { headers?: unknown }).headers).toEqual(headers);
    expect(losses).toEqual([]);
  });
});
