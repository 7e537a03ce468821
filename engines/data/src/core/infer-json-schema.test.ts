import { expect, test } from 'vitest';
import { inferJsonSchema } from './infer-json-schema.ts';

test.each<[samples: unknown[], schema: object]>([
  [[], {}],
  [[1, 2n], { type: 'integer' }],
  [[1.5, 2], { type: 'number' }],
  [[true, null], { type: ['boolean', 'null'] }],
  [[[]], { type: 'array' }],
  [[[1, 'a', null]], { type: 'array', items: { type: ['integer', 'null', 'string'] } }],
  [[{ a: undefined }], { type: 'object', properties: {} }],
  [[{}], { type: 'object', properties: {} }],
  [[{ a: 1 }, {}], { type: 'object', properties: { a: { type: 'integer' } } }],
  [
    [{ b: 1, a: 1 }],
    { type: 'object', properties: { b: { type: 'integer' }, a: { type: 'integer' } }, required: ['a', 'b'] },
  ],
  [['on', 'off', 'on', 'off', 'on', null], { type: ['null', 'string'], enum: ['off', 'on', null] }],
  [['on', 'off', 'on', 'off', 'on', 1], { type: ['integer', 'string'] }],
  [['a', 'b', 'c', 'd', 'e'], { type: 'string' }],
  [['a', 'a', 'a', 'b', 'c'], { type: 'string' }],
  [['a', 'a', 'b', 'b', 'c', 'c'], { type: 'string', enum: ['a', 'b', 'c'] }],
  [['on', 'on', 'on', 'on'], { type: 'string' }],
  [
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    { type: 'string' },
  ],
  [
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    { type: 'string', enum: ['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'] },
  ],
  [['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6'], { type: 'string' }],
  [
    ['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5'],
    { type: 'string', enum: ['v0', 'v1', 'v2', 'v3', 'v4', 'v5'] },
  ],
  [['2026-00-01'], { type: 'string' }],
  [['2026-01-00'], { type: 'string' }],
  [['0000-01-01'], { type: 'string' }],
  [['2000-02-29'], { type: 'string', format: 'date' }],
  [['1900-02-29'], { type: 'string' }],
  [['2026-04-31T10:00:00Z'], { type: 'string' }],
  [['2026-13-01'], { type: 'string' }],
  [['2026-01-01T24:00:00Z'], { type: 'string' }],
  [['2026-01-01T10:00:00'], { type: 'string' }],
  [['256.1.1.1'], { type: 'string' }],
  [['1.2.3'], { type: 'string' }],
  [['a@b'], { type: 'string' }],
  [['ftp://a.test:21/x'], { type: 'string', format: 'uri' }],
  [['mailto:a@b.co'], { type: 'string' }],
  [['2026-01-01', '2026-01-02T00:00:00Z'], { type: 'string' }],
])('%o', (samples, schema) => {
  const { $schema, ...found } = inferJsonSchema(samples);
  expect(found).toEqual(schema);
});

test('few short values are an enum: at most six, of at most thirty characters, each seen twice on average', () => {
  const seen = (count: number, length: number) =>
    inferJsonSchema(Array.from({ length: count * 2 }, (_one, index) => String(index % count).padEnd(length, '-'))).enum;
  expect(seen(6, 30)).toHaveLength(6);
  expect(seen(7, 30)).toBeUndefined();
  expect(seen(6, 31)).toBeUndefined();
});

test('a text of more than 500 characters has no format', () => {
  const uri = (length: number) => `https://a.test/${'x'.repeat(length - 15)}`;
  expect(inferJsonSchema([uri(500)]).format).toBe('uri');
  expect(inferJsonSchema([uri(501)]).format).toBeUndefined();
});

test('below 64 levels, anything is allowed', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) });
  const lists = (levels: number): unknown => (levels === 0 ? 'x' : [lists(levels - 1)]);
  for (const of of [nested, lists]) {
    expect(JSON.stringify(inferJsonSchema([of(64)]))).toContain('"string"');
    expect(JSON.stringify(inferJsonSchema([of(65)]))).not.toContain('"string"');
  }
});
