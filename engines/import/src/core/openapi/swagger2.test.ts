import { describe, expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';
import { swaggerServers, upgradeScheme } from './swagger2.ts';

const read = (operation: object, rest: object = {}, item: object = {}) => {
  const { steps, problems } = importOpenApi(
    JSON.stringify({ swagger: '2.0', paths: { '/a': { ...item, post: operation } }, ...rest }),
  );
  return { ...steps[0]!, problems };
};

test.each([
  [{ host: 'h.test', basePath: '/v1', schemes: ['http', 'https', 'ws'] }, ['http://h.test/v1', 'https://h.test/v1']],
  [{ host: 'h.test', schemes: ['wss'] }, ['https://h.test']],
  [{ host: 'h.test' }, ['https://h.test']],
  [{ basePath: '/v1' }, ['/v1']],
  [{ basePath: '/' }, []],
  [{}, []],
])('the servers of %j are %j', (document, servers) => {
  expect(swaggerServers(document)).toEqual(servers);
});

describe('bodies', () => {
  const body = { in: 'body', name: 'b', schema: { const: { a: 1 } } };
  const content = '{\n  "a": 1\n}';
  test.each<[name: string, operation: object, rest: object, found: object]>([
    ['JSON where nothing is said', { parameters: [body] }, {}, { type: 'json', content }],
    [
      'what the operation takes',
      { parameters: [body], consumes: ['text/plain', 5] },
      { consumes: ['application/json'] },
      { type: 'text', content: '{"a":1}' },
    ],
    [
      'what the document says',
      { parameters: [body] },
      { consumes: ['text/plain'] },
      { type: 'text', content: '{"a":1}' },
    ],
    [
      'no form for a body',
      { parameters: [body], consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'] },
      {},
      { type: 'json', content },
    ],
    [
      'an example',
      { parameters: [{ ...body, 'x-example': { a: 2 } }] },
      {},
      { type: 'json', content: '{\n  "a": 2\n}' },
    ],
    ['a body without a schema', { parameters: [{ in: 'body', name: 'b' }] }, {}, { type: 'json', content: '{}' }],
    [
      'fields',
      { parameters: [{ in: 'formData', name: 'f', type: 'integer', required: true }] },
      {},
      { type: 'urlencoded', fields: [{ key: 'f', value: '1' }] },
    ],
    [
      'fields as parts',
      {
        parameters: [{ in: 'formData', name: 'f', type: 'integer', required: true }],
        consumes: ['application/json', 'multipart/form-data'],
      },
      {},
      { type: 'form', fields: [{ key: 'f', value: '1', kind: 'text' }] },
    ],
    [
      'files',
      {
        parameters: [
          { in: 'formData', name: 'f', type: 'file' },
          { in: 'formData', name: 'g', type: 'integer', required: true, description: 'G' },
        ],
        consumes: ['application/x-www-form-urlencoded'],
      },
      {},
      {
        type: 'form',
        fields: [
          { key: 'g', value: '1', kind: 'text', description: 'G' },
          { key: 'f', value: '', kind: 'file', enabled: false },
        ],
      },
    ],
    ['a body before fields', { parameters: [{ in: 'formData', name: 'f' }, body] }, {}, { type: 'json', content }],
    ['nothing', { parameters: [{ in: 'query', name: 'q' }] }, {}, { type: 'none' }],
  ])('%s', (_name, operation, rest, found) => {
    expect(read(operation, rest).body).toEqual(found);
  });

  test('a body states whether it is required, and its description', () => {
    const documented = (more: object) => read({ parameters: [{ ...body, ...more }] }).documentation?.requestBody;
    expect(documented({ required: true, description: 'Why' })).toMatchObject({ isRequired: true, description: 'Why' });
    expect(Object.keys(documented({ required: 'yes' }) ?? {})).toEqual(['contents']);
  });
});

test('parameters of the path and of the operation, which take precedence', () => {
  const shared = [
    { in: 'query', name: 'a', type: 'integer', required: true },
    { in: 'header', name: 'a', type: 'string', required: true },
    { $ref: '#/parameters/p' },
    { $ref: '#/no' },
  ];
  const own = [
    { in: 'query', name: 'a', type: 'string', 'x-example': 'own', description: 'Why' },
    { in: 'query', name: 'e', type: 'string', example: 'e' },
  ];
  const { queryParams, headers, documentation } = read(
    { parameters: own },
    { parameters: { p: { in: 'query', name: 'p', type: 'boolean' } } },
    { parameters: shared },
  );
  expect(queryParams).toEqual([
    { key: 'a', value: 'own', description: 'Why' },
    { key: 'p', value: 'true', enabled: false },
    { key: 'e', value: 'e' },
  ]);
  expect(headers).toEqual([{ key: 'a', value: 'string' }]);
  expect(documentation?.parameters).toEqual([
    { in: 'header', name: 'a', isRequired: true },
    { in: 'query', name: 'p', schema: { type: 'boolean' } },
  ]);
});

describe('responses', () => {
  const answer = (response: object, operation: object = {}, rest: object = {}) => {
    const { headers, documentation, examples } = read({ responses: { 200: response }, ...operation }, rest);
    return { accept: headers[0]?.value, documented: documentation?.responses?.[0], examples };
  };
  const schema = { type: 'integer' };
  test.each<[name: string, found: ReturnType<typeof answer>, wanted: object]>([
    [
      'JSON where nothing is said',
      answer({ schema }),
      { accept: 'application/json', documented: { contents: [{ type: 'application/json', schema }] } },
    ],
    [
      'what the operation gives',
      answer({ schema }, { produces: ['text/csv', 'text/html'] }, { produces: ['text/plain'] }),
      {
        accept: 'text/csv',
        documented: {
          contents: [
            { type: 'text/csv', schema },
            { type: 'text/html', schema },
          ],
        },
      },
    ],
    ['what the document says', answer({ schema }, {}, { produces: ['text/plain'] }), { accept: 'text/plain' }],
    [
      'examples of a type of their own',
      answer({ schema, examples: { 'text/csv': 'a,b', 'application/json': 1 } }),
      {
        documented: {
          contents: [
            { type: 'application/json', schema },
            { type: 'text/csv', schema },
          ],
        },
        examples: [{ body: '1' }, { body: 'a,b' }],
      },
    ],
    [
      'examples without a schema',
      answer({ examples: { 'text/csv': 'a,b' } }),
      { documented: { contents: [{ type: 'text/csv' }] } },
    ],
    [
      'headers',
      answer({ description: 'D', headers: { H: { type: 'integer', description: 'Why' }, I: { type: 'boolean' } } }),
      {
        documented: {
          status: '200',
          description: 'D',
          headers: [
            { name: 'H', description: 'Why', schema },
            { name: 'I', schema: { type: 'boolean' } },
          ],
        },
      },
    ],
  ])('%s', (_name, found, wanted) => {
    expect(found).toMatchObject(wanted);
  });

  test('an empty response has no content', () => {
    expect(answer({ description: 'D' })).toEqual({
      accept: undefined,
      examples: undefined,
      documented: { status: '200', description: 'D' },
    });
    expect(read({ responses: { 200: { $ref: '#/responses/r' } } }, { responses: { r: { schema } } }).headers).toEqual([
      { key: 'Accept', value: 'application/json' },
    ]);
  });
});

test('form parameters beside a body are reported, for a request has only one of them', () => {
  const field = (name: string) => ({ in: 'formData', name, type: 'string' });
  const parameters = [{ in: 'body', name: 'b', schema: { const: 1 } }, field('f'), field('g')];
  const { body, problems } = read({ parameters });
  expect(body).toEqual({ type: 'json', content: '1' });
  expect(problems).toContainEqual({
    place: 'POST /a, parameters',
    reason: 'The form fields f, g were left out, because the operation has a body as well.',
  });
});

test.each([
  [
    { type: 'basic', description: 'D' },
    { type: 'http', scheme: 'basic', description: 'D' },
  ],
  [
    { type: 'apiKey', in: 'query', name: 'k' },
    { type: 'apiKey', in: 'query', name: 'k' },
  ],
  [
    { type: 'oauth2', flow: 'application', tokenUrl: 't', scopes: { a: 'A' }, description: 'D' },
    { type: 'oauth2', description: 'D', flows: { clientCredentials: { tokenUrl: 't', scopes: { a: 'A' } } } },
  ],
  [
    { type: 'oauth2', flow: 'accessCode', authorizationUrl: 'a', tokenUrl: 't' },
    { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: 'a', tokenUrl: 't', scopes: {} } } },
  ],
  [
    { type: 'oauth2', flow: 'password', tokenUrl: 't' },
    { type: 'oauth2', flows: { password: { tokenUrl: 't', scopes: {} } } },
  ],
  [
    { type: 'oauth2', flow: 'toString' },
    { type: 'oauth2', flows: { toString: { scopes: {} } } },
  ],
  [
    { type: 'oauth2', flows: {} },
    { type: 'oauth2', flows: {} },
  ],
  [
    { type: 'other', flow: 'password' },
    { type: 'other', flow: 'password' },
  ],
])('the scheme %j is %j', (scheme, upgraded) => {
  expect(upgradeScheme(scheme)).toStrictEqual(upgraded);
});
