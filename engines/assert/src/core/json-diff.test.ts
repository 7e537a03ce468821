import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepEquals, looselyEquals } from './compare.ts';
import { parseExactJson } from './exact-json.ts';
import { describeDifference, diffJson } from './json-diff.ts';
import { queryJson } from './json-path.ts';

test.each([
  [{ a: 1 }, { a: 2 }, '$.a: expected 1, got 2'],
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'y' }] }, '$.a[1].b: expected "x", got "y"'],
  [{ a: 1, 'b c': 2 }, { a: 3 }, '$.a: expected 1, got 3 and 1 more'],
  [[1], [1, 2], '$[1]: expected nothing, got 2'],
  [1, 2, ''],
])('says where %j and %j differ', (expected, actual, text) => {
  expect(describeDifference(expected, actual)).toBe(text);
});

const json = fc.jsonValue({ depthSize: 'small' });

test('values are equal if and only if there is no difference, in both directions', () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      const same = deepEquals(left, right);
      expect(deepEquals(right, left)).toBe(same);
      expect(diffJson(left, right).length === 0).toBe(same);
    }),
    { numRuns: 500 },
  );
});

test('key order and a round trip through text change nothing', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      const turned = JSON.parse(text, (_key, item: unknown) =>
        item !== null && typeof item === 'object' && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).reverse())
          : item,
      ) as unknown;
      expect(diffJson(value, turned)).toEqual([]);
      if (typeof value === 'object') expect(looselyEquals(parseExactJson(text), text)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('each difference is at a path that leads to the value', () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      for (const { path, actual } of diffJson(left, right)) {
        if (actual !== undefined) expect(queryJson(path, right).values).toEqual([actual]);
      }
    }),
    { numRuns: 300 },
  );
});
