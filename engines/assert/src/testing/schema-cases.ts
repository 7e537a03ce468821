// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
import type { SchemaDraft } from '../core/json-schema/schema-resources.ts';

/**
 * SchemaCase is a schema of a JSON Schema draft with values that it accepts and rejects, written from the standard's
 * text.
 */
export interface SchemaCase {
  name: string;
  draft: SchemaDraft;
  schema: unknown;
  valid: unknown[];
  invalid: unknown[];
  documents?: Record<string, unknown>;
  assertFormats?: boolean;
}

const both: SchemaDraft[] = ['7', '2020-12'];
/** of returns one case per draft. */
export const of = (
  drafts: SchemaDraft[],
  name: string,
  schema: unknown,
  valid: unknown[],
  invalid: unknown[],
): SchemaCase[] => drafts.map((draft) => ({ name, draft, schema, valid, invalid }));

const nested = { foo: [{ bar: 1 }, 1], baz: null };
/** schemaCases covers the keywords that drafts 7 and 2020-12 require, except references and `unevaluated…`. */
export const schemaCases: SchemaCase[] = [
  ...of(both, 'true and false', { properties: { a: true, b: false } }, [{ a: 1 }, {}], [{ b: 1 }]),
  ...of(both, 'type, one and several', { type: ['integer', 'null'] }, [1, 1.0, null, -0], [1.5, '1', true, [], {}]),
  ...of(
    both,
    'const compares by value',
    { const: { a: [1, false] } },
    [{ a: [1.0, false] }],
    [{ a: [1, 0] }, { a: [1] }, 1],
  ),
  ...of(both, 'const 0 and false differ', { enum: [0, [1]] }, [0, -0, [1.0]], [false, '', [true]]),
  ...of(both, 'minimum and maximum', { minimum: -2, maximum: 3 }, [-2, 3.0, 'x'], [-2.001, 4]),
  ...of(both, 'exclusive limits', { exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.1], [1, 2.0]),
  ...of(both, 'multipleOf', { multipleOf: 0.0001 }, [0.0075, 4.5, 'x'], [0.00751]),
  ...of(both, 'lengths count characters', { minLength: 2, maxLength: 2 }, ['ab', '💩💩', 1], ['💩', 'abc']),
  ...of(both, 'pattern is not anchored', { pattern: 'a+' }, ['xaay', 1], ['xyz']),
  ...of(both, 'pattern with look-ahead', { pattern: '^(?=.*\\d).+$' }, ['a1'], ['a']),
  ...of(both, 'items of one schema', { items: { type: 'integer' } }, [[], [1, 2], 'x'], [[1, 'x']]),
  ...of(both, 'items false', { items: false }, [[]], [[1]]),
  ...of(
    ['7'],
    'items as a list, and the rest',
    { items: [{ type: 'integer' }], additionalItems: { type: 'string' } },
    [[1, 'a'], []],
    [[1, 2], ['a']],
  ),
  ...of(['7'], 'additionalItems without a list is ignored', { items: {}, additionalItems: false }, [[1, 2]], []),
  ...of(
    ['2020-12'],
    'prefixItems and the rest',
    { prefixItems: [{ type: 'integer' }], items: { type: 'string' } },
    [[1, 'a'], []],
    [[1, 2], ['a']],
  ),
  ...of(both, 'contains', { contains: { minimum: 5 } }, [[1, 5], 'x'], [[], [1]]),
  ...of(
    ['2020-12'],
    'minContains 0 asks for nothing',
    { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    [[], [1, 2]],
    [[1, 1]],
  ),
  ...of(
    ['2020-12'],
    'minContains and maxContains',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 2, 1, 1],
    ],
    [[1], [1, 1, 1, 1]],
  ),
  ...of(['7'], 'minContains is unknown to draft 7', { contains: { const: 1 }, minContains: 2 }, [[1]], [[]]),
  ...of(both, 'numbers of items', { minItems: 1, maxItems: 2 }, [[1], [1, 2], 'x'], [[], [1, 2, 3]]),
  ...of(
    both,
    'uniqueItems',
    { uniqueItems: true },
    [
      [1, true],
      [0, false],
      [{ a: 1 }, { a: 2 }],
      ['1', 1],
      [[1], ['1']],
    ],
    [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[{}], [{}]],
    ],
  ),
  ...of(
    both,
    'properties, patterns and the rest',
    {
      properties: { foo: { minLength: 2 } },
      patternProperties: { '^f': { maxLength: 3 } },
      additionalProperties: { type: 'integer' },
    },
    [{ foo: 'ab', fx: 'a', z: 1 }, []],
    [{ foo: 'abcd' }, { foo: 'a' }, { z: 'x' }],
  ),
  ...of(
    both,
    'names of object prototypes',
    {
      properties: {
        ['__proto__']: { type: 'number' },
        toString: { properties: { length: { type: 'string' } } },
        constructor: { type: 'number' },
      },
    },
    [{}, [], { constructor: 1 }, JSON.parse('{"__proto__":1}')],
    [JSON.parse('{"__proto__":"foo"}'), { toString: { length: 37 } }, { constructor: { length: 37 } }],
  ),
  ...of(
    both,
    'required names of object prototypes',
    { required: ['__proto__', 'toString', 'constructor'] },
    [JSON.parse('{"__proto__":"foo","toString":{"length":"foo"},"constructor":{"length":37}}'), 12],
    [{}, JSON.parse('{"__proto__":"foo"}')],
  ),
  ...of(both, 'propertyNames', { propertyNames: { maxLength: 3 } }, [{ abc: 1 }, {}, 1], [{ abcd: 1 }]),
  ...of(both, 'numbers of properties', { minProperties: 1, maxProperties: 1 }, [{ a: 1 }, 'x'], [{}, { a: 1, b: 2 }]),
  ...of(
    ['7'],
    'dependencies',
    { dependencies: { a: ['b'], c: { minProperties: 2 }, d: false } },
    [{ a: 1, b: 2 }, { c: 1, b: 2 }, {}],
    [{ a: 1 }, { c: 1 }, { d: 1 }],
  ),
  ...of(
    ['2020-12'],
    'dependentRequired and dependentSchemas',
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } },
    [{ a: 1, b: 2 }, { c: 1, b: 2 }, []],
    [{ a: 1 }, { c: 1 }],
  ),
  ...of(
    both,
    'allOf, anyOf, oneOf, not',
    {
      allOf: [{ minimum: 0 }],
      anyOf: [{ multipleOf: 2 }, { multipleOf: 3 }],
      oneOf: [{ maximum: 10 }, { minimum: 9 }],
      not: { const: 4 },
    },
    [2, 3, 12],
    [-2, 5, 4, 9, 10],
  ),
  ...of(
    both,
    'if, then, else',
    { if: { exclusiveMaximum: 0 }, then: { minimum: -10 }, else: { multipleOf: 2 } },
    [-1, 4, 0],
    [-11, 3],
  ),
  ...of(both, 'then without if is ignored', { then: { const: 0 }, else: { const: 1 } }, [5], []),
  ...of(['6'], 'if is unknown to draft 6', { if: true, then: false }, [1], []),
  ...of(
    ['4'],
    'exclusive limits of draft 4 are switches',
    { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false },
    [2, 3],
    [1, 4],
  ),
  ...of(
    ['4'],
    'ids of draft 4',
    {
      id: 'http://localhost/root.json',
      allOf: [{ $ref: 'item.json' }],
      definitions: { a: { id: 'item.json', type: 'integer' } },
    },
    [1],
    ['a'],
  ),
  ...of(
    ['7'],
    'const of an object with $id is data',
    { const: { $id: 'http://localhost/a', $ref: '#/x' } },
    [{ $id: 'http://localhost/a', $ref: '#/x' }],
    [{}],
  ),
  ...of(
    both,
    'everything at once',
    { properties: { foo: { contains: { required: ['bar'] } }, baz: { type: 'null' } } },
    [nested],
    [{ foo: [{}] }, { baz: 1 }],
  ),
  {
    name: 'formats say nothing where they are annotations',
    draft: '2020-12',
    schema: { format: 'ipv4' },
    valid: ['x', 1],
    invalid: [],
    assertFormats: false,
  },
  {
    name: 'formats are checked where that is wanted',
    draft: '7',
    schema: { format: 'date' },
    valid: ['2024-02-29', 1, null],
    invalid: ['2023-02-29'],
  },
  ...of(
    both,
    'content keywords are annotations',
    { contentMediaType: 'application/json', contentEncoding: 'base64' },
    ['{:}', '^', 1],
    [],
  ),
];
