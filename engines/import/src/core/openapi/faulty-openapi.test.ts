import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepts, importOne, schemaOf, withOperation } from '../../testing/openapi-document.ts';
import { importOpenApi } from './import-openapi.ts';

test('a fault in one place does not stop the rest', () => {
  const document = {
    openapi: '3.1.0',
    paths: {
      'no-slash': {},
      '/broken': { get: 'text', post: { responses: { 200: { $ref: '#/nowhere' } } } },
      '/circle': { $ref: '#/paths/~1circle' },
      '/good': { get: { parameters: [{ in: 'query' }, { name: 'x', in: 'nowhere' }], responses: {} } },
    },
  };
  const api = importOpenApi(JSON.stringify(document));
  expect(api.title).toBe('Imported API');
  expect(api.steps.map(({ name }) => name)).toEqual(['POST /broken', 'GET /good']);
  expect(api.problems.map(({ place }) => place)).toEqual([
    'no-slash',
    'GET /broken',
    'POST /broken, response 200',
    '/circle',
    '/circle',
    'GET /good, parameters',
    'GET /good, parameter x',
  ]);
});

test('keeps schemas off the prototype and names distinct', () => {
  const text = `{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":
    {"anyOf":[{"$ref":"#/components/schemas/__proto__"},{"$ref":"#/x/schemas/__proto__"}]}}}}}}}},
    "components":{"schemas":{"__proto__":{"type":"object","properties":{"self":{"$ref":"#/components/schemas/__proto__"}}}}},
    "x":{"schemas":{"__proto__":{"type":"string"}}}}`;
  const schema = schemaOf(importOpenApi(text).steps[0]!) as { $defs: object };
  expect(Object.keys(schema.$defs).sort()).toEqual(['__proto__', '__proto___2']);
  expect({}).not.toHaveProperty('self');
});

test('a schema with an invalid pattern or type is used as far as possible', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '(' }, b: { type: 'text' } } };
  const { step, problems } = importOne(
    withOperation({ responses: { 200: { content: { 'application/json': { schema } } } } }),
  );
  expect(accepts(schemaOf(step), { a: 'x', b: 1 })).toBe(true);
  expect(accepts(schemaOf(step), { a: 1 })).toBe(false);
  expect(problems).toHaveLength(2);
});

test.each([
  ['', /neither a JSON object nor a YAML mapping/],
  ['just text', /neither/],
  ['[1, 2]', /neither/],
  ['{"openapi": "4.0.0", "paths": {}}', /of version 4\.0\.0/],
  ['info: {}', /has no version field/],
  ['{"swagger": "2.0"}', /no operations/],
  ['a: &a [*a]\nopenapi: 3.0.0', /cannot be read/],
  [
    `a: &a [x, x, x, x]\n${'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`)}]`)
      .join('\n')}`,
    /cannot be read/,
  ],
])('says why there is nothing in %j', (text, reason) => {
  const { steps, problems } = importOpenApi(text);
  expect(steps).toEqual([]);
  expect(problems.map((problem) => problem.reason).join(' ')).toMatch(reason);
});

test('a YAML fault is reported with its line, and the rest is read', () => {
  const api = importOpenApi('openapi: 3.0.0\npaths:\n  /a:\n    get:\n      summary: "Open\n      responses: {}\n');
  expect(api.problems[0]?.place).toMatch(/^line \d+, column \d+$/);
});

test('never throws, whatever the document contains', () => {
  const keys = fc.constantFrom(
    '$ref',
    'parameters',
    'schema',
    'content',
    'application/json',
    'responses',
    '200',
    'requestBody',
    'properties',
    'items',
    'type',
    'security',
    'name',
    'in',
    'example',
    'examples',
    'enum',
    'allOf',
    'nullable',
    'required',
    'servers',
    'url',
  );
  const values = fc.constantFrom<unknown>(
    '#',
    '#/paths',
    '#/paths/~1a',
    '#/%',
    'object',
    'array',
    'query',
    'path',
    true,
    null,
    3,
    '',
  );
  const node = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      values,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(keys, tie('node'), { maxKeys: 5 }),
    ),
  })).node;
  const versions = fc.constantFrom({ openapi: '3.0.0' }, { openapi: '3.1.0' }, { swagger: '2.0' });
  fc.assert(
    fc.property(versions, node, node, (version, get, rest) => {
      const document = {
        ...version,
        paths: { '/a': { get, parameters: rest }, '/b': rest },
        components: rest,
        security: rest,
      };
      const { problems } = importOpenApi(JSON.stringify(document));
      expect(
        problems.every(({ reason }) => !reason.includes('undefined') && !/is not a function|Cannot read/.test(reason)),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['an absolute server', 'https://a.test/v1/', undefined, 'https://a.test/v1'],
  ['a relative server of a known place', '/v1', 'https://b.test/docs/openapi.json', 'https://b.test/v1'],
  ['no server, a known place', undefined, 'https://b.test/docs/openapi.json', 'https://b.test'],
  ['a relative server of an unknown place', '/v1', undefined, ''],
  ['a server named by a variable', '{{host}}/v1', 'https://b.test/openapi.json', '{{host}}/v1'],
  ['its own name', '{{baseUrl}}', 'https://b.test/openapi.json', ''],
  ['a server that is no web address', 'file:///etc', undefined, ''],
])('the variable baseUrl has a value: %s', (_name, server, location, want) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A' },
    ...(server === undefined ? {} : { servers: [{ url: server }] }),
    paths: { '/x': { get: {} } },
  };
  const { variables } = importOpenApi(JSON.stringify(document), location === undefined ? {} : { location });
  expect(variables).toEqual([{ name: 'baseUrl', value: want, isSecret: false }]);
});

test.each([
  ['a number', 'openapi: 3.0', 'paths: { /pets: { get: {} } }'],
  ['a number of 3.1', 'openapi: 3.1', 'paths: { /pets: { get: {} } }'],
  ['a number of Swagger', 'swagger: 2.0', 'paths: { /pets: { get: {} } }'],
  ['a path without a slash', 'openapi: 3.0.0', 'paths: { pets: { get: {} } }'],
  ['a Swagger path without a slash', 'swagger: "2.0"', 'paths: { pets: { get: {} } }'],
])('[issue-10] common spellings of a version or path are read: %s', (_name, version, paths) => {
  const { steps, problems } = importOpenApi(`${version}\ninfo: { title: T }\n${paths}\n`);
  expect(steps.map(({ url }) => url)).toEqual(['{{baseUrl}}/pets']);
  expect(problems.map(({ reason }) => reason)).toEqual(
    paths.includes('/pets') ? [] : ['A path begins with a slash; one was put before it.'],
  );
});

describe('addresses', () => {
  const read = (document: object, options: Parameters<typeof importOpenApi>[1] = {}) => {
    const { steps, variables } = importOpenApi(JSON.stringify({ openapi: '3.1.0', ...document }), options);
    return {
      urls: steps.map(({ url }) => url),
      base: variables.find(({ name }) => name === 'baseUrl')?.value,
      variables,
    };
  };
  const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
  test('an operation, or its path, may have its own server', () => {
    const paths = {
      '/a': { get: servers('https://own.test//'), put: {}, ...servers('https://item.test', 'https://b.test') },
      '/b': { get: servers('https://main.test/v1/'), put: servers('v2'), post: servers('{{host}}/x') },
    };
    expect(read({ ...servers('https://main.test/v1'), paths }).urls).toEqual([
      'https://own.test/a',
      'https://item.test/a',
      '{{baseUrl}}/b',
      '{{host}}/x/b',
      'https://main.test/v2/b',
    ]);
    expect(
      read({ ...servers('https://main.test/v1'), paths }, { location: 'https://docs.test/x/api.json' }).urls.at(-1),
    ).toBe('https://docs.test/x/v2/b');
    expect(read({ paths: { '/b': { get: servers('v2') } } }).urls).toEqual(['{{baseUrl}}/b']);
    expect(read({ paths }, { baseUrl: 'http://given.test//' }).urls).toEqual(
      ['/a', '/a', '/b', '/b', '/b'].map((path) => `http://given.test${path}`),
    );
  });

  test('a server with variables', () => {
    const url = 'https://{a}.test/{b}/{c}';
    const paths = { '/x': { get: {} } };
    expect(read({ servers: [{ url, variables: { a: { default: 'h' }, b: { default: 1 } } }], paths }).base).toBe(
      'https://h.test/1/%7Bc%7D',
    );
    expect(read({ servers: [5, { url: ' ' }, { url: '/' }, { url: 'http://z.test/' }], paths }).base).toBe(
      'http://z.test',
    );
    expect(read({ ...servers('/v1'), paths }, { location: 'HTTPS://b.test/x' }).base).toBe('https://b.test/v1');
    expect(read({ ...servers('/v1'), paths }, { location: 'file:https:///x' }).base).toBe('');
  });

  test('only secrets are kept as secrets', () => {
    const securitySchemes = {
      o: { type: 'oauth2', flows: { password: { tokenUrl: 'https://a.test' } } },
      k: { type: 'apiKey', in: 'query', name: 'k' },
    };
    const { variables } = read({
      paths: {
        '/x': {
          get: {
            security: [{ o: [], k: [] }],
            parameters: [{ name: 'X', in: 'header', example: '{{mine}}{{my-own.x}}' }],
          },
        },
      },
      components: { securitySchemes },
    });
    expect(variables.map(({ name, isSecret, value }) => [name, isSecret, value])).toEqual([
      ['baseUrl', false, ''],
      ['clientId', false, ''],
      ['clientSecret', true, ''],
      ['username', false, ''],
      ['password', true, ''],
      ['mine', true, ''],
      ['my-own.x', true, ''],
      ['apiKey', true, ''],
    ]);
  });
});
