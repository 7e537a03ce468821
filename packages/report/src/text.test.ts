import { expect, test } from 'vitest';
import { cut, formatCount, formatDuration, formatSize, formatValue } from './text.ts';

test.each([
  [null, '–'],
  [0, '0.0 ms'],
  [0.44, '0.4 ms'],
  [1, '1 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [2140, '2.1 s'],
  [59_900, '59.9 s'],
  [60_000, '1m 0s'],
  [134_000, '2m 14s'],
  [3_599_000, '59m 59s'],
  [3_600_000, '1h 0m'],
  [90_061_000, '25h 1m'],
])('%s ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_900, '999.9 kB'],
  [1_000_000, '1.0 MB'],
  [52_428_800, '52.4 MB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

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

test('a text is cut after its allowance and says how much is missing', () => {
  expect(cut('12345', 5)).toBe('12345');
  expect(cut('123456', 5)).toBe('12345\n… 1 more characters');
  expect(cut('1234😀', 5)).toBe('1234\ufffd\n… 1 more characters');
});
