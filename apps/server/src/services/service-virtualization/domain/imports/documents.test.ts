import { expect, test } from 'vitest';
import type { AssetContent, JsonObject } from '../asset-content.ts';
import { compareImport, type ImportedAsset, isSame } from './compare-import.ts';
import { toOpenApi } from './to-openapi.ts';

const content = (status: number): AssetContent => ({ form: 'stub', stub: { response: { status } } });

test.each([
  ['same', 200, 200, 200],
  ['updated', 201, 200, 200],
  ['kept', 200, 404, 200],
  ['conflict', 201, 404, 200],
  ['same', 201, 201, 200],
])('%s: the document says %i, here it is %i, it was %i', (change, now, mine, base) => {
  const asset: ImportedAsset = { id: '1', key: 'a', name: 'A', content: content(mine), base: content(base) };
  const entry = { key: 'a', name: 'A', content: content(now) };
  expect(compareImport([entry], [asset])).toEqual([{ change, entry, asset }]);
});

test('unknown entries are new, assets without an entry are gone', () => {
  const asset: ImportedAsset = { id: '1', key: 'a', name: 'A', content: content(1), base: content(1) };
  const entry = { key: 'b', name: 'B', content: content(1) };
  expect(compareImport([entry], [asset])).toEqual([
    { change: 'new', entry },
    { change: 'gone', asset },
  ]);
});

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1, b: 1 }, { a: 1, c: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [null, {}, false],
  [{}, null, false],
  ['1', 1, false],
  [Number.NaN, Number.NaN, true],
])('%j and %j say the same: %s', (a, b, expected) => {
  expect(isSame(a, b)).toBe(expected);
});

const asset = (stub: JsonObject, name = 'Order', isEnabled = true) => ({
  name,
  isEnabled,
  content: { form: 'stub' as const, stub },
});
const pathsOf = (...assets: Parameters<typeof toOpenApi>[1]) =>
  toOpenApi('Shop', assets).paths as Record<string, Record<string, JsonObject>>;

test('an asset is described as an operation with an example', () => {
  const stub = {
    request: {
      method: 'GET',
      urlPathTemplate: '/orders/{id}',
      queryParameters: { page: {} },
      headers: { 'X-Trace': {}, accept: {}, 'Content-Type': {}, Authorization: {} },
      cookies: { session: {} },
    },
    response: { status: 200, headers: { 'content-type': ['application/json; charset=utf-8'] }, body: '{"a":1}' },
  };
  const text = { schema: { type: 'string' } };
  expect(toOpenApi('Shop', [asset(stub)])).toEqual({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    paths: {
      '/orders/{id}': {
        get: {
          summary: 'Order',
          parameters: [
            { name: 'id', in: 'path', required: true, ...text },
            { name: 'page', in: 'query', required: false, ...text },
            { name: 'X-Trace', in: 'header', required: false, ...text },
            { name: 'session', in: 'cookie', required: false, ...text },
          ],
          responses: {
            '200': {
              description: 'Order',
              content: { 'application/json': { examples: { Order: { value: { a: 1 } } } } },
            },
          },
        },
      },
    },
  });
});

test('parameters of the same name in different places are all described', () => {
  const request = { method: 'PUT', urlPathTemplate: '/a/{id}/{id}', queryParameters: { id: {} }, cookies: { id: {} } };
  const parameters = pathsOf(asset({ request }))['/a/{id}/{id}']?.put?.parameters as JsonObject[];
  expect(parameters.map((parameter) => parameter.in)).toEqual(['path', 'query', 'cookie']);
});

test('answers of an operation are grouped, each with its own name', () => {
  const stub = (status: number, page: string) => ({
    request: { method: 'get', url: `/a?page=${page}`, queryParameters: { page: {} } },
    response: { status, jsonBody: { page } },
  });
  const paths = pathsOf(
    asset(stub(200, '1'), 'Page!'),
    asset(stub(200, '2'), 'Page?'),
    asset(stub(404, '3'), 'None'),
    asset(stub(200, '4'), '!'),
  );
  const operation = paths['/a']?.get;
  expect(operation?.parameters).toHaveLength(1);
  expect(operation?.responses).toEqual({
    '200': {
      description: 'Page!',
      content: {
        'application/json': {
          examples: {
            'Page-': { value: { page: '1' } },
            'Page--2': { value: { page: '2' } },
            '-': { value: { page: '4' } },
          },
        },
      },
    },
    '404': { description: 'None', content: { 'application/json': { examples: { None: { value: { page: '3' } } } } } },
  });
});

test.each<[response: JsonObject, content: object | undefined]>([
  [{ body: 'hello' }, { 'text/plain': { examples: { Order: { value: 'hello' } } } }],
  [
    { body: '<a/>', headers: { 'Content-Type': 'text/xml; charset=utf-8' } },
    { 'text/xml': { examples: { Order: { value: '<a/>' } } } },
  ],
  [
    { body: 'no JSON', headers: { 'Content-Type': 'application/json' } },
    { 'application/json': { examples: { Order: { value: 'no JSON' } } } },
  ],
  [{ body: 'x', headers: { 'Content-Type': ' ;a' } }, { 'text/plain': { examples: { Order: { value: 'x' } } } }],
  [{}, undefined],
])('the answer %j has the content %j', (response, expected) => {
  const operation = pathsOf(asset({ request: { method: 'GET', urlPath: '/a' }, response }))['/a']?.get;
  expect(operation).not.toHaveProperty('parameters');
  expect(operation?.responses).toEqual({ '200': { description: 'Order', ...(expected && { content: expected }) } });
});

test.each([
  [{ method: 'ANY' }, ['get', 'post', 'put', 'patch', 'delete']],
  [{}, ['get', 'post', 'put', 'patch', 'delete']],
  [{ method: ['GET', 'HEAD', 'PROPFIND'] }, ['get', 'head']],
  [{ method: { oneOf: ['PUT', 'TRACE'] } }, ['put', 'trace']],
])('an asset for %j has the operations %j', (request, methods) => {
  expect(Object.keys(pathsOf(asset({ request: { urlPath: '/a', ...request } }))['/a'] ?? {})).toEqual(methods);
});

test.each<[name: string, given: ReturnType<typeof asset>]>([
  ['one that is switched off', asset({ request: { urlPath: '/a' } }, 'A', false)],
  ['an address that is a pattern', asset({ request: { urlPattern: '/a.*' } })],
  ['an address with a wildcard', asset({ request: { urlPathTemplate: '/a/*' } })],
  ['no path', asset({ request: { urlPath: 'a' } })],
  ['a status that is computed', asset({ request: { urlPath: '/a' }, response: { status: '{{x}}' } })],
  ['a fault', asset({ request: { urlPath: '/a' }, response: { fault: 'EMPTY_RESPONSE' } })],
])('left out: %s', (_, given) => {
  expect(pathsOf(given)).toEqual({});
});

test('records have their operations', () => {
  const records = {
    name: 'A',
    isEnabled: true,
    content: { form: 'resource' as const, resource: { path: '/pets', name: 'Pet' } },
  };
  const paths = pathsOf(records);
  expect(Object.entries(paths).map(([path, operations]) => [path, Object.keys(operations)])).toEqual([
    ['/pets', ['get', 'post']],
    ['/pets/{id}', ['get', 'put', 'patch', 'delete']],
  ]);
  expect(paths['/pets']?.post).toMatchObject({ summary: 'post Pet', responses: { '201': { description: 'Pet' } } });
  expect(paths['/pets/{id}']?.delete).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
    responses: { '204': { description: 'Deleted' } },
  });
  const nameless = { ...records, content: { form: 'resource' as const, resource: { path: '/pets' } } };
  expect(pathsOf(nameless)['/pets']?.get).toMatchObject({ summary: 'get records' });
  expect(pathsOf({ ...records, content: { form: 'resource', resource: {} } })).toEqual({});
});
