import { expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';

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

test('[issue-10] a generated body has the members its schema requires, and values that cannot be generated are problems', () => {
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
])("XML according to OpenAPI's xml objects: %s", (_name, schema, expected) => {
  const { text } = bodyOf(
    { 'application/xml': { schema: { $ref: '#/components/schemas/Item' } } },
    { Item: { type: 'object', ...schema } },
  );
  expect(text.replace(/>\s+</g, '><')).toBe(expected);
});

test('a text with a variable is a JSON string, and a JSON text with one stays as it is', () => {
  const textOf = (example: string) => bodyOf({ 'application/json': { example } }).text;
  expect(textOf('Hello {{name}}')).toBe('"Hello {{name}}"');
  expect(textOf(' {"a": {{b}}}')).toBe(' {"a": {{b}}}');
});

/** An animal with the name of its kind, as an alternative of a schema with a discriminator. */
const animals = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, name: { type: 'string' } } },
  Fish: { type: 'object', properties: { depth: { type: 'integer' } } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each<[name: string, schema: object, body: object]>([
  ['the name of its schema', { oneOf: [ref('Dog'), ref('Cat')] }, { kind: 'Dog', name: 'string' }],
  [
    'a mapped name',
    { oneOf: [ref('Cat'), ref('Dog')], mapping: { dog: ref('Dog').$ref, cat: ref('Cat').$ref } },
    { kind: 'cat', lives: 1 },
  ],
  [
    'a name mapped by name',
    { anyOf: [ref('Dog')], mapping: { hound: 'Dog', cat: 'Cat' } },
    { kind: 'hound', name: 'string' },
  ],
  ['a name that its schema does not mention', { oneOf: [ref('Fish')] }, { kind: 'Fish', depth: 1 }],
  [
    'anything in an alternative without a name',
    { oneOf: [{ type: 'object', properties: { kind: { type: 'string' } } }] },
    { kind: 'string' },
  ],
  ['anything in parts', { allOf: [ref('Cat')] }, { kind: 'string', lives: 1 }],
])('a generated body has as its discriminator %s', (_name, { mapping, ...schema }: { mapping?: object }, body) => {
  const discriminator = { propertyName: 'kind', ...(mapping && { mapping }) };
  const made = bodyOf({ 'application/json': { schema: { ...schema, discriminator } } }, animals);
  expect([JSON.parse(made.text), made.problems]).toEqual([body, []]);
});

test('a written example must have a discriminator of one alternative', () => {
  const schema = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };
  const problemsOf = (example: object) => bodyOf({ 'application/json': { schema, example } }, animals).problems;
  expect(problemsOf({ kind: 'Cat' })).toEqual([]);
  expect(problemsOf({ kind: 'Cow' })).toHaveLength(1);
  const old = { ...schema, discriminator: 'kind' };
  const { text, problems } = bodyOf({ 'application/json': { schema: old } }, animals);
  expect([JSON.parse(text).kind, problems.length]).toEqual(['string', 1]);
});
