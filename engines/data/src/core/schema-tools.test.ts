import { evaluateAssertions, ResponseView } from '@touchstone/engine-assert/core';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { inferJsonSchema } from './infer-json-schema.ts';
import { inferXsd } from './infer-xsd.ts';
import { jsonDiff } from './json-diff.ts';
import { sampleFromSchema } from './sample/sample-from-schema.ts';

/** Validates with the schema engine that assertions use. */
function problemOf(schema: unknown, value: unknown): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const body = { bytes, contentType: 'application/json', sizeBytes: bytes.length, truncated: false };
  const view = new ResponseView({ status: 200, headers: [], body, durationMs: 1 });
  const [result] = evaluateAssertions([{ kind: 'jsonSchema', operator: 'equals', expected: schema }], view);
  return result?.status === 'passed' ? undefined : result?.message;
}

test.each([
  {
    name: 'required in all, integer and number',
    samples: [{ a: 1, b: 2 }, { a: 1.5 }],
    schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'integer' } }, required: ['a'] },
  },
  {
    name: 'null makes it nullable',
    samples: [{ a: null }, { a: 'x' }],
    schema: { type: 'object', properties: { a: { type: ['null', 'string'] } }, required: ['a'] },
  },
  {
    name: 'items are merged',
    samples: [[{ a: 1 }, { a: 1, b: true }]],
    schema: {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'boolean' } }, required: ['a'] },
    },
  },
  { name: 'no items, no promise', samples: [[]], schema: { type: 'array' } },
  {
    name: 'enum of few short texts',
    samples: ['on', 'off', 'on', 'off', 'on'],
    schema: { type: 'string', enum: ['off', 'on'] },
  },
  { name: 'too few samples for an enum', samples: ['on', 'off', 'on'], schema: { type: 'string' } },
  {
    name: 'date-time',
    samples: ['2026-01-01T10:00:00Z', '2026-02-01T10:00:00.123+02:00'],
    schema: { type: 'string', format: 'date-time' },
  },
  { name: 'date', samples: ['2024-02-29'], schema: { type: 'string', format: 'date' } },
  { name: 'no real date', samples: ['2023-02-29'], schema: { type: 'string' } },
  { name: 'email', samples: ['a@b.co'], schema: { type: 'string', format: 'email' } },
  { name: 'uuid', samples: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'], schema: { type: 'string', format: 'uuid' } },
  { name: 'ipv4', samples: ['192.0.2.1'], schema: { type: 'string', format: 'ipv4' } },
  { name: 'uri', samples: ['https://a.test/x?y=1'], schema: { type: 'string', format: 'uri' } },
  { name: 'formats of all only', samples: ['a@b.co', 'plain'], schema: { type: 'string' } },
])('infers: $name', ({ samples, schema }) => {
  expect(inferJsonSchema(samples)).toEqual({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema });
});

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('on', 'off', '2026-01-01', 'a@b.co', '192.0.2.1', 'https://a.test/'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    text,
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__', "it's"), fc.string()), tie('json'), { maxKeys: 5 }),
  ),
}));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('an inferred schema accepts each of its samples', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 8 }), (values) => {
      const samples = values.map(plain);
      const schema = inferJsonSchema(samples);
      for (const sample of samples) expect(problemOf(schema, sample)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('a sample of an inferred schema is valid', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 4 }), (values) => {
      const schema = inferJsonSchema(values.map(plain));
      expect(sampleFromSchema(schema).problem).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test.each([
  {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 5, multipleOf: 4 }, s: { type: 'string', minLength: 12 } },
    required: ['n', 'x'],
  },
  {
    allOf: [
      { type: 'object', properties: { a: { const: 1 } } },
      { type: 'object', properties: { b: { enum: ['x'] } } },
    ],
  },
  {
    $ref: '#/$defs/node',
    $defs: {
      node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, id: { type: 'string', format: 'uuid' } } },
    },
  },
  { type: 'array', minItems: 3, items: { type: 'number', exclusiveMaximum: 0 } },
  { oneOf: [{ type: 'boolean' }, { type: 'string' }] },
])('a sample satisfies its schema: %j', (schema) => {
  expect(problemOf(schema, sampleFromSchema(schema).value)).toBeUndefined();
});

test('jsonDiff is empty if and only if two values are equal as JSON', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const [left, right] = [plain(one), plain(other)];
      expect(jsonDiff(left, structuredClone(left))).toEqual([]);
      expect(jsonDiff(left, right).length === 0).toBe(sorted(left) === sorted(right));
    }),
    { numRuns: 500 },
  );
});

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? ['{', ...Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))]
      : item,
  );

test('jsonDiff reports paths', () => {
  expect(jsonDiff({ a: [1, { 'x y': 2 }], b: 1 }, { a: [1, { 'x y': 3 }, 4], c: null })).toEqual([
    { kind: 'changed', path: "$.a[1]['x y']", before: 2, after: 3 },
    { kind: 'added', path: '$.a[2]', after: 4 },
    { kind: 'removed', path: '$.b', before: 1 },
    { kind: 'added', path: '$.c', after: null },
  ]);
  const deep = (end: unknown) => JSON.parse(`${'['.repeat(5000)}${end}${']'.repeat(5000)}`) as unknown;
  expect(jsonDiff(deep(1), deep(2))).toHaveLength(1);
});

test.each([
  {
    name: 'flat',
    samples: ['<order id="1"><total>4.50</total><paid>true</paid></order>', '<order id="2"><total>4</total></order>'],
    refused: '<order id="x"/>',
  },
  {
    name: 'repeated and optional',
    samples: ['<list><item>a</item><item>b</item></list>', '<list><item>c</item><note/></list>'],
    refused: '<list><other/></list>',
  },
  { name: 'order differs', samples: ['<a><b/><c/></a>', '<a><c/><b/></a>'], refused: '<a><d/></a>' },
  { name: 'namespace, mixed', samples: ['<a xmlns="urn:x">text <b>1</b> more</a>'], refused: '<a><b>1</b></a>' },
  {
    name: 'other namespaces',
    samples: ['<a xmlns="urn:x"><o:z xmlns:o="urn:o">1</o:z><b o:k="1" xmlns:o="urn:o">2026-01-01</b></a>'],
    refused: '<a xmlns="urn:x"><c/></a>',
  },
  { name: 'text with attributes', samples: ['<p c="EUR">1.5</p>', '<p c="USD">2</p>'], refused: '<p>1</p>' },
])('an inferred XSD accepts its samples and refuses others: $name', ({ samples, refused }) => {
  const schema = XmlDocument.fromString(inferXsd(samples));
  const validator = XsdValidator.fromDoc(schema);
  const accepts = (xml: string) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return true;
    } catch {
      return false;
    } finally {
      document.dispose();
    }
  };
  expect(samples.map(accepts)).toEqual(samples.map(() => true));
  expect(accepts(refused)).toBe(false);
  validator.dispose();
  schema.dispose();
});

test('inferXsd requires a single root element', () => {
  expect(() => inferXsd(['<a/>', '<b/>'])).toThrow('different root elements: a and b');
  expect(() => inferXsd([])).toThrow('at least one');
});
