import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';

const operation = (operationParts: object, path = '/a', rest: object = {}) =>
  importOpenApi(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths: { [path]: { post: operationParts } }, ...rest }),
  );
const array = { type: 'array', items: { type: 'string' } };

test.each([
  [
    {},
    [
      ['p', 'a'],
      ['p', 'b'],
    ],
  ],
  [{ explode: false }, [['p', 'a,b']]],
  [{ style: 'spaceDelimited', explode: false }, [['p', 'a b']]],
  [{ style: 'pipeDelimited', explode: false }, [['p', 'a|b']]],
])('an array in the query with style %j', (style, rows) => {
  const { steps } = operation({
    parameters: [{ name: 'p', in: 'query', schema: array, example: ['a', 'b'], ...style }],
  });
  expect(steps[0]?.queryParams.map(({ key, value }) => [key, value])).toEqual(rows);
});

test.each([
  [
    {},
    [
      ['x', '1'],
      ['y', '2'],
    ],
  ],
  [{ explode: false }, [['p', 'x,1,y,2']]],
  [
    { style: 'deepObject' },
    [
      ['p[x]', '1'],
      ['p[y]', '2'],
    ],
  ],
])('an object in the query with style %j', (style, rows) => {
  const { steps } = operation({ parameters: [{ name: 'p', in: 'query', example: { x: 1, y: 2 }, ...style }] });
  expect(steps[0]?.queryParams.map(({ key, value }) => [key, value])).toEqual(rows);
});

test('paths of style label and matrix, exploded objects, JSON parameters and cookies', () => {
  const { steps } = operation(
    {
      parameters: [
        { name: 'l', in: 'path', style: 'label', example: '5' },
        { name: 'm', in: 'path', style: 'matrix', example: '6' },
        { name: 'o', in: 'path', explode: true, example: { x: 1, y: 2 } },
        { name: 'j', in: 'query', content: { 'application/json': { example: { k: 1 } } } },
        { name: 'c', in: 'cookie', example: 'v w' },
      ],
    },
    '/a{l}/b{m}/{o}',
  );
  expect(steps[0]).toMatchObject({
    url: '{{baseUrl}}/a.{l}/b;m={m}/{o}',
    pathParams: [
      { key: 'l', value: '5' },
      { key: 'm', value: '6' },
      { key: 'o', value: 'x=1,y=2' },
    ],
    queryParams: [{ key: 'j', value: '{"k":1}' }],
    headers: [{ key: 'Cookie', value: 'c=v%20w' }],
  });
});

test('form fields follow their encoding', () => {
  const body = (type: string, encoding: object) => ({
    requestBody: { content: { [type]: { example: { l: ['a', 'b'], o: { x: 1 } }, encoding } } },
  });
  const form = operation(
    body('application/x-www-form-urlencoded', { l: { explode: false }, o: { style: 'deepObject', explode: true } }),
  );
  expect(form.steps[0]?.body).toEqual({
    type: 'urlencoded',
    fields: [
      { key: 'l', value: 'a,b' },
      { key: 'o[x]', value: '1' },
    ],
  });
  const parts = operation(body('multipart/form-data', { o: { contentType: 'application/json' } }));
  expect(parts.steps[0]?.body).toMatchObject({
    fields: [
      { key: 'l', value: 'a' },
      { key: 'l', value: 'b' },
      { key: 'o', value: '{"x":1}', contentType: 'application/json' },
    ],
  });
});

test('Swagger 2.0 lists follow their collectionFormat, also in forms', () => {
  const list = (place: string, name: string, collectionFormat?: string) => ({
    name,
    in: place,
    type: 'array',
    items: { type: 'string' },
    'x-example': ['a', 'b'],
    example: ['a', 'b'],
    ...(collectionFormat && { collectionFormat }),
  });
  const { steps } = importOpenApi(
    JSON.stringify({
      swagger: '2.0',
      paths: {
        '/a': {
          post: {
            consumes: ['application/x-www-form-urlencoded'],
            parameters: [
              list('query', 'c'),
              list('query', 'm', 'multi'),
              list('query', 's', 'ssv'),
              list('query', 't', 'tsv'),
              list('formData', 'f', 'pipes'),
              list('formData', 'g', 'multi'),
            ],
          },
        },
      },
    }),
  );
  expect(steps[0]?.queryParams.map(({ key, value }) => `${key}=${value}`)).toEqual([
    'c=a,b',
    'm=a',
    'm=b',
    's=a b',
    't=a\tb',
  ]);
  expect(steps[0]?.body).toEqual({
    type: 'urlencoded',
    fields: [
      { key: 'f', value: 'a|b' },
      { key: 'g', value: 'a' },
      { key: 'g', value: 'b' },
    ],
  });
});

test('links, callbacks and webhooks are reported', () => {
  const { problems } = operation(
    { callbacks: { onEvent: {} }, responses: { 200: { description: '', links: { Next: {} } } } },
    '/a',
    { webhooks: { arrived: {} } },
  );
  expect(problems).toEqual([
    { place: 'POST /a', reason: expect.stringContaining('callbacks onEvent') },
    { place: 'POST /a', reason: expect.stringContaining('links Next') },
    { place: 'webhooks', reason: expect.stringContaining('arrived') },
  ]);
});

test('credentials and the base address are variables to fill in', () => {
  const { variables, environments } = operation({ security: [{ b: [] }] }, '/a', {
    components: { securitySchemes: { b: { type: 'http', scheme: 'basic' } } },
  });
  expect({ variables, environments }).toEqual({
    variables: [
      { name: 'baseUrl', value: '', isSecret: false },
      { name: 'username', value: '', isSecret: false },
      { name: 'password', value: '', isSecret: true },
    ],
    environments: [],
  });
});

test('an example takes precedence over a sample, and read-only members are not sent', () => {
  const schema = {
    allOf: [
      {
        type: 'object',
        properties: { id: { type: 'string', readOnly: true }, kind: { type: 'string', example: 'cat' } },
      },
      {
        oneOf: [
          { type: 'object', properties: { first: { type: 'integer' } } },
          { type: 'object', properties: { second: { type: 'integer' } } },
        ],
      },
    ],
  };
  const content = (media: object) =>
    operation({ requestBody: { content: { 'application/json': media } } }).steps[0]?.body;
  expect(JSON.parse((content({ schema }) as { content: string }).content)).toEqual({ kind: 'cat', first: 1 });
  expect(content({ schema, examples: { one: { value: { kind: 'dog' } } } })).toMatchObject({
    content: JSON.stringify({ kind: 'dog' }, null, 2),
  });
});

test('mutated documents never throw', () => {
  const text = JSON.stringify({
    openapi: '3.0.0',
    paths: {
      '/a/{b}': {
        get: {
          parameters: [{ name: 'b', in: 'path', schema: { $ref: '#/components/schemas/S' } }],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } } } },
        },
      },
    },
    components: { schemas: { S: { type: 'object', properties: { s: { $ref: '#/components/schemas/S' } } } } },
  });
  const values = fc.constantFrom('null', '[]', '{}', '1', '"x"', '"#/components"', '"__proto__"', 'true', '');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), values, (at, length, inserted) => {
      importOpenApi(text.slice(0, at) + inserted + text.slice(at + length));
    }),
    { numRuns: 300 },
  );
});

test('headers of parts are reported, except for the type, which parts can have', () => {
  const properties = { a: { const: '1' }, b: { const: '2' } };
  const encoding = { a: { headers: { 'X-A': {}, 'content-type': {}, 'X-B': {} } }, b: { headers: {} }, gone: 5 };
  const requestBodyOf = (type: string) => ({
    content: { [type]: { schema: { type: 'object', properties }, encoding } },
  });
  const reported = (type: string) => operation({ requestBody: requestBodyOf(type), responses: {} }).problems;
  expect(reported('multipart/form-data')).toContainEqual({
    place: 'POST /a, request body',
    reason: 'The part a has the headers X-A, X-B, which parts cannot have. They were left out.',
  });
  // They have no meaning elsewhere.
  expect(JSON.stringify(reported('application/x-www-form-urlencoded'))).not.toContain('X-A');
});
