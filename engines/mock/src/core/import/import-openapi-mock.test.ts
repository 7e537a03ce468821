import { describe, expect, test } from 'vitest';
import { importOpenApiMock } from './import-openapi-mock.ts';
import { rank, statusOf } from './openapi-negotiation.ts';

const documentOf = (paths: object, more: object = {}) =>
  JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths, ...more });
const read = (paths: object, more?: object) => importOpenApiMock(documentOf(paths, more));
const json = (content: object) => ({ description: '', content: { 'application/json': content } });
interface ReadStub {
  name: string;
  priority?: number;
  request: { method: string; urlPath?: string; urlPathTemplate?: string; headers?: Record<string, object> };
  response: { status: number | string; headers?: object; body?: string; jsonBody?: unknown };
  metadata: object;
}
const stubsOf = (operation: object, path = '/a', more?: object) =>
  read({ [path]: { get: { summary: 'Get', ...operation } } }, more).stubs as unknown as ReadStub[];
const first = (operation: object) => stubsOf(operation)[0]!;

test.each([
  ['200', 200, 200],
  ['204', 204, 204],
  ['2XX', 200, 200],
  ['default', 300, 200],
  ['404', 1404, 404],
  ['4xx', 1400, 400],
  ['odd', 1200, 200],
])('the status %s has the rank %i and the code %i', (status, place, code) => {
  expect([rank(status), statusOf(status)]).toEqual([place, code]);
});

describe('an operation answers', () => {
  test('with its first success, in JSON if possible', () => {
    const stubs = stubsOf({
      operationId: 'get',
      responses: {
        500: json({ example: { error: 1 } }),
        201: {
          description: '',
          content: { 'text/plain': { example: 'b' }, 'application/json': { example: { a: 1 } } },
        },
      },
    });
    expect(stubs[0]).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
      name: 'Get',
      request: { method: 'GET', urlPath: '/a' },
      response: { status: 201, headers: { 'Content-Type': 'application/json' }, jsonBody: { a: 1 } },
      metadata: { operationId: 'get', refusesViolations: true },
    });
    expect(
      stubs
        .slice(1)
        .map(({ name, priority, request, response }) => [
          name,
          priority,
          Object.keys(request.headers ?? {}),
          response.status,
        ]),
    ).toEqual([
      ['Get (text/plain)', 4, ['Accept'], 201],
      ['Get (201)', 3, ['Prefer'], 201],
      ['Get (500)', 3, ['Prefer'], 500],
    ]);
    expect(stubs[1]?.request.headers).toEqual({ Accept: { contains: 'text/plain' } });
    expect(stubs[1]?.response.body).toBe('b');
    expect(new Set(stubs.map((stub) => JSON.stringify(stub))).size).toBe(4);
  });

  test('with status 200 and an empty body if it describes none', () => {
    const [stub, ...others] = stubsOf({});
    expect([stub?.request, stub?.response, others]).toEqual([{ method: 'GET', urlPath: '/a' }, { status: 200 }, []]);
  });

  test('with each of its named examples if requested', () => {
    const named = (examples: object) =>
      stubsOf({ responses: { 200: json({ examples }) } })
        .filter(({ priority }) => priority === 2)
        .map(({ name, response }) => [name, response.jsonBody]);
    expect(named({ cat: { value: 1 }, dog: { value: 2 } })).toEqual([
      ['Get (cat)', 1],
      ['Get (dog)', 2],
    ]);
    expect(named({ cat: { value: 1 } })).toEqual([['Get (cat)', 1]]);
    expect(stubsOf({ responses: { 200: json({ example: 1 }) } }).filter(({ priority }) => priority === 2)).toEqual([]);
    expect(
      stubsOf({ responses: { 200: json({ schema: { type: 'integer' } }) } }).filter(({ priority }) => priority === 2),
    ).toEqual([]);
  });

  test.each<[content: object, type: string, body: object]>([
    [{ example: 'text' }, 'application/json', { body: '"text"' }],
    [{ example: '{"a":1}' }, 'application/json', { body: '{"a":1}' }],
    [{ example: '"a"' }, 'application/json', { body: '"a"' }],
    [{ example: '[1' }, 'application/json', { body: '"[1"' }],
    [{ example: '7' }, 'application/json', { body: '"7"' }],
    [{ example: 'text' }, 'text/plain', { body: 'text' }],
    [{ example: { a: 1 } }, 'text/plain', { body: '{"a":1}' }],
    [{ example: { a: 1 } }, '*/*', { jsonBody: { a: 1 } }],
    [{ example: { a: 1 } }, 'application/x+json', { jsonBody: { a: 1 } }],
  ])('with the example %j of %s as %j', (content, type, body) => {
    const { response } = first({ responses: { 200: { description: '', content: { [type]: content } } } });
    const { status: _status, headers, ...rest } = response;
    expect(rest).toEqual(body);
    expect(headers).toEqual({ 'Content-Type': type.includes('*') ? 'application/json' : type });
  });

  test('with its described headers', () => {
    const headers = { 'X-Count': { schema: { type: 'integer' }, example: 7 } };
    expect(first({ responses: { 204: { description: '', headers } } }).response).toEqual({
      status: 204,
      headers: { 'X-Count': '7' },
    });
  });

  test('for a class of statuses with the requested one, unless its example looks like a template', () => {
    const of4xx = (example: unknown) => stubsOf({ responses: { '4XX': json({ example }) } }).at(-1)?.response;
    expect(of4xx({ a: 1 })).toMatchObject({
      status: expect.stringContaining('{{'),
      transformers: ['response-template'],
    });
    expect(of4xx({ a: '{{b}}' })).toMatchObject({ status: 400 });
  });
});

test.each([
  ['https://a.test/v1', undefined, '/v1/a'],
  ['/v2/', undefined, '/v2/a'],
  ['https://{{host}}/v1', undefined, '/a'],
  ['https://a.test/v1', '/own/', '/own/a'],
  ['https://a.test/v1', '', '/a'],
])('below the server %s and %s the path is %s', (url, basePath, path) => {
  const { stubs } = importOpenApiMock(documentOf({ '/a': { get: {} } }, { servers: [{ url }] }), { basePath });
  expect((stubs[0] as unknown as ReadStub).request.urlPath).toBe(path);
});

test('a path with variables is a template', () => {
  expect(stubsOf({ responses: {} }, '/a/{id}')[0]?.request).toEqual({ method: 'GET', urlPathTemplate: '/a/{id}' });
});

describe('records', () => {
  const pet = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const ok = (schema: object) => ({ responses: { 200: json({ schema }) } });
  const list = { type: 'array', items: pet };
  const resourcesOf = (paths: object) =>
    importOpenApiMock(documentOf(paths), { hasResources: true, basePath: '/v1', seed: 3 }).resources.map(
      ({ schema: _schema, ...rest }) => rest,
    );

  test.each<[what: string, paths: object, resources: object[]]>([
    [
      'of a list and its record',
      { '/pets': { get: ok(list) }, '/pets/{petId}': { get: ok(pet) } },
      [{ name: 'pets', path: '/v1/pets', idKey: 'id', seed: 3 }],
    ],
    [
      'with an id of the name of the parameter',
      { '/pets': { get: ok(list) }, '/pets/{name}': { get: ok(pet) } },
      [{ name: 'pets', path: '/v1/pets', idKey: 'name', seed: 3 }],
    ],
    [
      'with an id that no schema names',
      { '/pets': { get: ok(list) }, '/pets/{no}': { get: ok({ type: 'object' }) } },
      [{ name: 'pets', path: '/v1/pets', idKey: 'no', seed: 3 }],
    ],
    [
      'with members of parts of the schema',
      { '/pets': { get: ok(list) }, '/pets/{no}': { get: ok({ allOf: [pet, { type: 'object' }] }) } },
      [{ name: 'pets', path: '/v1/pets', idKey: 'id', seed: 3 }],
    ],
    [
      'in a member of the answer',
      {
        '/pets': { get: ok({ type: 'object', properties: { items: list, total: { type: 'integer' } } }) },
        '/pets/{petId}': { get: ok(pet) },
      },
      [{ name: 'pets', path: '/v1/pets', idKey: 'id', seed: 3, listKey: 'items' }],
    ],
    [
      'not where the answer has two lists',
      {
        '/pets': { get: ok({ type: 'object', properties: { items: list, others: list } }) },
        '/pets/{petId}': { get: ok(pet) },
      },
      [],
    ],
    ['not without a list', { '/pets/{petId}': { get: ok(pet) } }, []],
    [
      'not where only another method gives the list',
      { '/pets': { post: ok(list) }, '/pets/{petId}': { get: ok(pet) } },
      [],
    ],
    [
      'not where only lists of a record are described',
      { '/pets': { get: ok(list) }, '/pets/{petId}/toys': { get: ok(list) } },
      [],
    ],
    ['not without a schema', { '/pets': { get: ok(list) }, '/pets/{petId}': { get: { responses: {} } } }, []],
    ['not where a record is only changed', { '/pets': { get: ok(list) }, '/pets/{petId}': { put: ok(pet) } }, []],
  ])('%s', (_, paths, resources) => {
    expect(resourcesOf(paths)).toEqual(resources);
  });

  test('answer for themselves, and other operations as described', () => {
    const paths = {
      '/pets': { get: ok(list), post: ok(pet), options: ok(pet) },
      '/pets/{petId}': { get: ok(pet), delete: ok(pet) },
      '/pets/{petId}/toys': { get: ok(list) },
    };
    const pathsOf = (hasResources: boolean) => {
      const { stubs } = importOpenApiMock(documentOf(paths), { hasResources });
      const requests = (stubs as unknown as ReadStub[]).map(
        ({ request: { method, urlPath, urlPathTemplate } }) => `${method} ${urlPath ?? urlPathTemplate}`,
      );
      return [...new Set(requests)].toSorted();
    };
    expect(pathsOf(true)).toEqual(['GET /pets/{petId}/toys', 'OPTIONS /pets']);
    expect(pathsOf(false)).toHaveLength(6);
  });
});
