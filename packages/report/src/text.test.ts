import { expect, test } from 'vitest';
import { cut, formatCount, formatValue } from './text.ts';

test.each([
  [0.04, '0'],
  [0.05, '0.1'],
  [1234.56, '1,234.6'],
  [1000, '1,000'],
])('the number %d is written %s', (value, text) => {
  expect(formatCount(value)).toBe(text);
});

test.each([
  [undefined, '(nothing)'],
  [null, 'null'],
  ['text', 'text'],
  [{ a: 1 }, '{"a":1}'],
  [Symbol.for('a'), 'Symbol(a)'],
])('the value %s is written %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test('a text is cut at its limit and says how much is missing', () => {
  expect(cut('12345', 5)).toBe('12345');
  expect(cut('123456', 5)).toBe('12345\n… 1 more characters');
  expect(cut('1234😀', 5)).toBe('1234\ufffd\n… 1 more characters');
});
