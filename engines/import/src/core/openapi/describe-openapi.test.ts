import { describe, expect, test } from 'vitest';
import { describeOpenApi } from './describe-openapi.ts';

const api = (paths: object, rest: object = {}) =>
  describeOpenApi(JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop' }, paths, ...rest }));
/** The description of one operation, `GET /a`. */
const one = (operation: object, item: object = {}, rest: object = {}) => {
  const { operations, problems } = api({ '/a': { ...item, get: operation } }, rest);
  expect(operations).toHaveLength(1);
  return { ...operations[0]!, problems: problems.map(({ place, reason }) => `${place}: ${reason}`) };
};
const json = (schema: unknown, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });

test('a whole description', () => {
  const text = { type: 'string' };
  const described = api(
    {
      '/orders/{id}': {
        parameters: [
          { name: 'id', in: 'path', schema: { type: 'integer' } },
          { name: 'q', in: 'query', schema: text },
        ],
        put: {
          summary: 'Replace',
          operationId: 'replaceOrder',
          parameters: [
            { name: 'q', in: 'query', required: true, style: 'form', explode: false, schema: { type: 'array' } },
            { name: 'f', in: 'query', content: { 'application/json': { schema: text } } },
            { name: 'X-A', in: 'header', required: false },
            {},
          ],
          requestBody: { required: true, content: { 'application/json': { schema: text }, 'text/plain': {} } },
          responses: {
            200: {
              headers: { ETag: { schema: { type: 'string', example: 'e' } } },
              content: { 'application/json': { schema: text, example: 'one' }, 'text/plain': {} },
            },
            default: {},
          },
        },
      },
    },
    { servers: [{ url: 'https://{h}/v1', variables: { h: { default: 'shop.test' } } }, { url: '/' }, { url: '' }] },
  );
  expect(described).toEqual({
    title: 'Shop',
    servers: ['https://shop.test/v1'],
    problems: [],
    operations: [
      {
        method: 'PUT',
        path: '/orders/{id}',
        operationId: 'replaceOrder',
        name: 'Replace',
        parameters: [
          { in: 'path', name: 'id', isRequired: true, schema: { type: 'integer' } },
          { in: 'query', name: 'q', isRequired: true, schema: { type: 'array' }, style: 'form', explode: false },
          { in: 'query', name: 'f', isRequired: false, schema: text },
          { in: 'header', name: 'X-A', isRequired: false },
          { in: '', name: '', isRequired: false },
        ],
        body: { isRequired: true, contents: [{ type: 'application/json', schema: text }, { type: 'text/plain' }] },
        answers: [
          {
            status: '200',
            headers: [{ name: 'ETag', value: 'e' }],
            contents: [
              {
                type: 'application/json',
                schema: text,
                sampleSchema: text,
                examples: [{ name: 'example', value: 'one' }],
              },
              { type: 'text/plain', examples: [] },
            ],
          },
          { status: 'default', headers: [], contents: [] },
        ],
      },
    ],
  });
});

test('a whole description of Swagger 2.0', () => {
  const described = describeOpenApi(
    JSON.stringify({
      swagger: '2.0',
      host: 'shop.test',
      basePath: '/v1',
      produces: ['application/json'],
      paths: {
        '/a': {
          parameters: [{ name: 'q', in: 'query', type: 'string' }],
          post: {
            parameters: [{ name: 'b', in: 'body', schema: { type: 'object' } }],
            responses: { 200: { schema: { type: 'string', 'x-nullable': true }, headers: { A: { type: 'integer' } } } },
          },
        },
      },
    }),
  );
  expect(described).toMatchObject({ title: 'API', servers: ['https://shop.test/v1'], problems: [] });
  expect(described.operations).toEqual([
    {
      method: 'POST',
      path: '/a',
      name: 'POST /a',
      parameters: [{ in: 'query', name: 'q', isRequired: false, schema: { type: 'string' }, explode: false }],
      body: { isRequired: false, contents: [{ type: 'application/json', schema: { type: 'object' } }] },
      answers: [
        {
          status: '200',
          headers: [{ name: 'A', value: '1' }],
          contents: [
            {
              type: 'application/json',
              schema: { type: ['string', 'null'] },
              sampleSchema: { type: ['string', 'null'] },
              examples: [{ name: 'sample', value: expect.anything() }],
            },
          ],
        },
      ],
    },
  ]);
});

test('names and paths of sparse descriptions', () => {
  const { operations, problems } = api(
    {
      'no-slash': { get: { operationId: 'read' }, trace: {}, post: 'text' },
      'x-own': { get: {} },
      '/query': { query: {} },
      '/gone': { $ref: '#/nowhere' },
      '/item': { $ref: '#/items/one' },
    },
    { items: { one: { head: { summary: ' ' } } } },
  );
  expect(operations.map(({ method, path, name, operationId }) => [method, path, name, operationId])).toEqual([
    ['GET', '/no-slash', 'read', 'read'],
    ['TRACE', '/no-slash', 'TRACE no-slash', undefined],
    ['QUERY', '/query', 'QUERY /query', undefined],
    ['HEAD', '/item', 'HEAD /item', undefined],
  ]);
  expect(operations[1]).not.toHaveProperty('operationId');
  expect(operations[1]).not.toHaveProperty('body');
  expect(problems).toEqual([{ place: '/gone', reason: '"#/nowhere" leads nowhere in the document.' }]);
});

test.each([
  [
    '',
    { title: '', servers: [], operations: [] },
    ['The text is neither a JSON object nor a YAML mapping. Give an OpenAPI or Swagger document.'],
  ],
  [
    '{}',
    { title: '', servers: [], operations: [] },
    ['The document has no version field. Give an OpenAPI 3.0, 3.1 or Swagger 2.0 document.'],
  ],
  ['{"openapi":"3.0.0"}', { title: 'API', servers: [], operations: [] }, ['The document has no operations.']],
])('for %j nothing is described, with a reason', (text, described, reasons) => {
  const { problems, ...rest } = describeOpenApi(text);
  expect(rest).toEqual(described);
  expect(problems.map(({ reason }) => reason)).toEqual(reasons);
});

test('references lead to parameters, bodies and answers', () => {
  const reference = (kind: string) => ({ $ref: `#/components/${kind}/x` });
  const { parameters, body, answers, problems } = one(
    {
      parameters: [reference('parameters'), 7, { $ref: '#/no' }],
      requestBody: reference('bodies'),
      responses: { 200: reference('responses'), 404: { $ref: '#/no' } },
    },
    {},
    {
      components: {
        parameters: { x: { name: 'p', in: 'query' } },
        bodies: { x: { content: { 'text/plain': {} } } },
        responses: { x: { headers: { H: { $ref: '#/components/headers/h' }, I: { $ref: '#/no' } } } },
        headers: { h: { example: 5 } },
      },
    },
  );
  expect([parameters, body, answers]).toEqual([
    [{ in: 'query', name: 'p', isRequired: false }],
    { isRequired: false, contents: [{ type: 'text/plain' }] },
    [
      { status: '200', headers: [{ name: 'H', value: '5' }], contents: [] },
      { status: '404', headers: [], contents: [] },
    ],
  ]);
  expect(problems.map((line) => line.split(': ')[0])).toEqual([
    'GET /a, parameters',
    'GET /a, response 200',
    'GET /a, response 404',
  ]);
});

describe('responses', () => {
  test.each<[name: string, header: object, found: string | undefined]>([
    ['a text', { example: 'x' }, 'x'],
    ['a number of its schema', { schema: { type: 'integer', minimum: 7 } }, '7'],
    ['false', { example: false }, 'false'],
    ['a list', { example: [1, 2] }, '[1,2]'],
    ['null', { example: null }, undefined],
    ['null of its schema', { schema: { type: 'null' } }, undefined],
    ['nothing', {}, undefined],
    ['named examples', { examples: { one: { value: 'n' } } }, 'n'],
  ])('a header with %s', (_name, header, found) => {
    const { answers } = one({ responses: { 200: { headers: { 'X-A': header } } } });
    expect(answers[0]?.headers).toEqual(found === undefined ? [] : [{ name: 'X-A', value: found }]);
  });

  test('the content type is not a separate header', () => {
    const header = { example: 'x' };
    const { answers } = one({
      responses: { 200: { headers: { 'content-TYPE': header, 'X-Content-Type': header, 'Content-Type-Of': header } } },
    });
    expect(answers[0]?.headers.map(({ name }) => name)).toEqual(['X-Content-Type', 'Content-Type-Of']);
  });

  test.each<[name: string, media: object, examples: object[]]>([
    ['one that is written', { example: 0 }, [{ name: 'example', value: 0 }]],
    [
      'several with names',
      { examples: { a: { value: 1 }, b: { $ref: '#/e' }, c: {}, d: 5 } },
      [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
    ],
    [
      'one, and several with names',
      { example: 0, examples: { a: { value: 1 } } },
      [
        { name: 'example', value: 0 },
        { name: 'a', value: 1 },
      ],
    ],
    ['a sample', { schema: { const: 3 } }, [{ name: 'sample', value: 3 }]],
    ['a sample where nothing is written', { examples: {}, schema: { const: 3 } }, [{ name: 'sample', value: 3 }]],
    ['none', {}, []],
  ])('examples of content: %s', (_name, media, examples) => {
    const { answers } = one(
      { responses: { 200: { content: { 'application/json': media } } } },
      {},
      { e: { value: 2 } },
    );
    expect(answers[0]?.contents[0]?.examples).toEqual(examples);
  });

  test.each([
    ['application/xml', '<root>x</root>'],
    ['application/soap+XML', '<root>x</root>'],
    ['application/xmlish', 'x'],
    ['application/myxml', 'x'],
  ])('a sample of %s is %s', (type, value) => {
    const { answers } = one({ responses: { 200: { content: { [type]: { schema: { const: 'x' } } } } } });
    expect(answers[0]?.contents[0]?.examples).toEqual([{ name: 'sample', value }]);
  });

  test('write-only members are not returned, and read-only ones are not sent', () => {
    const properties = {
      r: { type: 'integer', readOnly: true },
      w: { type: 'integer', writeOnly: true },
      b: { type: 'integer', format: 'int32', example: 5 },
    };
    const schema = { type: 'object', required: ['r', 'w', 'b'], properties };
    const { answers, body } = one({ requestBody: json(schema), responses: { 200: json(schema) } });
    expect(body?.contents[0]?.schema).toEqual({
      type: 'object',
      required: ['w', 'b'],
      properties: { w: { type: 'integer' }, b: { type: 'integer', format: 'int32', example: 5 } },
    });
    expect(answers[0]?.contents[0]).toEqual({
      type: 'application/json',
      schema: {
        type: 'object',
        required: ['r', 'b'],
        properties: { r: { type: 'integer' }, w: { type: 'integer' }, b: { type: 'integer' } },
      },
      sampleSchema: {
        type: 'object',
        required: ['r', 'b'],
        properties: { r: { type: 'integer' }, b: { type: 'integer', format: 'int32', example: 5 } },
      },
      examples: [{ name: 'sample', value: { r: 1, b: 5 } }],
    });
  });

  test('problems in a schema are reported with their place', () => {
    const { problems } = one({
      responses: { 200: json({ pattern: '(' }) },
      requestBody: json({ type: 'x' }),
      parameters: [{ name: 'p', in: 'query', schema: { pattern: '[' } }],
    });
    expect(problems).toEqual([
      'GET /a: The pattern [ is no regular expression; it is not checked.',
      'GET /a, body: The type "x" does not exist; it is not checked.',
      'GET /a, response 200: The pattern ( is no regular expression; it is not checked.',
    ]);
  });
});
