import { WorkBudget } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { isValidByAjv, runSampleSuite } from '../../testing/sample-suite.ts';
import { sampleFromSchema } from './sample-from-schema.ts';

test('[import-samples] a sample satisfies its schema by another validator, or has a problem', () => {
  const { total, fitting, invalid } = runSampleSuite(200);
  expect(invalid).toEqual([]);
  expect(fitting / total).toBeGreaterThan(0.97);
});

test.each([
  ['a pattern with a length', { type: 'string', pattern: '^[a-z]+$', minLength: 12, maxLength: 12 }],
  ['a password', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*[!?])(?=.*\\d).{10,20}$' }],
  ['a pattern that may stand anywhere', { type: 'string', pattern: '\\d{3}', minLength: 8 }],
  ['a format with a length', { type: 'string', format: 'email', minLength: 40, maxLength: 60 }],
  ['a short format', { type: 'string', format: 'uri', maxLength: 5 }],
  ['a number between', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 }],
  ['multiples of two numbers', { allOf: [{ multipleOf: 0.4 }, { multipleOf: 0.6 }], type: 'number', minimum: 1 }],
  ['different items', { type: 'array', items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true }],
  ['names by pattern', { type: 'object', propertyNames: { pattern: '^x-[a-z]{3}$' }, minProperties: 3 }],
  [
    'members by pattern',
    {
      type: 'object',
      patternProperties: { '^n\\d$': { type: 'integer' } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
  [
    'one of two that overlap',
    {
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
    },
  ],
  ['what excludes', { type: 'object', properties: { a: {}, b: {} }, not: { required: ['a', 'b'] } }],
  ['dependencies of draft 7', { properties: { a: { const: 1 } }, dependencies: { a: { required: ['c'] } } }],
  ['closed over allOf', { allOf: [{ properties: { a: { type: 'string' } } }], unevaluatedProperties: false }],
  ['a text for a number', { type: 'string', example: 5 }],
  ['a number for a text', { type: 'integer', default: '5' }],
  ['an example that its schema refuses', { type: 'string', enum: ['a', 'b'], example: 'c' }],
  [
    'a list of itself',
    { $ref: '#/$defs/t', $defs: { t: { properties: { all: { type: 'array', items: { $ref: '#/$defs/t' } } } } } },
  ],
])('a sample is valid: %s', (_name, schema) => {
  const { value, problem } = sampleFromSchema(schema);
  expect(problem).toBeUndefined();
  expect(isValidByAjv(schema, value), JSON.stringify(value)).toBe(true);
});

test.each([
  [
    'nothing matches',
    { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^a$', minLength: 3 } } },
    '$.a',
  ],
  [
    'it never ends',
    { $ref: '#/$defs/t', $defs: { t: { type: 'object', required: ['t'], properties: { t: { $ref: '#/$defs/t' } } } } },
    '$',
  ],
  ['it refers to nothing', { $ref: '#/$defs/none' }, '$'],
  ['it contradicts itself', { allOf: [{ type: 'string' }, { type: 'integer' }] }, '$'],
])('a schema without any valid value is a problem: %s', (_name, schema, place) => {
  expect(sampleFromSchema(schema).problem?.path).toContain(place);
});

test.each([
  ['allOf', 2, 60],
  ['oneOf', 3, 20],
  ['properties', 10, 12],
])('references that multiply in %s end after bounded work', (keyword, times, length) => {
  const hold = (next: object): object => {
    const all = Array.from({ length: times }, (_, index) => [`p${index}`, next] as const);
    return { [keyword]: keyword === 'properties' ? Object.fromEntries(all) : all.map(([, schema]) => schema) };
  };
  const $defs = Object.fromEntries(
    Array.from({ length }, (_, index) => [`s${index}`, hold({ $ref: `#/$defs/s${index + 1}` })]),
  );
  const schema = { $ref: '#/$defs/s0', $defs: { ...$defs, [`s${length}`]: { type: 'string' } } };
  const ofDocument = new WorkBudget('This document', 'Stop.', { steps: 300_000 });
  for (let count = 0; count < 5; count += 1) sampleFromSchema(schema, { ofDocument });
  expect(ofDocument.spent('steps')).toBeLessThan(610_000);
});

test('documented values take precedence: examples, the default, then the first of an enum', () => {
  expect(sampleFromSchema({ type: 'string', enum: ['a', 'b', 'c'], default: 'b' }).value).toBe('b');
  expect(sampleFromSchema({ type: 'string', enum: ['a', 'b', 'c'], default: 'b', example: 'c' }).value).toBe('c');
  const base = { properties: { id: { type: 'integer' } }, example: { id: 7 } };
  expect(sampleFromSchema({ allOf: [base, { properties: { own: { const: 1 } } }] }).value).toEqual({ id: 7, own: 1 });
});
