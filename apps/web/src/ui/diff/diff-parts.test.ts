import { diffLines } from '@touchstone/kernel/text-diff';
import { expect, test } from 'vitest';
import { partsOf } from './diff-parts.ts';

const numbered = (count: number, changed: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) => (changed.includes(index) ? 'changed' : `line ${index}`)).join('\n');
const shown = (count: number, changed: readonly number[]) => {
  const { parts, changes } = partsOf(diffLines(numbered(count), numbered(count, changed)).rows);
  return { changes, parts: parts.map(({ kind, rows }) => `${kind} ${rows.length}`) };
};

test.each([
  { name: 'equal texts are folded as a whole', count: 20, changed: [], want: { changes: 0, parts: ['folded 20'] } },
  {
    name: 'three lines stay around a change',
    count: 30,
    changed: [15],
    want: { changes: 1, parts: ['folded 12', 'shown 7', 'folded 11'] },
  },
  {
    name: 'a few lines between two changes stay',
    count: 10,
    changed: [0, 9],
    want: { changes: 2, parts: ['shown 10'] },
  },
  {
    name: 'many lines between two changes are folded',
    count: 30,
    changed: [0, 29],
    want: { changes: 2, parts: ['shown 4', 'folded 22', 'shown 4'] },
  },
])('$name', ({ count, changed, want }) => {
  expect(shown(count, changed)).toEqual(want);
});

test('the first row of each change has its number', () => {
  const { parts } = partsOf(diffLines('a\nb\nc\nd', 'a\nX\nY\nc').rows);
  expect(parts.flatMap((part) => (part.kind === 'shown' ? part.rows.map(({ change }) => change ?? '') : []))).toEqual([
    '',
    0,
    '',
    '',
    1,
  ]);
});
