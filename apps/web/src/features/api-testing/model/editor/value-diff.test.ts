import { expect, test } from 'vitest';
import { displayValue, shortened } from './value-diff.ts';

test.each([
  ['text', 'text'],
  [12.5, '12.5'],
  [null, 'null'],
  [undefined, ''],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('displays %j', (value, want) => {
  expect(displayValue(value)).toBe(want);
});

test('the middle of a long equal part is left out', () => {
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
