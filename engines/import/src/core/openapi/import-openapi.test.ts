import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { accepts, importOne, schemaOf, withOperation } from '../../testing/openapi-document.ts';
import { importOpenApi } from './import-openapi.ts';

const pets = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [
    { url: 'https://{region}.example.org/v1/', variables: { region: { default: 'eu' } } },
    { url: 'http://localhost:8080' },
  ],
  security: [{ bearer: [] }],
  paths: {
    '/pets': {
      get: {
        summary: 'List pets',
        tags: ['pets', 'read'],
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'tag', in: 'query', example: ['a', 'b'], schema: { type: 'array', items: { type: 'string' } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', example: 'on' } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
          404: { description: 'none' },
        },
      },
      post: {
        operationId: 'createPet',
        requestBody: {
          content: {
            'text/plain': { schema: { type: 'string' } },
            'application/json': { schema: { $ref: '#/components/schemas/Pet' } },
          },
        },
        responses: { 201: { $ref: '#/components/responses/Pet' }, 202: { $ref: '#/components/responses/Pet' } },
      },
    },
    '/pets/{petId}/photo': {
      parameters: [{ $ref: '#/components/parameters/PetId' }],
      put: {
        security: [],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  caption: { type: 'string', example: 'Rex' },
                  photo: { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'stored' } },
      },
    },
  },
  components: {
    parameters: { PetId: { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } } },
    responses: {
      Pet: {
        description: 'a pet',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'secret'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', example: 'Rex' },
          nick: { type: 'string', nullable: true, enum: ['R', 'X'] },
          weight: { type: 'number', minimum: 0, exclusiveMinimum: true, example: 3.5 },
          secret: { type: 'string', writeOnly: true },
          parent: { nullable: true, allOf: [{ $ref: '#/components/schemas/Pet' }] },
          children: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};

const byName = (name: string, api = importOpenApi(JSON.stringify(pets))) => {
  const step = api.steps.find((candidate) => candidate.name === name);
  if (!step) throw new Error(`no step ${name}: ${api.steps.map((candidate) => candidate.name)}`);
  return step;
};

test('reads title, servers and every operation, from JSON and YAML', () => {
  const json = importOpenApi(JSON.stringify(pets));
  const yaml = importOpenApi(stringify(pets));
  expect(json).toMatchObject({ title: 'Pets', servers: ['https://eu.example.org/v1/', 'http://localhost:8080'] });
  expect(json.steps.map(({ method, url, name, group }) => [method, url, name, group])).toEqual([
    ['GET', '{{baseUrl}}/pets', 'List pets', 'pets'],
    ['POST', '{{baseUrl}}/pets', 'createPet', 'pets'],
    ['PUT', '{{baseUrl}}/pets/{petId}/photo', 'PUT /pets/{petId}/photo', 'pets'],
  ]);
  const withoutIds = (api: typeof json) => ({ ...api, steps: api.steps.map((step) => ({ ...step, id: '' })) });
  expect(withoutIds(yaml)).toEqual(withoutIds(json));
});

test('paths are appended to the given base address', () => {
  const api = importOpenApi(JSON.stringify(pets), { baseUrl: 'http://localhost:9000/api/' });
  expect(api.steps[0]?.url).toBe('http://localhost:9000/api/pets');
});

test('sends required parameters and those with an example, and lists the others', () => {
  const { queryParams, headers } = byName('List pets');
  expect(queryParams).toEqual([
    { key: 'limit', value: '1' },
    { key: 'cursor', value: 'string', enabled: false },
    { key: 'tag', value: 'a' },
    { key: 'tag', value: 'b' },
  ]);
  expect(headers).toEqual([
    { key: 'Accept', value: 'application/json' },
    { key: 'X-Trace', value: 'on' },
  ]);
});

test('asserts the documented success and the schema of its response', () => {
  const step = byName('List pets');
  expect(step.assertions[0]).toEqual({ kind: 'status', operator: 'in', expected: '200' });
  const schema = schemaOf(step);
  const pet = { id: 1, name: 'Rex' };
  expect(accepts(schema, [pet, { ...pet, nick: null, parent: null, children: [{ ...pet, children: [] }] }])).toBe(true);
  expect(accepts(schema, [{ ...pet, parent: { id: 'x', name: 'Rex' } }])).toBe(false);
  expect(accepts(schema, [{ ...pet, nick: 'Z' }])).toBe(false);
  expect(accepts(schema, [{ ...pet, weight: 0 }])).toBe(false);
  expect(accepts(schema, [{ name: 'Rex' }])).toBe(false);
});

test('every documented success counts', () => {
  const step = byName('createPet');
  expect(step.assertions[0]?.expected).toBe('201,202');
  expect(accepts(schemaOf(step), { id: 1, name: 'Rex' })).toBe(true);
  expect(accepts(schemaOf(step), 'Rex')).toBe(false);
});

test('makes a JSON body without read-only members', () => {
  const { body } = byName('createPet');
  expect(body.type).toBe('json');
  const content = JSON.parse(body.type === 'json' ? body.content : '') as object;
  expect(content).toMatchObject({ name: 'Rex', weight: 3.5 });
  expect(content).not.toHaveProperty('id');
});

test('makes a form, fills in the path, and reports that a file has to be selected', () => {
  const api = importOpenApi(JSON.stringify(pets));
  const step = byName('PUT /pets/{petId}/photo', api);
  expect(step.pathParams).toEqual([{ key: 'petId', value: '1' }]);
  expect(step.body).toEqual({
    type: 'form',
    fields: [
      { key: 'caption', value: 'Rex', kind: 'text' },
      { key: 'photo', value: '', kind: 'file', enabled: false },
    ],
  });
  expect(step.assertions).toEqual([{ kind: 'status', operator: 'in', expected: '204' }]);
  expect(api.problems).toEqual([
    { place: 'PUT /pets/{petId}/photo, request body', reason: expect.stringContaining('photo sends a file') },
  ]);
});

test('the security of the document applies unless the operation has its own', () => {
  expect(byName('List pets').authentication).toEqual({ type: 'bearer', token: '{{bearerToken}}' });
  expect(byName('PUT /pets/{petId}/photo').authentication).toEqual({ type: 'none' });
});

test.each([
  ['basic', { type: 'http', scheme: 'Basic' }, { type: 'basic', username: '{{username}}', password: '{{password}}' }],
  [
    'apiKey',
    { type: 'apiKey', in: 'query', name: 'k' },
    { type: 'apiKey', key: 'k', value: '{{apiKey}}', in: 'query' },
  ],
  ['oauth2', { type: 'oauth2', flows: {} }, { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' }],
])('reads %s security', (_, scheme, expected) => {
  const document = withOperation({ security: [{ it: [] }] }, { components: { securitySchemes: { it: scheme } } });
  expect(importOne(document).step.authentication).toEqual(expected);
});

test('two combined schemes, a cookie key, and an unknown scheme', () => {
  const securitySchemes = {
    'app-id': { type: 'apiKey', in: 'header', name: 'X-App' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    bearer: { type: 'http', scheme: 'bearer' },
    tls: { type: 'mutualTLS' },
  };
  const security = [{ bearer: [], 'app-id': [], session: [], tls: [] }];
  const { step, problems } = importOne(withOperation({ security }, { components: { securitySchemes } }));
  expect(step.authentication.type).toBe('bearer');
  expect(step.headers).toEqual([
    { key: 'X-App', value: '{{app-id}}' },
    { key: 'Cookie', value: 'sid={{session}}' },
  ]);
  expect(problems).toEqual([expect.objectContaining({ reason: expect.stringContaining('tls (mutualTLS)') })]);
});

test('an operation that may be called without credentials is called without them', () => {
  const document = withOperation(
    { security: [{ it: [] }, {}] },
    { components: { securitySchemes: { it: { type: 'oauth2' } } } },
  );
  expect(importOne(document).step.authentication).toEqual({ type: 'none' });
});

test('reads Swagger 2.0', () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'Old' },
    host: 'old.example.org',
    basePath: '/api',
    schemes: ['https', 'http', 'ws'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    parameters: { Id: { name: 'id', in: 'path', required: true, type: 'integer', 'x-example': 7 } },
    definitions: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, next: { $ref: '#/definitions/Thing' } },
      },
    },
    paths: {
      '/things/{id}': {
        parameters: [{ $ref: '#/parameters/Id' }],
        put: {
          summary: 'Replace',
          security: [{ key: [] }],
          parameters: [
            { name: 'body', in: 'body', schema: { $ref: '#/definitions/Thing' } },
            {
              name: 'ids',
              in: 'query',
              required: true,
              type: 'array',
              items: { type: 'integer' },
              collectionFormat: 'pipes',
              'x-example': [1, 2],
            },
          ],
          responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Thing' } } },
        },
        post: {
          summary: 'Form',
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [{ name: 'name', in: 'formData', type: 'string', default: 'x' }],
          responses: { default: { description: 'ok' } },
        },
      },
    },
  };
  const api = importOpenApi(JSON.stringify(swagger));
  expect(api.problems).toEqual([]);
  expect(api.servers).toEqual(['https://old.example.org/api', 'http://old.example.org/api']);
  const replace = byName('Replace', api);
  expect(replace).toMatchObject({
    pathParams: [{ key: 'id', value: '7' }],
    queryParams: [{ key: 'ids', value: '1|2' }],
    authentication: { type: 'apiKey', key: 'X-Key', value: '{{apiKey}}', in: 'header' },
    body: { type: 'json' },
  });
  expect(accepts(schemaOf(replace), { id: 1, next: { id: 2 } })).toBe(true);
  expect(accepts(schemaOf(replace), { id: 1, next: {} })).toBe(false);
  const form = byName('Form', api);
  expect(form.body).toEqual({ type: 'urlencoded', fields: [{ key: 'name', value: 'x' }] });
  expect(form.assertions).toEqual([{ kind: 'status', operator: 'in', expected: '2xx' }]);
});

test.each([
  ['a file', './pets.yaml#/Pet'],
  ['the host', 'file:///etc/hostname'],
  ['an address', 'https://example.org/pet.json'],
])('never reads %s named in the document', (_, $ref) => {
  const responses = { 200: { content: { 'application/json': { schema: { $ref } } } } };
  const { step, problems } = importOne(withOperation({ responses }));
  expect(schemaOf(step)).toBeUndefined();
  expect(problems).toEqual([{ place: 'GET /things/{id}, response', reason: expect.stringContaining('is not read') }]);
});

test.each([
  ['an undeclared path parameter', {}, { pathParams: [{ key: 'id', value: 'string' }] }],
  [
    'a redirection as the success',
    { responses: { 302: { description: 'there' } } },
    { settings: { followRedirects: false }, assertions: [{ kind: 'status', operator: 'in', expected: '302' }] },
  ],
  [
    'a class of statuses',
    { responses: { '2XX': { description: 'ok' } } },
    { assertions: [{ kind: 'status', operator: 'in', expected: '2xx' }] },
  ],
  [
    'no responses at all',
    { responses: undefined },
    { assertions: [{ kind: 'status', operator: 'in', expected: '2xx' }] },
  ],
  ['a long name', { summary: 'x'.repeat(80) }, { name: `${'x'.repeat(59)}…` }],
  [
    'an XML body',
    {
      requestBody: {
        content: {
          'text/xml': {
            schema: { type: 'object', xml: { name: 'a' }, properties: { b: { type: 'string', example: 'c' } } },
          },
        },
      },
    },
    {
      body: { type: 'xml', content: expect.stringMatching(/<a>\s*<b>c<\/b>\s*<\/a>/) },
      headers: [{ key: 'Content-Type', value: 'text/xml' }],
    },
  ],
  [
    'a JSON flavour',
    { requestBody: { content: { 'application/vnd.api+json': { example: { a: 1 } } } } },
    {
      body: { type: 'json', content: '{\n  "a": 1\n}' },
      headers: [{ key: 'Content-Type', value: 'application/vnd.api+json' }],
    },
  ],
  [
    'a deep object in the query',
    { parameters: [{ name: 'f', in: 'query', style: 'deepObject', example: { a: 1 } }] },
    { queryParams: [{ key: 'f[a]', value: '1' }] },
  ],
  [
    'a named example',
    { requestBody: { content: { 'application/json': { examples: { one: { value: [1] } } } } } },
    { body: { type: 'json', content: '[\n  1\n]' } },
  ],
])('imports %s', (_, operation, expected) => {
  expect(importOne(withOperation(operation)).step).toMatchObject(expected);
});

test('no schema is asserted if one success has no JSON body', () => {
  const json = { content: { 'application/json': { schema: { type: 'object' } } } };
  const { step } = importOne(withOperation({ responses: { 200: json, 204: { description: 'nothing' } } }));
  expect(step.assertions).toEqual([{ kind: 'status', operator: 'in', expected: '200,204' }]);
});
