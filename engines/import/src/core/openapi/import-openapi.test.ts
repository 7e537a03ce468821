import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
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
/** A document with one operation, for tests about a detail. */
const withOperation = (operation: object, rest: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'One' },
  paths: { '/things/{id}': { get: { responses: { 200: { description: 'ok' } }, ...operation } } },
  ...rest,
});
const importOne = (document: object) => {
  const api = importOpenApi(JSON.stringify(document));
  expect(api.steps).toHaveLength(1);
  return { step: api.steps[0]!, problems: api.problems };
};
const schemaOf = (step: { assertions: { kind: string; expected?: unknown }[] }) =>
  step.assertions.find(({ kind }) => kind === 'jsonSchema')?.expected as object;
const accepts = (schema: object, value: unknown) => new Validator(schema, '2020-12').validate(value).valid;

test('reads title, servers and every operation, from JSON and from YAML alike', () => {
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

test('paths are appended to the base address that is given', () => {
  const api = importOpenApi(JSON.stringify(pets), { baseUrl: 'http://localhost:9000/api/' });
  expect(api.steps[0]?.url).toBe('http://localhost:9000/api/pets');
});

test('sends required parameters and those with an example, lists the others', () => {
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

test('asserts the documented success and the schema of its answer', () => {
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

test('makes a JSON body, without what is only read', () => {
  const { body } = byName('createPet');
  expect(body.type).toBe('json');
  const content = JSON.parse(body.type === 'json' ? body.content : '') as object;
  expect(content).toMatchObject({ name: 'Rex', weight: 3.5 });
  expect(content).not.toHaveProperty('id');
});

test('makes a form, fills the path, and says that a file has to be chosen', () => {
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

test('the security of the document holds unless the operation has its own', () => {
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

test('two schemes at once, a cookie key, and one that is unknown', () => {
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

test('an operation that may be called without credentials is called so', () => {
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
])('never reads %s that the document names', (_, $ref) => {
  const responses = { 200: { content: { 'application/json': { schema: { $ref } } } } };
  const { step, problems } = importOne(withOperation({ responses }));
  expect(schemaOf(step)).toBeUndefined();
  expect(problems).toEqual([{ place: 'GET /things/{id}, response', reason: expect.stringContaining('is not read') }]);
});

test.each([
  ['a path parameter nobody declared', {}, { pathParams: [{ key: 'id', value: 'string' }] }],
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

test('no schema is asserted where one success has no JSON body', () => {
  const json = { content: { 'application/json': { schema: { type: 'object' } } } };
  const { step } = importOne(withOperation({ responses: { 200: json, 204: { description: 'nothing' } } }));
  expect(step.assertions).toEqual([{ kind: 'status', operator: 'in', expected: '200,204' }]);
});

test('what is wrong in one place does not stop the rest', () => {
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

test('keeps a schema apart from the prototype and names apart from each other', () => {
  const text = `{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":
    {"anyOf":[{"$ref":"#/components/schemas/__proto__"},{"$ref":"#/x/schemas/__proto__"}]}}}}}}}},
    "components":{"schemas":{"__proto__":{"type":"object","properties":{"self":{"$ref":"#/components/schemas/__proto__"}}}}},
    "x":{"schemas":{"__proto__":{"type":"string"}}}}`;
  const schema = schemaOf(importOpenApi(text).steps[0]!) as { $defs: object };
  expect(Object.keys(schema.$defs).sort()).toEqual(['__proto__', '__proto___2']);
  expect({}).not.toHaveProperty('self');
});

test('a schema with a wrong pattern or type is used as far as it goes', () => {
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

test('a fault in the YAML is told with its line, and the rest is read', () => {
  const api = importOpenApi('openapi: 3.0.0\npaths:\n  /a:\n    get:\n      summary: "Open\n      responses: {}\n');
  expect(api.problems[0]?.place).toMatch(/^line \d+, column \d+$/);
});

test('never throws, whatever the document holds', () => {
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
])('[issue-10] a version or path as people write it is read: %s', (_name, version, paths) => {
  const { steps, problems } = importOpenApi(`${version}\ninfo: { title: T }\n${paths}\n`);
  expect(steps.map(({ url }) => url)).toEqual(['{{baseUrl}}/pets']);
  expect(problems.map(({ reason }) => reason)).toEqual(
    paths.includes('/pets') ? [] : ['A path begins with a slash; one was put before it.'],
  );
});

const bodyOf = (content: object, schemas: object = {}) => {
  const api = importOpenApi(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'T' },
      paths: { '/a': { post: { requestBody: { content } } } },
      components: { schemas },
    }),
  );
  const body = api.steps[0]?.body as { content?: string } | undefined;
  return { text: body?.content ?? '', problems: api.problems };
};

test('[issue-10] a generated body has what its schema asks for, and what cannot be made is a problem', () => {
  const schemas = {
    Base: {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' } },
    },
    Pet: {
      allOf: [{ $ref: '#/components/schemas/Base' }],
      required: ['id', 'code', 'state'],
      properties: {
        state: { type: 'string', enum: ['new', 'open'], default: 'open' },
        zip: { type: 'string', example: 12345 },
        owner: { $ref: '#/components/schemas/Pet' },
      },
    },
  };
  const json = (schema: object) => bodyOf({ 'application/json': { schema } }, schemas);
  const pet = json({ $ref: '#/components/schemas/Pet' });
  expect(JSON.parse(pet.text)).toMatchObject({
    state: 'open',
    zip: '12345',
    code: expect.stringMatching(/^[A-Z]{2}-\d{3}$/),
  });
  expect(JSON.parse(pet.text)).not.toHaveProperty('id');
  expect(pet.problems).toEqual([]);
  const impossible = json({ type: 'string', pattern: '^abc$', maxLength: 2 });
  expect(impossible.problems[0]?.reason).toMatch(/No value that fits the schema could be made: at \$/);
  const wrong = bodyOf({ 'application/json': { schema: { type: 'object', required: ['a'] }, example: { b: 1 } } });
  expect(wrong.problems[0]?.reason).toMatch(/example of the document does not fit.*"a" is missing/);
  expect(JSON.parse(wrong.text)).toEqual({ b: 1 });
});

test.each([
  [
    'an attribute',
    { properties: { id: { type: 'integer', xml: { attribute: true } }, name: { type: 'string' } } },
    '<Item id="1"><name>string</name></Item>',
  ],
  [
    'a namespace and prefix',
    { properties: { name: { type: 'string', xml: { namespace: 'http://a.example/', prefix: 's' } } } },
    '<Item><s:name xmlns:s="http://a.example/">string</s:name></Item>',
  ],
  [
    'a plain list',
    { properties: { pets: { type: 'array', minItems: 2, items: { type: 'string' } } } },
    '<Item><pets>string</pets><pets>string</pets></Item>',
  ],
  [
    'a wrapped list with names',
    {
      properties: {
        pets: { type: 'array', items: { type: 'string', xml: { name: 'pet' } }, xml: { name: 'all', wrapped: true } },
      },
    },
    '<Item><all><pet>string</pet></all></Item>',
  ],
  [
    'a list name without wrapping has no effect',
    { properties: { pets: { type: 'array', items: { type: 'string', xml: { name: 'pet' } }, xml: { name: 'all' } } } },
    '<Item><pet>string</pet></Item>',
  ],
  [
    'a wrapped list of one name',
    { properties: { pets: { type: 'array', items: { type: 'string' }, xml: { name: 'all', wrapped: true } } } },
    '<Item><all><all>string</all></all></Item>',
  ],
  [
    'text that XML reserves',
    { properties: { a: { type: 'string', example: '<&"' } } },
    '<Item><a>&lt;&amp;&quot;</a></Item>',
  ],
])('XML as the xml objects of OpenAPI say: %s', (_name, schema, expected) => {
  const { text } = bodyOf(
    { 'application/xml': { schema: { $ref: '#/components/schemas/Item' } } },
    { Item: { type: 'object', ...schema } },
  );
  expect(text.replace(/>\s+</g, '><')).toBe(expected);
});
