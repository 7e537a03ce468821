// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
import { of, type SchemaCase } from './schema-cases.ts';

const tree = {
  $id: 'http://localhost/tree',
  properties: { nodes: { type: 'array', items: { $ref: 'node' } } },
  required: ['nodes'],
};
const node = {
  $id: 'http://localhost/node',
  properties: { value: { type: 'number' }, subtree: { $ref: 'tree' } },
  required: ['value'],
};

const both: ['7', '2020-12'] = ['7', '2020-12'];

/** referenceCases covers references, anchors, dynamic scope and `unevaluated…`. */
export const referenceCases: SchemaCase[] = [
  ...of(
    both,
    'reference into definitions and to the root',
    {
      properties: { foo: { $ref: '#' }, bar: { $ref: '#/definitions/a' } },
      definitions: { a: { type: 'integer' } },
      additionalProperties: false,
    },
    [{ foo: { foo: {} } }, { bar: 1 }],
    [{ foo: { x: 1 } }, { bar: 'x' }],
  ),
  ...of(
    both,
    'escaped pointers',
    {
      definitions: {
        'tilde~f': { type: 'integer' },
        'slash/f': { type: 'integer' },
        'percent%f': { type: 'integer' },
        'quote"f': { type: 'integer' },
      },
      properties: {
        t: { $ref: '#/definitions/tilde~0f' },
        s: { $ref: '#/definitions/slash~1f' },
        p: { $ref: '#/definitions/percent%25f' },
        q: { $ref: '#/definitions/quote%22f' },
      },
    },
    [{ t: 1, s: 1, p: 1, q: 1 }],
    [{ t: 'a' }, { s: 'a' }, { p: 'a' }, { q: 'a' }],
  ),
  ...of(
    ['7'],
    'nothing counts beside a reference',
    { definitions: { a: { type: 'array' } }, properties: { foo: { $ref: '#/definitions/a', maxItems: 2 } } },
    [{ foo: [1, 2, 3] }],
    [{ foo: 'x' }],
  ),
  ...of(
    ['2020-12'],
    'keywords count beside a reference',
    { $defs: { a: { type: 'array' } }, properties: { foo: { $ref: '#/$defs/a', maxItems: 2 } } },
    [{ foo: [1] }],
    [{ foo: [1, 2, 3] }, { foo: 'x' }],
  ),
  ...of(
    both,
    'a property that is named like a reference',
    { properties: { $ref: { type: 'string' } } },
    [{ $ref: 'a' }],
    [{ $ref: 2 }],
  ),
  ...of(
    both,
    'an enum that looks like a reference',
    { enum: [{ $ref: '#/nowhere' }, { $id: 'http://x/' }] },
    [{ $ref: '#/nowhere' }],
    [1],
  ),
  ...of(
    ['7'],
    'location-independent name',
    { allOf: [{ $ref: '#foo' }], definitions: { A: { $id: '#foo', type: 'integer' } } },
    [1],
    ['a'],
  ),
  ...of(
    ['7'],
    'an id beside a reference does not change the base',
    {
      $id: 'http://localhost/sibling/base/',
      definitions: {
        foo: { $id: 'http://localhost/sibling/foo.json', type: 'string' },
        baseFoo: { $id: 'foo.json', type: 'number' },
      },
      allOf: [{ $id: 'http://localhost/sibling/', $ref: 'foo.json' }],
    },
    [1],
    ['a'],
  ),
  ...of(
    ['2020-12'],
    '$anchor, also in another resource',
    {
      $id: 'http://localhost/root',
      $ref: 'http://localhost/nested.json#foo',
      $defs: { A: { $id: 'nested.json', $defs: { B: { $anchor: 'foo', type: 'integer' } } } },
    },
    [1],
    ['a'],
  ),
  ...of(
    ['2020-12'],
    'the same anchor with other bases',
    {
      $id: 'http://localhost/foobar',
      $defs: {
        A: {
          $id: 'child1',
          allOf: [
            { $id: 'child2', $anchor: 'a', type: 'number' },
            { $anchor: 'a', type: 'string' },
          ],
        },
      },
      $ref: 'child1#a',
    },
    ['a'],
    [1],
  ),
  ...of(
    ['2020-12'],
    'relative addresses between resources',
    { ...tree, $defs: { node } },
    [{ nodes: [{ value: 1, subtree: { nodes: [{ value: 1.1 }] } }] }],
    [{ nodes: [{ value: 1, subtree: { nodes: [{ value: 'x' }] } }] }],
  ),
  ...of(
    both,
    'URN as address',
    {
      $id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed',
      properties: { foo: { $ref: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#/definitions/bar' } },
      definitions: { bar: { type: 'string' } },
    },
    [{ foo: 'x' }],
    [{ foo: 1 }],
  ),
  ...of(
    both,
    'reference through an unknown keyword',
    { properties: { a: { $ref: '#/unknown/b' } }, unknown: { b: { type: 'integer' } } },
    [{ a: 1 }],
    [{ a: 'x' }],
  ),
  ...of(
    both,
    'reference to true and false',
    {
      properties: { a: { $ref: '#/definitions/yes' }, b: { $ref: '#/definitions/no' } },
      definitions: { yes: true, no: false },
    },
    [{ a: 1 }],
    [{ b: 1 }],
  ),
  {
    name: 'reference to a document that was given',
    draft: '2020-12',
    schema: { $ref: 'http://localhost:1234/integer.json' },
    documents: { 'http://localhost:1234/integer.json': { type: 'integer' } },
    valid: [1],
    invalid: ['a'],
  },
  {
    name: 'a document of another draft keeps its rules',
    draft: '2020-12',
    schema: { $ref: 'http://localhost:1234/old.json' },
    documents: {
      'http://localhost:1234/old.json': {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: { type: 'integer' } },
        $ref: '#/definitions/a',
        minimum: 5,
        prefixItems: [false],
      },
    },
    valid: [1],
    invalid: ['a'],
  },
  {
    name: 'a meta-schema without the vocabulary of validation',
    draft: '2020-12',
    schema: { $schema: 'http://localhost:1234/meta', properties: { bad: false, n: { minimum: 10 } } },
    documents: {
      'http://localhost:1234/meta': {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'http://localhost:1234/meta',
        $vocabulary: { 'https://json-schema.org/draft/2020-12/vocab/applicator': true },
      },
    },
    valid: [{ n: 1 }],
    invalid: [{ bad: 1 }],
  },
  ...of(
    ['2020-12'],
    '$dynamicRef finds the outermost anchor',
    {
      $id: 'https://test/strings',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: {
          $id: 'list',
          type: 'array',
          items: { $dynamicRef: '#items' },
          $defs: { items: { $dynamicAnchor: 'items' } },
        },
      },
    },
    [['a']],
    [['a', 1]],
  ),
  ...of(
    ['2020-12'],
    '$dynamicRef without a dynamic anchor there is a plain reference',
    {
      $id: 'https://test/plain',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: { $id: 'list', type: 'array', items: { $dynamicRef: '#items' }, $defs: { items: { $anchor: 'items' } } },
      },
    },
    [['a', 1]],
    [],
  ),
  ...of(
    ['2020-12'],
    '$dynamicRef with a pointer is a plain reference',
    {
      $id: 'https://test/pointer',
      $dynamicAnchor: 'meta',
      properties: { a: { $dynamicRef: '#/$defs/b' } },
      $defs: { b: { $dynamicAnchor: 'x', type: 'string' } },
    },
    [{ a: 'x' }],
    [{ a: 1 }],
  ),
  ...of(
    ['2020-12'],
    '$dynamicRef makes a tree strict',
    {
      $id: 'http://localhost/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }],
  ),
  ...of(
    ['2019-09'],
    '$recursiveRef makes a tree strict',
    {
      $id: 'http://localhost/strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $recursiveAnchor: true,
          properties: { data: true, children: { type: 'array', items: { $recursiveRef: '#' } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }],
  ),
  ...of(
    ['2019-09'],
    '$recursiveRef without the anchor is plain',
    { properties: { foo: { $recursiveRef: '#' } }, additionalProperties: false },
    [{ foo: { foo: {} } }],
    [{ foo: { bar: 1 } }],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedProperties sees through applicators',
    {
      allOf: [{ properties: { a: true } }],
      anyOf: [
        { properties: { b: { const: 1 } }, required: ['b'] },
        { properties: { c: true }, required: ['c'] },
      ],
      if: { required: ['d'], properties: { d: true } },
      then: { properties: { e: true } },
      $ref: '#/$defs/f',
      $defs: { f: { properties: { f: true } } },
      dependentSchemas: { f: { properties: { g: true } } },
      unevaluatedProperties: false,
    },
    [
      { a: 1, b: 1 },
      { b: 1, d: 1, e: 1 },
      { c: 1, f: 1, g: 1 },
    ],
    [
      { a: 1, c: 1, b: 2 },
      { b: 1, e: 1 },
      { b: 1, g: 1 },
    ],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedProperties sees nothing under not',
    { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
    [{}],
    [{ a: 1 }],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedProperties does not see cousins',
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedProperties below additionalProperties',
    { properties: { a: true }, additionalProperties: true, unevaluatedProperties: false },
    [{ a: 1, b: 2 }],
    [],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedProperties with a schema',
    { unevaluatedProperties: { minLength: 3 } },
    [{ a: 'abc' }],
    [{ a: 'ab' }],
  ),
  ...of(
    ['2020-12'],
    'unevaluatedItems sees tuples, contains and branches',
    {
      prefixItems: [true],
      contains: { type: 'string' },
      anyOf: [{ prefixItems: [true, { const: 2 }] }, true],
      unevaluatedItems: false,
    },
    [[1, 2, 'a'], ['a'], [1, 'b', 'c']],
    [
      [1, 3, 'a'],
      [1, 2, 'a', 4],
    ],
  ),
  ...of(
    ['2019-09'],
    'unevaluatedItems does not see contains in 2019-09',
    { items: [true], contains: { type: 'string' }, unevaluatedItems: false },
    [['a']],
    [[1, 'a']],
  ),
  ...of(
    ['2019-09'],
    'unevaluatedItems sees additionalItems',
    { items: [true], additionalItems: true, unevaluatedItems: false },
    [[1, 2, 3]],
    [],
  ),
];
