import { expect, test } from 'vitest';
import { differenceOf, displayValue } from './value-diff.ts';

test.each([
  {
    a: '42.50',
    b: '42.05',
    want: [
      { before: '42.', changed: '50', after: '' },
      { before: '42.', changed: '05', after: '' },
    ],
  },
  {
    a: 'abc',
    b: 'abXc',
    want: [
      { before: 'ab', changed: '', after: 'c' },
      { before: 'ab', changed: 'X', after: 'c' },
    ],
  },
  {
    a: 'same',
    b: 'same',
    want: [
      { before: 'same', changed: '', after: '' },
      { before: 'same', changed: '', after: '' },
    ],
  },
  {
    a: 'aa',
    b: 'aaa',
    want: [
      { before: 'aa', changed: '', after: '' },
      { before: 'aa', changed: 'a', after: '' },
    ],
  },
])('finds where $a and $b differ', ({ a, b, want }) => {
  expect(differenceOf(a, b)).toEqual(want);
});

test.each([
  ['text', 'text'],
  [12.5, '12.5'],
  [null, 'null'],
  [undefined, ''],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('displays %j', (value, want) => {
  expect(displayValue(value)).toBe(want);
});
