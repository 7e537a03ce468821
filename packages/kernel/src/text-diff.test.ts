import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { type DiffSide, deltaOf, diffLines, diffWords, type TextDiff, type TextPiece } from './text-diff.ts';

const joined = (pieces: readonly TextPiece[]) => pieces.map(({ text }) => text).join('');
const written = (pieces: readonly TextPiece[]) =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const side = (one: DiffSide | undefined) => (one ? `${one.line} ${written(one.pieces)}` : '');
const shown = ({ rows }: TextDiff) =>
  rows.map((row) =>
    row.kind === 'same' ? `${row.before} = ${row.after} ${row.text}` : `${side(row.before)} | ${side(row.after)}`,
  );

test.each([
  { name: 'nothing in two empty texts', before: '', after: '', want: [] },
  { name: 'equal texts', before: 'a\nb', after: 'a\nb', want: ['1 = 1 a', '2 = 2 b'] },
  {
    name: 'a changed line with its words',
    before: '{\n  "total": 42.50\n}',
    after: '{\n  "total": 42.05\n}',
    want: ['1 = 1 {', '2   "total": 42.[50] | 2   "total": 42.[05]', '3 = 3 }'],
  },
  {
    name: 'lines that only one side has',
    before: 'a\nb\nc',
    after: 'a\nc\nd',
    want: ['1 = 1 a', '2 b | ', '3 = 2 c', ' | 3 d'],
  },
  { name: 'lines without anything in common', before: 'alpha', after: '42', want: ['1 alpha | 1 42'] },
  { name: 'every kind of line break', before: 'a\r\nb\rc', after: 'a\nb\nc', want: ['1 = 1 a', '2 = 2 b', '3 = 3 c'] },
])('shows $name', ({ before, after, want }) => {
  expect(shown(diffLines(before, after))).toEqual(want);
});

test.each([
  { before: '42.50', after: '42.05', want: ['42.[50]', '42.[05]'] },
  { before: 'abc', after: 'abXc', want: ['abc', 'ab[X]c'] },
  { before: 'same', after: 'same', want: ['same', 'same'] },
  { before: 'aa', after: 'aaa', want: ['aa', 'aa[a]'] },
  { before: 'the red fox', after: 'the quick fox', want: ['the [red] fox', 'the [quick] fox'] },
  { before: 'a 😀 b', after: 'a 😁 b', want: ['a [😀] b', 'a [😁] b'] },
  { before: '', after: 'new', want: ['', '[new]'] },
])('marks what differs between "$before" and "$after"', ({ before, after, want }) => {
  expect(diffWords(before, after).map(written)).toEqual(want);
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

test('both texts are complete in their comparison, and equal lines are in the same order', () => {
  const random = seededRandom(7);
  const pick = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 300; round += 1) {
    const text = () => Array.from({ length: pick(12) }, () => 'abcd x'.slice(pick(3), 3 + pick(3))).join('\n');
    const [before, after] = [text(), text()];
    const { rows } = diffLines(before, after);
    const lines = (of: 'before' | 'after') =>
      rows.flatMap((row) => (row.kind === 'same' ? [row.text] : row[of] ? [joined(row[of].pieces)] : []));
    const numbers = (of: 'before' | 'after') =>
      rows.flatMap((row) => (row.kind === 'same' ? [row[of]] : row[of] ? [row[of].line] : []));
    expect(lines('before').join('\n')).toBe(before);
    expect(lines('after').join('\n')).toBe(after);
    for (const of of ['before', 'after'] as const) expect(numbers(of)).toEqual(lines(of).map((_, index) => index + 1));
  }
});

test('a comparison that takes too long keeps the lines that are unique on both sides', () => {
  const many = (word: string) => Array.from({ length: 400 }, (_, index) => `${word} ${index}`);
  const before = [...many('old'), 'the anchor', ...many('left')].join('\n');
  const after = [...many('new'), 'the anchor', ...many('right')].join('\n');
  const cut = diffLines(before, after, 1000);
  expect(cut.isExact).toBe(false);
  expect(cut.rows.filter(({ kind }) => kind === 'same')).toEqual([
    { kind: 'same', before: 401, after: 401, text: 'the anchor' },
  ]);
  expect(diffLines(before, after).isExact).toBe(true);
});
