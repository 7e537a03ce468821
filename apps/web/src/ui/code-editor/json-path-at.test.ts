import { expect, test } from 'vitest';
import { jsonPathAt } from './json-path-at.ts';

const text = `{
  "data": [ { "id": 7, "name": "Ana" }, { "id": 8, "tags": ["a", "b"], "o'key x": null } ],
  "total": 42.5,
  "ok": true
}`;

const cases = [
  { name: 'a number in an object in an array', at: '7', path: '$.data[0].id', value: 7 },
  { name: 'a string', at: '"Ana"', path: '$.data[0].name', value: 'Ana' },
  { name: 'an item of a nested array', at: '"b"', path: '$.data[1].tags[1]', value: 'b' },
  { name: 'a name that needs quoting', at: 'null', path: "$.data[1]['o\\'key x']", value: null },
  { name: 'the name of a property', at: 'total', path: '$.total', value: 42.5 },
  { name: 'a literal', at: 'true', path: '$.ok', value: true },
  { name: 'the name of an array', at: 'tags', path: '$.data[1].tags', value: ['a', 'b'] },
];

test.each(cases)('returns the path of $name', ({ at, path, value }) => {
  expect(jsonPathAt(text, text.indexOf(at) + 1)).toEqual({ path, value });
});

test('returns the root for the outermost brace', () => {
  expect(jsonPathAt('{"a": 1}', 0)?.path).toBe('$');
});

test('returns nothing in a text that is not JSON', () => {
  expect(jsonPathAt('<html></html>', 3)).toBeUndefined();
  expect(jsonPathAt('', 0)).toBeUndefined();
});
