import { expect, test } from 'vitest';
import { petInputSchema, petstoreDocument, petXml } from './pet.ts';

const pet = { id: 7, name: 'Rex & Co', kind: 'dog', status: 'sold', price: 420, tags: ['<big>', 'calm'] } as const;

test('a pet as XML has its texts escaped and its price in cents', () => {
  expect(petXml({ ...pet, tags: [...pet.tags] })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="7"><name>Rex &amp; Co</name><kind>dog</kind><status>sold</status>' +
      '<price currency="EUR">420.00</price><tags><tag>&lt;big&gt;</tag><tag>calm</tag></tags></pet>',
  );
  expect(petXml({ ...pet, tags: [] })).toContain('<tags></tags>');
});

test('a pet needs a name, a kind and a price; the rest has defaults', () => {
  const nala = { name: 'Nala', kind: 'cat', price: 0 };
  expect(petInputSchema.parse(nala)).toEqual({ ...nala, status: 'available', tags: [] });
  for (const wrong of [{ name: '' }, { kind: 'horse' }, { price: -0.01 }, { price: 100_000.01 }, { color: 'red' }])
    expect(petInputSchema.safeParse({ ...nala, ...wrong }).success).toBe(false);
});

type Operation = {
  operationId: string;
  tags: string[];
  requestBody?: object;
  responses: Record<string, { description: string; content?: object }>;
};
const document = () => petstoreDocument('https://a.test/sample');
const schemaOf = (part: object | undefined) =>
  (part as { content?: { 'application/json'?: { schema: unknown } } } | undefined)?.content?.['application/json']
    ?.schema;
const pets = { $ref: '#/components/schemas/Pet' };

test('the document names the server that it was requested from', () => {
  expect(document()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Petstore sample', version: '1.0.0' },
    servers: [{ url: 'https://a.test/sample' }],
  });
});

test('each operation documents what it accepts and returns', () => {
  const operations = Object.entries(document().paths).flatMap(([path, methods]) =>
    (Object.entries(methods) as [string, Operation][])
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId, tags, requestBody, responses }]) => ({
        call: `${method} ${path}`,
        operationId,
        tags,
        takes: schemaOf(requestBody),
        answers: Object.entries(responses).map(([status, response]) => [status, schemaOf(response)]),
      })),
  );
  const input = { $ref: '#/components/schemas/PetInput' };
  const page = {
    type: 'object',
    required: ['pets', 'total'],
    properties: { pets: { type: 'array', items: pets }, total: { type: 'integer' } },
  };
  const health = { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } };
  const tags = ['pets'];
  expect(operations).toEqual([
    { call: 'get /pets', operationId: 'listPets', tags, takes: undefined, answers: [['200', page]] },
    { call: 'post /pets', operationId: 'createPet', tags, takes: input, answers: [['201', pets]] },
    {
      call: 'get /pets/{id}',
      operationId: 'getPet',
      tags,
      takes: undefined,
      answers: [
        ['200', pets],
        ['404', undefined],
      ],
    },
    { call: 'put /pets/{id}', operationId: 'updatePet', tags, takes: input, answers: [['200', pets]] },
    { call: 'get /health', operationId: 'health', tags: ['service'], takes: undefined, answers: [['200', health]] },
  ]);
});

test('parameters have their location, and values to try', () => {
  const { paths } = document();
  expect(paths['/pets'].get.parameters).toEqual([
    {
      name: 'status',
      in: 'query',
      schema: { type: 'string', enum: petInputSchema.shape.status.unwrap().options },
      example: 'available',
    },
  ]);
  expect(paths['/pets/{id}'].parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 },
  ]);
});

test('the schemas of the document are those of the pets that it accepts and returns', () => {
  const { Pet, PetInput } = document().components.schemas;
  expect(Pet.required.toSorted()).toEqual(Object.keys(pet).toSorted());
  expect(Object.keys(Pet.properties).toSorted()).toEqual(Object.keys(pet).toSorted());
  expect(Pet.properties.kind.enum).toEqual(petInputSchema.shape.kind.options);
  const { id, ...fields } = PetInput.properties;
  expect(id).toBeUndefined();
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(petInputSchema.shape).toSorted());
  const required = Object.entries(petInputSchema.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
  expect(PetInput).toMatchObject({ type: 'object', required: required.map(([name]) => name) });
  const example = { name: fields.name.example, price: fields.price.example, kind: fields.kind.enum[0] };
  expect(petInputSchema.safeParse(example).success).toBe(true);
  expect(fields).toMatchObject({ name: { type: 'string' }, price: { type: 'number', minimum: 0 } });
});
