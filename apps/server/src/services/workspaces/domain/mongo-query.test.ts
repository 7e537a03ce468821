import { expect, test } from 'vitest';
import { readMongoQuery } from './mongo-query.ts';

const valueFor = (name: string) => (name === 'name' ? '{"$ne": null}' : '7');

test('inserts values into texts only, where they stay texts', () => {
  const query = readMongoQuery('{ "collection": "users", "filter": { "name": "{{name}}", "n": 1 } }', valueFor);
  expect(query).toEqual({ collection: 'users', filter: { name: '{"$ne": null}', n: 1 } });
});

test('reads an aggregation', () => {
  const text = '{ "collection": "users", "pipeline": [{ "$match": { "id": "{{id}}" } }, { "$limit": 1 }] }';
  expect(readMongoQuery(text, valueFor).pipeline).toEqual([{ $match: { id: '7' } }, { $limit: 1 }]);
});

test.each<[string, RegExp]>([
  ['select 1', /^Write the query as JSON/],
  ['[]', /JSON object/],
  ['null', /JSON object/],
  ['7', /JSON object/],
  ['"users"', /JSON object/],
  ['{ "collection": "" }', /Name the collection/],
  ['{ "collection": 7 }', /Name the collection/],
  ['{ "collection": "a", "pipeline": {} }', /either a pipeline/],
  ['{ "collection": "a", "pipeline": [], "sort": { "a": 1 } }', /either a pipeline/],
  ['{ "filter": {} }', /Name the collection/],
  ['{ "collection": "a", "update": {} }', /no field update/],
  ['{ "collection": "a", "pipeline": [], "filter": {} }', /either a pipeline/],
  ['{ "collection": "a", "pipeline": [{ "$out": "b" }] }', /\$out is not allowed/],
  ['{ "collection": "a", "pipeline": [{ "$facet": { "x": [{ "$merge": "b" }] } }] }', /\$merge is not allowed/],
  ['{ "collection": "a", "filter": { "$where": "1" } }', /\$where is not allowed/],
])('rejects %s', (text, problem) => {
  expect(() => readMongoQuery(text, valueFor)).toThrow(problem);
});

test('values that are no texts stay as they are', () => {
  const filter = { gone: null, open: true, total: 1.5, tags: ['a', null] };
  expect(readMongoQuery(JSON.stringify({ collection: 'users', filter }), valueFor).filter).toEqual(filter);
});

test('invalid JSON is reported, and kept for the log', () => {
  const cause = expect.any(SyntaxError);
  expect(() => readMongoQuery('{', valueFor)).toThrow(expect.objectContaining({ cause }));
});
