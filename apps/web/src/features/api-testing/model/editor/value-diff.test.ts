import { expect, test } from 'vitest';
import { deltaOf, displayValue, shortened } from './value-diff.ts';

test.each([
  ['text', 'text'],
  [12.5, '12.5'],
  [null, 'null'],
  [undefined, ''],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('displays %j', (value, want) => {
  expect(displayValue(value)).toBe(want);
});

test.each([
  [42, 42.5, '+0.5'],
  [42.5, 42.05, '−0.45'],
  ['200', 404, '+204'],
  [1, 1, undefined],
  ['2xx', 404, undefined],
  ['', 4, undefined],
  [true, 4, undefined],
  [4, undefined, undefined],
])('the difference between %j and %j is %j', (expected, actual, want) => {
  expect(deltaOf(expected, actual)).toBe(want);
});

test('the middle of what is long and equal is left out', () => {
  const long = 'a'.repeat(200);
  const same = { text: long, isChanged: false };
  const changed = { text: long, isChanged: true };
  expect(shortened([same])).toEqual([same]);
  expect(shortened([same, changed, same, changed, same])).toEqual([
    { text: `…${'a'.repeat(40)}`, isChanged: false },
    changed,
    { text: `${'a'.repeat(40)}…${'a'.repeat(40)}`, isChanged: false },
    changed,
    { text: `${'a'.repeat(40)}…`, isChanged: false },
  ]);
});
