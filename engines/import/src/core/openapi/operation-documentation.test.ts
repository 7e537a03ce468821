import { describe, expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';
import { operationIdOf } from './openapi-documentation.ts';

const read = (document: object) => importOpenApi(JSON.stringify({ openapi: '3.1.0', ...document }));
/** The documentation of one operation. */
function documented(operation: object, rest: object = {}, item: object = {}) {
  const { steps } = read({ paths: { '/a': { ...item, get: operation } }, ...rest });
  const { description, documentation, examples } = steps[0]!;
  return { description, documentation, examples };
}
const nothing = { description: undefined, documentation: undefined, examples: undefined };

test('a whole operation', () => {
  const sub = { type: 'integer', description: 'Why' };
  const { description, documentation, examples } = documented(
    {
      summary: `A name ${'x'.repeat(60)}`,
      description: 'All about it',
      operationId: 'own',
      tags: ['folder', 'more', 5, 'yet more'],
      deprecated: true,
      externalDocs: { url: 'https://d.test', description: 'More' },
      parameters: [
        { in: 'path', name: 'p', required: true, schema: { type: 'string' } },
        { in: 'query', name: 'q', required: true, deprecated: true, schema: { ...sub, example: 5, examples: [6] } },
        { in: 'query', name: 'l', explode: false, style: 'pipeDelimited', schema: { type: 'array', items: sub } },
        { in: 'query', name: 's', explode: false, style: 'form', schema: { type: 'string', maxLength: 5 } },
        { in: 'query', name: 'spread', example: { a: 1 }, schema: { type: 'object' } },
        { in: 'header', name: 'h', schema: { type: 'string' } },
        { in: 'header', name: 'Accept', required: true },
        { in: 'cookie', name: 'c', required: true },
      ],
      requestBody: {
        description: 'Sent',
        required: true,
        content: { 'application/json': { schema: sub }, 'text/plain': {} },
      },
      responses: {
        200: {
          description: 'Good',
          headers: { H: { description: 'Head', schema: sub }, I: {}, J: { $ref: '#/no' } },
          content: { 'application/json': { schema: sub, example: 5 } },
        },
        '4xx': {},
        default: { description: ' ' },
        99: {},
        600: {},
        '1234': {},
        'x-own': {},
        201: { $ref: '#/no' },
      },
      security: [{ key: ['a', 5] }, {}, { gone: [] }],
      servers: [{ url: 'https://own.test' }],
    },
    { components: { securitySchemes: { key: { type: 'http', scheme: 'basic' } } } },
  );
  expect(description).toBe('All about it');
  expect(documentation).toEqual({
    name: `A name ${'x'.repeat(60)}`,
    operationId: 'own',
    tags: ['more', 'yet more'],
    isDeprecated: true,
    externalDocs: { url: 'https://d.test', description: 'More' },
    parameters: [
      { in: 'query', name: 'q', isRequired: true, isDeprecated: true, schema: sub },
      { in: 'query', name: 'l', schema: { type: 'array', items: sub }, style: 'pipeDelimited', explode: false },
      { in: 'query', name: 's', schema: { type: 'string', maxLength: 5 } },
      { in: 'cookie', name: 'c', isRequired: true },
    ],
    requestBody: {
      description: 'Sent',
      isRequired: true,
      contents: [{ type: 'application/json', schema: sub }, { type: 'text/plain' }],
    },
    responses: [
      {
        status: '200',
        description: 'Good',
        headers: [{ name: 'H', description: 'Head', schema: sub }, { name: 'I' }, { name: 'J' }],
        contents: [{ type: 'application/json', schema: sub }],
      },
      { status: '4XX', description: '' },
      { status: 'default', description: '' },
    ],
    security: [[{ name: 'key', scheme: { type: 'http', scheme: 'basic' }, scopes: ['a'] }], [], []],
    servers: ['https://own.test'],
  });
  expect(examples).toEqual([
    { name: 'Example 200', status: 200, headers: [{ key: 'Content-Type', value: 'application/json' }], body: '5' },
  ]);
});

describe('empty parts are not kept', () => {
  test.each<[name: string, operation: object]>([
    ['an operation without anything', {}],
    ['what is not deprecated', { deprecated: 'yes' }],
    ['a link without an address', { externalDocs: { description: 'x' } }],
    ['an id that is made of the name', { summary: 'List pets', operationId: 'listPets' }],
    ['an id that is made of the name and numbered', { summary: 'List pets', operationId: 'listPets12' }],
    ['one tag', { tags: ['a'] }],
    ['a body that says nothing', { requestBody: { required: false, content: {} } }],
    ['a body that is not there', { requestBody: { $ref: '#/no' } }],
    [
      'a parameter that says nothing',
      {
        parameters: [
          { in: 'query', name: 'q', schema: { type: 'string' } },
          { in: 'query', name: 5, required: true },
        ],
      },
    ],
    ['a required parameter of the path', { parameters: [{ in: 'path', name: 'p', required: true }] }],
    ['an explode that is not', { parameters: [{ in: 'query', name: 'q', explode: false, style: 'form' }] }],
    [
      'an example of a parameter',
      { parameters: [{ in: 'query', name: 'q', schema: { type: 'string', example: 'x' } }] },
    ],
  ])('%s', (_name, operation) => {
    expect(documented(operation)).toEqual(nothing);
  });

  test.each([
    ['another id', { summary: 'List pets', operationId: 'listPetsA' }, { operationId: 'listPetsA' }],
    ['an id before the name', { summary: 'List pets', operationId: 'allPets1' }, { operationId: 'allPets1' }],
    [
      'an id that only ends in a number',
      { summary: 'List pets', operationId: 'listPetsA1' },
      { operationId: 'listPetsA1' },
    ],
    ['a link without a text', { externalDocs: { url: 'u', description: 5 } }, { externalDocs: { url: 'u' } }],
    [
      'a list that explodes',
      { parameters: [{ in: 'query', name: 'q', explode: true, style: 5, example: ['x'], schema: { type: 'array' } }] },
      { parameters: [{ in: 'query', name: 'q', schema: { type: 'array' } }] },
    ],
    [
      'no schema but a type of text',
      {
        parameters: [
          { in: 'query', name: 'q', schema: { type: 'string', format: 'date' } },
          { in: 'query', name: 'i', schema: { type: 'integer' } },
        ],
      },
      {
        parameters: [
          { in: 'query', name: 'q', schema: { type: 'string', format: 'date' } },
          { in: 'query', name: 'i', schema: { type: 'integer' } },
        ],
      },
    ],
    [
      'what is only written or read',
      {
        requestBody: {
          content: {
            'text/plain': {
              schema: { required: ['a'], properties: { a: { readOnly: true }, b: { writeOnly: true } } },
            },
          },
        },
      },
      {
        requestBody: {
          contents: [
            {
              type: 'text/plain',
              schema: { required: ['a'], properties: { a: { readOnly: true }, b: { writeOnly: true } } },
            },
          ],
        },
      },
    ],
  ])('but kept is %s', (_name, operation, documentation) => {
    expect(documented(operation).documentation).toEqual(documentation);
  });

  test('a description of the path applies to its operations', () => {
    expect(documented({}, {}, { description: 'Item' }).description).toBe('Item');
    expect(documented({ description: 'Own' }, {}, { description: 'Item' }).description).toBe('Own');
  });

  test('schemas that are too large to keep are reported', () => {
    const schema = { title: 'x'.repeat(64 * 1024) };
    const { steps, problems } = read({
      paths: { '/a': { get: { requestBody: { content: { 'application/json': { schema } } } } } },
    });
    expect(steps[0]).not.toHaveProperty('documentation.requestBody.contents.0.schema');
    expect(problems).toEqual([
      { place: 'GET /a, request body', reason: 'The schema is too large to be kept as documentation.' },
    ]);
    const headers = { H: { schema: { pattern: '(' } } };
    expect(read({ paths: { '/a': { get: { responses: { 200: { headers } } } } } }).problems).toEqual([]);
    expect(
      read({
        paths: { '/a': { get: { requestBody: { content: { 'application/json': { schema: { pattern: '(' } } } } } } },
      }).problems.map(({ place }) => place),
    ).toEqual(['GET /a, request body']);
  });
});

describe('examples of responses', () => {
  const answered = (responses: object, rest: object = {}) =>
    documented({ responses }, rest).examples?.map(({ name, status, body, description }) => [
      name,
      status,
      body,
      ...(description ? [description] : []),
    ]);
  const media = (more: object, type = 'application/json') => ({ content: { [type]: more } });
  test.each<[name: string, responses: object, found: unknown]>([
    ['one', { 404: media({ example: { a: 1 } }) }, [['Example 404', 404, '{\n  "a": 1\n}']]],
    ['a text', { 200: media({ example: 'x' }) }, [['Example 200', 200, '"x"']]],
    ['a text that is JSON', { 200: media({ example: '{"a":1}' }) }, [['Example 200', 200, '{"a":1}']]],
    ['a text of another type', { 200: media({ example: 'x' }, 'text/plain') }, [['Example 200', 200, 'x']]],
    ['a thing of another type', { 200: media({ example: { a: 1 } }, 'text/plain') }, [['Example 200', 200, '{"a":1}']]],
    ['null', { 200: media({ example: null }) }, [['Example 200', 200, 'null']]],
    [
      'several',
      {
        200: media({
          examples: {
            a: { value: 1, summary: 'S' },
            b: { value: 2, summary: 'S', description: 'D' },
            c: {},
            d: 5,
            e: { $ref: '#/e' },
          },
        }),
      },
      [
        ['a', 200, '1', 'S'],
        ['b', 200, '2', 'D'],
        ['e', 200, '3'],
      ],
    ],
    ['one before several', { 200: media({ example: 0, examples: { a: { value: 1 } } }) }, [['Example 200', 200, '0']]],
    ['one of a class', { '5xx': media({ example: 1 }) }, [['Example 5xx', 500, '1']]],
    ['one of all', { default: media({ example: 1 }) }, [['Example', 200, '1']]],
    ['one of all others', { 201: {}, default: media({ example: 1 }) }, [['Example', 500, '1']]],
    ['one of all others beside failures', { 404: {}, default: media({ example: 1 }) }, [['Example', 200, '1']]],
    [
      'one of what is no status',
      {
        x404: media({ example: 1 }),
        4041: media({ example: 1 }),
        '5XXX': media({ example: 1 }),
        x5XX: media({ example: 1 }),
      },
      [
        ['Example 4041', 200, '1'],
        ['Example x404', 200, '1'],
        ['Example 5XXX', 200, '1'],
        ['Example x5XX', 200, '1'],
      ],
    ],
  ])('%s', (_name, responses, found) => {
    expect(answered(responses, { e: { value: 3 } })).toEqual(found);
  });
});

test.each([
  ['List all pets', 'listAllPets'],
  ['GET /a-b/{id}', 'getABId'],
  ['Größe 2', 'grosse2'],
  ['é', 'e'],
  ['…', 'request'],
])('the id of %s is %s', (name, id) => {
  expect(operationIdOf(name)).toBe(id);
});

describe('the document', () => {
  test('title, description, other information, and its tags', () => {
    const paths = { '/a': { get: {} } };
    const { title, description, about, folders } = read({
      info: { title: ' T ', description: 'D', version: '1' },
      tags: [{ name: 'a', description: 'A' }, { name: 'b', description: ' ' }, { description: 'c' }, 5],
      paths,
    });
    expect({ title, description, about, folders }).toEqual({
      title: 'T',
      description: 'D',
      about: { version: '1' },
      folders: [{ path: 'a', description: 'A' }, { path: 'b' }],
    });
    const bare = read({ paths });
    expect(bare.title).toBe('Imported API');
    for (const key of ['description', 'about', 'folders']) expect(bare).not.toHaveProperty(key);
    expect(importOpenApi('')).toEqual({
      title: '',
      servers: [],
      steps: [],
      variables: [],
      environments: [],
      problems: [expect.anything()],
    });
  });
});
