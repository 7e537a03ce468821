import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../../imported-collection.ts';
import type { JsonObject } from '../../json-values.ts';
import { newStep } from '../../step-parts.ts';
import type { ExportSource } from '../export-source.ts';
import { exportOpenApi } from './export-openapi.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const stepOf = (more: Partial<ImportedStep> = {}): ImportedStep =>
  newStep({ name: 'List', method: 'GET', url: 'https://a.test/orders', ...more });

interface Operation extends JsonObject {
  servers?: JsonObject[];
  parameters?: JsonObject[];
  requestBody?: { required?: boolean; content: Record<string, JsonObject> };
  responses: Record<string, JsonObject>;
}
interface Document {
  info: JsonObject;
  servers?: JsonObject[];
  tags?: JsonObject[];
  paths: Record<string, Record<string, Operation>>;
  components?: JsonObject;
}
const documentOf = (source: Partial<ExportSource>): Document =>
  JSON.parse(exportOpenApi({ title: 'Shop', steps: [stepOf()], ...source })) as Document;

/** The only operation of a document, with its path and method. */
function operationOf(step: Partial<ImportedStep>, source: Partial<ExportSource> = {}) {
  const { paths } = documentOf({ ...source, steps: [stepOf(step)] });
  const [[path, item] = ['', {}]] = Object.entries(paths);
  const [[method, operation] = ['', undefined]] = Object.entries(item);
  if (!operation) throw new Error('The document has no operation.');
  return { path, method, ...operation };
}

describe('the document', () => {
  test('names the API, its description, its folders and its server', () => {
    const { paths: _paths, ...rest } = documentOf({
      title: '',
      description: 'All orders',
      about: { version: '2.1', license: { name: 'MIT' } },
      folders: [{ path: 'Orders' }, { path: 'Orders / Old', description: 'Closed ones' }],
    });
    expect(rest).toEqual({
      openapi: '3.1.0',
      info: { title: 'API', version: '2.1', license: { name: 'MIT' }, description: 'All orders' },
      servers: [{ url: 'https://a.test' }],
      tags: [{ name: 'Orders' }, { name: 'Orders / Old', description: 'Closed ones' }],
    });
  });

  test('omits everything empty', () => {
    expect(documentOf({ steps: [] })).toEqual({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1.0.0' },
      paths: {},
    });
  });

  test('has one operation per path and method, with the additions of either request', () => {
    const twice = [
      stepOf({
        name: 'One',
        headers: [pair('X-A', '1')],
        assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
      }),
      stepOf({
        name: 'Two',
        headers: [pair('X-A', '2'), pair('X-B', '3')],
        assertions: [{ kind: 'status', operator: 'equals', expected: 404 }],
      }),
      stepOf({ method: 'PURGE', name: 'No method of OpenAPI' }),
      stepOf({ method: ' ', url: 'https://a.test/', name: 'One' }),
    ];
    const { paths } = documentOf({ steps: twice });
    expect(Object.keys(paths)).toEqual(['/orders', '/']);
    const { get, ...others } = paths['/orders'] ?? {};
    expect(others).toEqual({});
    expect([get?.summary, get?.operationId]).toEqual(['One', 'one']);
    expect(get?.parameters?.map(({ name, example }) => [name, example])).toEqual([
      ['X-A', '1'],
      ['X-B', '3'],
    ]);
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '404']);
    expect(paths['/']?.get?.operationId).toBe('one2');
  });
});

describe('the address', () => {
  test.each<[url: string, path: string, servers: object[] | undefined]>([
    ['https://a.test/orders?b=1#c', '/orders', undefined],
    ['https://a.test', '/', undefined],
    ['https://b.test/orders', '/orders', [{ url: 'https://b.test' }]],
    ['https://a.test/v2/orders', '/orders', [{ url: 'https://a.test/v2' }]],
    ['https://a.test/v23/orders', '/v23/orders', undefined],
    ['/orders', '/orders', undefined],
    ['https://{{host}}/orders', '/orders', [{ url: 'https://{host}', variables: { host: { default: '{{host}}' } } }]],
  ])('%s is the path %s at %j', (url, path, servers) => {
    const given = { servers: ['https://a.test/', 'https://a.test/v2'] };
    const operation = operationOf({ url }, given);
    expect([operation.path, operation.servers]).toEqual([path, servers]);
  });

  test('starts with the value of {{baseUrl}} if it is known', () => {
    const steps = [stepOf({ url: '{{baseUrl}}/orders' })];
    const variables = [{ name: 'baseUrl', value: 'https://c.test/api', isSecret: false }];
    expect(documentOf({ steps, variables })).toMatchObject({
      servers: [{ url: 'https://c.test/api' }],
      paths: { '/orders': {} },
    });
    expect(documentOf({ steps }).servers).toEqual([
      { url: '{baseUrl}', variables: { baseUrl: { default: '{{baseUrl}}' } } },
    ]);
    const named = { ...steps, steps, variables, servers: ['{{baseUrl}}'] };
    expect(documentOf(named).servers).toEqual([{ url: 'https://c.test/api' }]);
  });

  test('has its documented servers in order', () => {
    const documentation = { servers: ['https://d.test/', 'https://e.test'] };
    expect(operationOf({ url: 'https://d.test/orders', documentation }, { servers: ['https://a.test'] })).toMatchObject(
      {
        path: '/orders',
        servers: [{ url: 'https://d.test/' }, { url: 'https://e.test' }],
      },
    );
  });

  test('has a parameter for each variable part', () => {
    const url = 'https://a.test/:shop/{id}/{{region}}/a:b';
    const { path, parameters } = operationOf({ url, pathParams: [pair('shop', 's1', { description: 'Which' })] });
    const text = { required: true, schema: { type: 'string' } };
    expect(path).toBe('/{shop}/{id}/{region}/a:b');
    expect(parameters).toEqual([
      { name: 'shop', in: 'path', description: 'Which', ...text, example: 's1' },
      { name: 'id', in: 'path', ...text, example: '' },
      { name: 'region', in: 'path', ...text, example: '{{region}}' },
    ]);
  });
});

describe('parameters', () => {
  const only = (step: Partial<ImportedStep>) => operationOf(step).parameters ?? [];
  const text = { schema: { type: 'string' } };

  test('are those of query, headers and cookies, with the sent values as examples', () => {
    const headers = [
      pair(' X-A ', '1'),
      pair('Accept', 'text/plain'),
      pair('Content-Type', 'text/plain'),
      pair('Authorization', 'x'),
      pair('Cookie', 'c=1; d ; e=a%20b'),
      pair('Cookie', 'f=2', { enabled: false }),
    ];
    const queryParams = [pair('q', 'x'), pair('off', 'y', { enabled: false }), pair('', 'nothing')];
    expect(only({ url: 'https://a.test/orders?own=a+b&bare', headers, queryParams })).toEqual([
      { name: 'own', in: 'query', ...text, example: 'a b' },
      { name: 'bare', in: 'query', ...text, example: '' },
      { name: 'q', in: 'query', ...text, example: 'x' },
      { name: 'off', in: 'query', ...text, example: 'y', 'x-disabled': true },
      { name: 'X-A', in: 'header', ...text, example: '1' },
      { name: 'c', in: 'cookie', ...text, example: '1' },
      { name: 'e', in: 'cookie', ...text, example: 'a b' },
      { name: 'f', in: 'cookie', ...text, example: '2', 'x-disabled': true },
    ]);
  });

  test('with the same name in the query become a list', () => {
    expect(only({ queryParams: [pair('tag', 'a'), pair('tag', 'b')] })).toEqual([
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] },
    ]);
  });

  test.each<[schema: object, value: string, example: unknown]>([
    [{ type: 'integer' }, '7', 7],
    [{ type: 'integer' }, '07', '07'],
    [{ type: 'integer' }, 'true', 'true'],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'number' }, '1.50', '1.50'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, '1', '1'],
    [{ type: 'integer' }, '{{page}}', '{{page}}'],
    [{ type: 'string' }, '7', '7'],
    [{ type: 'array', items: { type: 'integer' } }, '7', [7]],
    [{ type: 'array', items: { type: 'integer' } }, '7,8', '7,8'],
  ])('described as %j: %s is the example %j', (schema, value, example) => {
    const documentation = {
      parameters: [
        {
          in: 'query' as const,
          name: 'p',
          schema,
          isRequired: true,
          isDeprecated: true,
          style: 'form',
          explode: false,
        },
      ],
    };
    expect(only({ queryParams: [pair('p', value)], documentation })).toEqual([
      { name: 'p', in: 'query', required: true, deprecated: true, schema, style: 'form', explode: false, example },
    ]);
  });

  test('that an import generated and disabled have no example, and are disabled again after import', () => {
    const documentation = (isRequired: boolean) => ({
      parameters: [{ in: 'query' as const, name: 'p', schema: { type: 'string', enum: ['asc'] }, isRequired }],
    });
    const queryParams = [pair('p', 'asc', { enabled: false })];
    const schema = { type: 'string', enum: ['asc'] };
    expect(only({ queryParams, documentation: documentation(false) })).toEqual([{ name: 'p', in: 'query', schema }]);
    expect(only({ queryParams, documentation: documentation(true) })).toEqual([
      { name: 'p', in: 'query', required: true, schema, 'x-disabled': true },
    ]);
  });
});

describe('the body', () => {
  const bodyOf = (body: ImportedStep['body'], more: Partial<ImportedStep> = {}) =>
    operationOf({ body, ...more }).requestBody;
  const pretty = JSON.stringify({ a: 1 }, null, 2);

  test.each<[body: ImportedStep['body'], content: object]>([
    [{ type: 'json', content: pretty }, { 'application/json': { schema: {}, example: { a: 1 } } }],
    [{ type: 'json', content: '{"a":1}' }, { 'application/json': { schema: {}, example: '{"a":1}' } }],
    [{ type: 'json', content: '{{body}}' }, { 'application/json': { schema: {}, example: '{{body}}' } }],
    [{ type: 'xml', content: '<a/>' }, { 'application/xml': { schema: { type: 'string' }, example: '<a/>' } }],
    [{ type: 'text', content: 'a' }, { 'text/plain': { schema: { type: 'string' }, example: 'a' } }],
    [
      { type: 'graphql', query: '{ a }', variables: '', operationName: '' },
      { 'application/json': { schema: { type: 'object' }, example: { query: '{ a }' } } },
    ],
    [
      { type: 'graphql', query: 'query A { a }', variables: pretty, operationName: 'A' },
      {
        'application/json': {
          schema: { type: 'object' },
          example: { query: 'query A { a }', operationName: 'A', variables: { a: 1 } },
        },
      },
    ],
    [
      {
        type: 'urlencoded',
        fields: [
          pair('a', '1', { description: 'First' }),
          pair('a', '2'),
          pair('b', '3', { enabled: false }),
          pair('', '4'),
        ],
      },
      {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', default: '3' } } },
          example: { a: ['1', '2'] },
        },
      },
    ],
    [
      {
        type: 'form',
        fields: [
          { key: 'a', kind: 'text', value: '1', contentType: 'text/csv' },
          { key: 'f', kind: 'file', value: 'x.png' },
        ],
      },
      {
        'multipart/form-data': {
          schema: { type: 'object', properties: { a: { type: 'string' }, f: { type: 'string', format: 'binary' } } },
          example: { a: '1' },
          encoding: { a: { contentType: 'text/csv' } },
        },
      },
    ],
  ])('%j is the content %j', (body, content) => {
    expect(bodyOf(body)).toEqual({ required: true, content });
  });

  test('is omitted if nothing is sent or documented', () => {
    expect(bodyOf({ type: 'none' })).toBeUndefined();
    const documentation = { requestBody: { description: 'An order', contents: [{ type: 'text/csv' }] } };
    expect(bodyOf({ type: 'none' }, { documentation })).toEqual({
      description: 'An order',
      content: { 'text/csv': {} },
    });
  });

  test.each<[written: string | undefined, documented: string[], type: string]>([
    [undefined, [], 'application/json'],
    ['application/problem+json', ['application/json'], 'application/problem+json'],
    [undefined, ['text/csv', 'application/json; charset=utf-8'], 'application/json; charset=utf-8'],
    [undefined, ['application/json-patch'], 'application/json'],
    [undefined, ['*/*'], '*/*'],
  ])('has the written media type (%s), or the documented one of %j: %s', (written, documented, type) => {
    const headers = written === undefined ? [] : [pair('content-type', written)];
    const schema = { type: 'object' };
    const documentation = { requestBody: { contents: documented.map((each) => ({ type: each, schema })) } };
    const found = bodyOf({ type: 'json', content: pretty }, { headers, documentation })?.content ?? {};
    expect(Object.keys(found)).toEqual([...new Set([...documented, type])]);
    expect(found[type]?.example).toEqual({ a: 1 });
  });
});

describe('responses', () => {
  const status = (expected: unknown, operator = 'equals', more: object = {}) =>
    ({ kind: 'status', operator, expected, ...more }) as ImportedStep['assertions'][number];

  test.each<[assertions: ImportedStep['assertions'], codes: string[]]>([
    [[], ['default']],
    [[status(200)], ['200']],
    [[status('2xx')], ['2XX']],
    [[status([200, 201], 'in')], ['200', '201']],
    [[status('200, 204', 'in')], ['200', '204']],
    [[status(600)], ['default']],
    [[status(200, 'notEquals')], ['default']],
    [[status(200, 'equals', { enabled: false })], ['default']],
  ])('required by %j are %j', (assertions, codes) => {
    expect(Object.keys(operationOf({ assertions }).responses)).toEqual(codes);
  });

  test('have the requested type and the asserted schema', () => {
    const schema = { type: 'array' };
    const assertions = [
      status(200),
      { kind: 'jsonSchema', operator: 'matches', expected: schema },
    ] as ImportedStep['assertions'];
    expect(operationOf({ assertions }).responses).toEqual({
      200: { description: 'As asserted', content: { 'application/json': { schema } } },
    });
    expect(
      operationOf({ assertions, headers: [pair('Accept', 'application/hal+json')] }).responses['200'],
    ).toMatchObject({
      content: { 'application/hal+json': { schema } },
    });
    expect(operationOf({ headers: [pair('Accept', 'text/plain, */*')] }).responses).toEqual({
      default: { description: 'Any response' },
    });
  });

  test('stay as documented; asserted ones are added', () => {
    const documentation = {
      responses: [
        {
          status: '200',
          description: 'Orders',
          headers: [{ name: 'X-Total', description: 'How many', schema: { type: 'integer' } }, { name: 'ETag' }],
          contents: [{ type: 'application/json', schema: { type: 'array' } }, { type: 'text/csv' }],
        },
      ],
    };
    const known = {
      description: 'Orders',
      headers: { 'X-Total': { description: 'How many', schema: { type: 'integer' } }, ETag: {} },
      content: { 'application/json': { schema: { type: 'array' } }, 'text/csv': {} },
    };
    expect(operationOf({ documentation }).responses).toEqual({ 200: known });
    expect(operationOf({ documentation, assertions: [status([200, 404], 'in')] }).responses).toEqual({
      200: known,
      404: { description: 'As asserted' },
    });
  });

  test('have named saved examples', () => {
    const example = (name: string, code: number, more: object = {}) => ({
      name,
      status: code,
      headers: [pair('Content-Type', 'text/plain')],
      body: 'a',
      ...more,
    });
    const examples = [
      example('Found', 200),
      example('Found', 200, { description: 'Again', headers: [pair('Content-Type', 'text/plain')] }),
      example('Gone', 410, { statusText: 'Gone', headers: [] }),
      example('Odd', 0),
    ];
    expect(operationOf({ examples, assertions: [status(200)] }).responses).toEqual({
      200: {
        description: 'As asserted',
        content: {
          'text/plain': { examples: { Found: { value: 'a' }, 'Found 2': { description: 'Again', value: 'a' } } },
        },
      },
      410: { description: 'Gone', content: { 'text/plain': { examples: { Gone: { value: 'a' } } } } },
      default: { description: 'Saved example', content: { 'text/plain': { examples: { Odd: { value: 'a' } } } } },
    });
  });
});

describe('authentication', () => {
  const secured = (authentication: HttpAuthentication, more: Partial<ImportedStep> = {}) => {
    const { paths, components } = documentOf({ steps: [stepOf({ ...more, authentication })] });
    return { security: paths['/orders']?.get?.security, schemes: components?.securitySchemes };
  };

  test.each<[authentication: HttpAuthentication, name: string, scheme: object, scopes?: string[]]>([
    [{ type: 'basic', username: 'u', password: 'p' }, 'basic', { type: 'http', scheme: 'basic' }],
    [{ type: 'bearer', token: 't' }, 'bearer', { type: 'http', scheme: 'bearer' }],
    [
      { type: 'apiKey', key: 'X Key', value: 'v', in: 'query' },
      'apiKey_X_Key',
      { type: 'apiKey', name: 'X Key', in: 'query' },
    ],
  ])('%j is the scheme %s', (authentication, name, scheme, scopes = []) => {
    expect(secured(authentication)).toEqual({ security: [{ [name]: scopes }], schemes: { [name]: scheme } });
  });

  test('that is documented is not repeated, and its row is not a parameter', () => {
    const scheme = { type: 'http', scheme: 'Bearer' };
    const key = { type: 'apiKey', name: 'X-Key', in: 'header' };
    const documentation = {
      security: [
        [
          { name: 'token', scheme },
          { name: 'key', scheme: key },
        ],
        [],
      ],
    };
    const headers = [pair('X-Key', '{{key}}')];
    const step = { authentication: { type: 'bearer', token: 't' } as const, documentation, headers };
    expect(secured(step.authentication, step)).toEqual({
      security: [{ token: [], key: [] }, {}],
      schemes: { token: scheme, key },
    });
    expect(operationOf(step).parameters).toBeUndefined();
    expect(operationOf({ ...step, headers: [pair('X-Key', 'own')] }).parameters).toHaveLength(1);
    expect(secured({ type: 'none' }, step).security).toEqual([{ token: [], key: [] }, {}]);
    expect(secured({ type: 'basic', username: 'u', password: 'p' }, step).security).toEqual([
      { basic: [] },
      { token: [], key: [] },
      {},
    ]);
  });
});

test('schema definitions are listed once by name, and conflicting ones are renamed', () => {
  const bodyWith = (definition: object) => ({
    documentation: {
      requestBody: {
        contents: [
          { type: 'application/json', schema: { $ref: '#/$defs/Order', $defs: { Order: definition, Item: {} } } },
        ],
      },
    },
  });
  const order = { type: 'object', properties: { items: { items: { $ref: '#/$defs/Item' } } } };
  const urls = ['a', 'b', 'c'].map((name) => `https://a.test/${name}`);
  const { paths, components } = documentOf({
    steps: [order, order, { type: 'string' }].map((definition, index) =>
      stepOf({ url: urls[index] ?? '', method: 'POST', ...bodyWith(definition) }),
    ),
  });
  const refOf = (path: string) => paths[path]?.post?.requestBody?.content['application/json']?.schema;
  expect(['/a', '/b', '/c'].map(refOf)).toEqual(
    ['Order', 'Order', 'Order_2'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  );
  expect(components?.schemas).toEqual({
    Order: { type: 'object', properties: { items: { items: { $ref: '#/components/schemas/Item' } } } },
    Item: {},
    Order_2: { type: 'string' },
    Item_2: {},
  });
});
