import { expect, test } from 'vitest';
import type { AssertionOperator } from './assertion.ts';
import { compareValue, deepEquals, jsonTypeOf, looselyEquals } from './compare.ts';
import { parseExactJson, stringifyExactJson } from './exact-json.ts';

test.each<[actual: unknown, expected: unknown, equal: boolean]>([
  [42, '42', true],
  [42, ' 42.0 ', true],
  [42, '', false],
  [0, '', false],
  [0, ' ', false],
  [42, '0x2a', false],
  ['42', 42, true],
  ['042', '42', false],
  [true, 'true', true],
  [true, 'TRUE', false],
  ['true', true, true],
  [null, 'null', true],
  [null, '', false],
  ['null', 'null', true],
  [{ a: 1, b: [1, 2] }, '{"b":[1,2],"a":1}', true],
  [{ a: 1 }, { a: '1' }, false],
  [[1, 2], '[1,2]', true],
  [[1, 2], '[2,1]', false],
  ['{"a":1}', { a: 1 }, true],
  [{ a: 1 }, 'not json', false],
  [1, true, false],
])('%j equals %j: %s', (actual, expected, equal) => {
  expect(looselyEquals(actual, expected)).toBe(equal);
});

test('long integers are compared exactly', () => {
  const actual = parseExactJson('12345678901234567891');
  expect(looselyEquals(actual, '12345678901234567891')).toBe(true);
  expect(looselyEquals(actual, '12345678901234567890')).toBe(false);
});

test('deep equality ignores the order of keys and counts them', () => {
  expect(deepEquals({ a: { x: 1, y: 2 }, b: null }, { b: null, a: { y: 2, x: 1 } })).toBe(true);
  expect(deepEquals({ a: 1, b: undefined }, { a: 1 })).toBe(false);
  expect(deepEquals({ toString: 1 }, { other: 1 })).toBe(false);
});

test.each<[operator: AssertionOperator, actual: unknown, expected: unknown, passed: boolean]>([
  ['notEquals', 1, '2', true],
  ['notEquals', 1, '1', false],
  ['contains', 'abc', 'b', true],
  ['contains', [1, 2], '2', true],
  ['contains', [1, 2], '3', false],
  ['contains', { a: 1 }, 'a', true],
  ['contains', { a: 1, b: 2 }, '{"b":2}', true],
  ['contains', { a: 1 }, { a: 2 }, false],
  ['contains', 1234, '23', true],
  ['notContains', 'abc', 'x', true],
  ['matches', 'order-17', '^order-\\d+$', true],
  ['matches', 17, '^1', true],
  ['greaterThan', 3, '2', true],
  ['greaterThan', '3', 3, false],
  ['lessThan', '10', '9', false],
  ['lessThan', '2025-01-01', '2026-01-01T00:00:00Z', true],
  ['in', 2, '1, 2,3', true],
  ['in', 'b', ['a', 'b'], true],
  ['in', 'b', '["a","c"]', false],
  ['type', 1, 'integer', true],
  ['type', 1, 'number', true],
  ['type', 1.5, 'integer', false],
  ['type', [], 'Array', true],
  ['type', null, 'null', true],
  ['length', 'naïve👍', '6', true],
  ['length', [1, 2], 2, true],
  ['length', { a: 1 }, 2, false],
])('%s: %j compared with %j is %s', (operator, actual, expected, passed) => {
  expect(compareValue(operator, actual, expected).passed).toBe(passed);
});

test('reports values that cannot be compared', () => {
  expect(compareValue('greaterThan', 'abc', '3').problem).toBe('the found value "abc" is not a number');
  expect(compareValue('greaterThan', 3, 'abc').problem).toBe('the expected value "abc" is not a number');
  expect(compareValue('length', 5, 1).problem).toBe('5 has no length');
  expect(compareValue('length', 'a', 'x').problem).toMatch(/is not a number/);
});

test('keeps long integers exact', () => {
  const value = parseExactJson('{"id":12345678901234567891,"big":1e30,"small":1.5}');
  expect(value).toEqual({ id: 12345678901234567891n, big: 1e30, small: 1.5 });
  expect(jsonTypeOf((value as { id: unknown }).id)).toBe('integer');
  expect(stringifyExactJson(value)).toBe('{"id":12345678901234567891,"big":1e+30,"small":1.5}');
});
