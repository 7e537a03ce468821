import { describe, expect, test } from 'vitest';
import { importMockoon } from './import-mockoon.ts';

const read = (environment: object) => importMockoon(JSON.stringify(environment));
const route = (responses: object[], more: object = {}) => ({
  uuid: 'r',
  type: 'http',
  method: 'get',
  endpoint: 'a',
  responses,
  ...more,
});
const answer = (uuid: string, more: object = {}) => ({ uuid, statusCode: 200, body: uuid, ...more });
const rules = [{ target: 'header', modifier: 'X', value: '1', operator: 'equals' }];
/** What each stub matches and answers, in the order in which they are tried. */
const stubsOf = (environment: object) =>
  read(environment)
    .stubs.toReversed()
    .map(({ request, response }) => ({ request, response }));
const answersOf = (responses: object[], more: object = {}) =>
  stubsOf({ routes: [route(responses, more)] }).map(
    ({ request, response }) =>
      `${(response as { body: string }).body}${'headers' in (request as object) ? ' by rule' : ''}`,
  );
const responseOf = (response: object, environment: object = {}) =>
  stubsOf({ ...environment, routes: [route([{ uuid: 'x', ...response }])] })[0]?.response;
const messagesOf = (environment: object) =>
  read(environment).problems.map(({ path, message }) => `${path}: ${message}`);

describe('a Mockoon environment', () => {
  test.each([
    ['{', 'document: The JSON cannot be read'],
    ['[]', 'routes: The environment has no routes that could be read.'],
    ['{}', 'routes: The environment has no routes that could be read.'],
  ])('%s is rejected with a reason', (text, reason) => {
    const { title, problems } = importMockoon(text);
    expect(title).toBe('Mockoon');
    expect(problems.map(({ path, message }) => `${path}: ${message}`).join()).toContain(reason);
  });

  test('forwards requests that no route answers, as the last resort', () => {
    const { stubs, problems, title } = read({ name: 'Shop', proxyMode: true, proxyHost: 'http://up.test', routes: [] });
    expect({ stubs, problems, title }).toEqual({
      title: 'Shop',
      problems: [],
      stubs: [
        {
          id: expect.any(String),
          name: 'Proxy',
          priority: 10,
          request: { method: 'ANY' },
          response: { proxyBaseUrl: 'http://up.test' },
        },
      ],
    });
    expect(read({ proxyMode: false, proxyHost: 'http://up.test' }).stubs).toEqual([]);
    expect(read({ proxyMode: true, proxyHost: '' }).stubs).toEqual([]);
  });

  test.each([
    [{ method: 'get', endpoint: 'a' }, '', { method: 'GET', urlPath: '/a' }],
    [{ method: 'all', endpoint: '/a/b' }, '/api/', { method: 'ANY', urlPath: '/api/a/b' }],
    [{ method: '', endpoint: 'a' }, 'api', { method: 'ANY', urlPath: '/api/a' }],
    [{ method: 'put', endpoint: 'a/:id/:b(\\d+)?' }, '', { method: 'PUT', urlPathTemplate: '/a/{id}/{b}' }],
    [{ method: 'get', endpoint: 'a/*' }, '', { method: 'GET', urlPathTemplate: '/a/*' }],
  ])('has the route %j below “%s” as %j', (given, endpointPrefix, request) => {
    expect(stubsOf({ endpointPrefix, routes: [route([answer('x')], given)] })[0]?.request).toEqual(request);
  });

  test('leaves out routes that are disabled or unsupported, and reports the latter', () => {
    const routes = [route([answer('x')], { enabled: false }), route([answer('y')], { type: 'ws', endpoint: 'chat' })];
    expect(stubsOf({ routes })).toEqual([]);
    expect(messagesOf({ routes })[0]).toBe('GET /chat: WebSocket routes are not supported.');
  });
});

describe('the responses of a route', () => {
  test.each<[what: string, responses: object[], more: object, tried: string[]]>([
    ['the first is given', [answer('a'), answer('b')], {}, ['a']],
    ['the marked one is given', [answer('a'), answer('b', { default: true })], {}, ['b']],
    ['those with rules come first', [answer('a'), answer('b', { rules }), answer('c')], {}, ['b by rule', 'a']],
    ['the only one may have rules', [answer('a', { rules })], {}, ['a by rule']],
    ['the marked one is also given by its rules', [answer('a', { rules, default: true })], {}, ['a by rule', 'a']],
    ['rules may be off', [answer('a', { rules }), answer('b', { rules })], { responseMode: 'DISABLE_RULES' }, ['a']],
    ['chance gives the first', [answer('a'), answer('b', { rules })], { responseMode: 'RANDOM' }, ['a']],
    ['none is none', [], {}, []],
  ])('%s', (_, responses, more, tried) => {
    expect(answersOf(responses, more)).toEqual(tried);
  });

  test('in sequence are a scenario that starts over', () => {
    const responses = ['a', 'b', 'c'].map((name) => answer(name, { rules }));
    const { stubs } = read({ routes: [route(responses, { responseMode: 'SEQUENTIAL' })] });
    expect(
      stubs
        .toReversed()
        .map(({ requiredScenarioState, newScenarioState }) => [requiredScenarioState, newScenarioState]),
    ).toEqual([
      ['Started', 'Answer 2'],
      ['Answer 2', 'Answer 3'],
      ['Answer 3', 'Started'],
    ]);
    expect(new Set(stubs.map(({ scenarioName }) => scenarioName))).toEqual(new Set(['Sequence of GET /a']));
    expect(new Set(stubs.map(({ id }) => id)).size).toBe(3);
  });

  test('in random order are reported as unsupported', () => {
    expect(messagesOf({ routes: [route([answer('a')], { responseMode: 'RANDOM' })] })).toEqual([
      'GET /a: Random answers are not supported; the first one is given.',
    ]);
  });

  test.each<[response: object, read: object, environment?: object]>([
    [{}, { status: 200, body: '', transformers: ['response-template'] }],
    [
      { statusCode: 404, body: 'x', latency: 5, disableTemplating: true },
      { status: 404, body: 'x', fixedDelayMilliseconds: 5 },
    ],
    [
      { statusCode: 'x', latency: 0, disableTemplating: true },
      { status: 200, body: '' },
    ],
    [
      { body: "{{urlParam 'a'}}", disableTemplating: true },
      { status: 200, body: "{{urlParam 'a'}}" },
    ],
    [
      {
        headers: [
          { key: 'B', value: '2' },
          { key: 'A', value: '3' },
          { key: '', value: '4' },
        ],
        disableTemplating: true,
      },
      { status: 200, headers: { A: '3', B: '2' }, body: '' },
      { headers: [{ key: 'A', value: '1' }] },
    ],
    [
      { bodyType: 'FILE', filePath: 'a.json', disableTemplating: true },
      { status: 200, bodyFileName: 'a.json' },
    ],
    [
      { bodyType: 'FILE', body: 'x', disableTemplating: true },
      { status: 200, body: 'x' },
    ],
    [
      { bodyType: 'INLINE', filePath: 'a.json', body: 'x', disableTemplating: true },
      { status: 200, body: 'x' },
    ],
    [
      { bodyType: 'DATABUCKET', databucketID: 'd', body: 'x', disableTemplating: true },
      { status: 200, body: '[1]' },
      { data: [{ id: 'd', value: '[1]' }] },
    ],
    [
      { bodyType: 'DATABUCKET', databucketID: 'u', body: 'x', disableTemplating: true },
      { status: 200, body: '[2]' },
      { data: [{ uuid: 'u', value: '[2]' }] },
    ],
    [
      { bodyType: 'INLINE', databucketID: 'd', body: 'x', disableTemplating: true },
      { status: 200, body: 'x' },
      { data: [{ id: 'd', value: '[1]' }] },
    ],
    [
      { bodyType: 'DATABUCKET', databucketID: 'none', body: 'x', disableTemplating: true },
      { status: 200, body: 'x' },
    ],
  ])('%j is read as %j', (response, expected, environment) => {
    expect(responseOf(response, environment)).toEqual(expected);
  });

  test('are named by their label, or by their status', () => {
    const nameOf = (more: object) => read({ routes: [route([answer('x', more)])] }).stubs[0]?.name;
    expect([nameOf({ label: 'Fine' }), nameOf({ statusCode: 404 })]).toEqual(['Fine', 'GET /a 404']);
  });
});

describe('records from a data bucket', () => {
  const crud = (value: string, more: object = {}) => ({
    data: [{ id: 'd', name: 'users', value }],
    routes: [{ type: 'crud', endpoint: 'users', responses: [{ databucketID: 'd', ...more }] }],
  });
  test.each<[value: string, more: object, idKey: string, items: object[], problem?: string]>([
    ['[{"id":1},5,{"id":2}]', {}, 'id', [{ id: 1 }, { id: 2 }]],
    ['[{"key":1}]', { crudKey: 'key' }, 'key', [{ key: 1 }]],
    ['', {}, 'id', []],
    ['{"a":1}', {}, 'id', []],
    ['[{{a}}]', {}, 'id', [], 'The data bucket users has templates; it begins empty.'],
    ['[', {}, 'id', [], 'The data bucket cannot be read: '],
  ])('%s with %j', (value, more, idKey, items, problem) => {
    const { resources, problems } = read(crud(value, more));
    expect(resources).toEqual([{ name: 'users', path: '/users', idKey, items }]);
    expect(problems.map(({ message }) => message)).toEqual(problem ? [expect.stringContaining(problem)] : []);
  });

  test('without a bucket start empty, named after the path', () => {
    const { resources, problems } = read({
      endpointPrefix: 'api',
      routes: [{ type: 'crud', endpoint: 'users', responses: [] }],
    });
    expect(problems).toEqual([]);
    expect(resources).toEqual([{ name: '/api/users', path: '/api/users', idKey: 'id', items: [] }]);
  });
});
