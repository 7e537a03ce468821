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
