import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from './merge-lines.ts';

test.each([
  ['one side changed', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['both changed different places', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n'],
  ['both made the same change', 'a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
  ['one deletes, one adds elsewhere', 'a\nb\nc\nd\n', 'a\nc\nd\n', 'a\nb\nc\nd\ne\n', 'a\nc\nd\ne\n'],
  ['no line feed at the end', 'a\nb', 'a\nb', 'a\nc', 'a\nc'],
  ['a longer last line without a line feed', 'ab\nm\ncd', 'xab\nm\ncd', 'ab\nm\ncde', 'xab\nm\ncde'],
])('%s', (_, base, ours, theirs, merged) => {
  expect(mergeLines(base, ours, theirs)).toEqual({ text: merged, conflicts: 0 });
});

test('keeps both versions of a line changed by both', () => {
  expect(mergeLines('a\nurl: 1\nb\n', 'a\nurl: 2\nb\n', 'a\nurl: 3\nb\n')).toEqual({
    text: 'a\n<<<<<<< here\nurl: 2\n=======\nurl: 3\n>>>>>>> server\nb\n',
    conflicts: 1,
  });
});

test.each([
  ['a line without an end', 'a', 'b', 'c', '<<<<<<< here\nb\n=======\nc\n>>>>>>> server\n', 1],
  ['lines that one side has no more', 'a\n', '', 'c\n', '<<<<<<< here\n=======\nc\n>>>>>>> server\n', 1],
  [
    'two places',
    'a\nx\nb\n',
    '1\nx\n2\n',
    '3\nx\n4\n',
    '<<<<<<< here\n1\n=======\n3\n>>>>>>> server\nx\n<<<<<<< here\n2\n=======\n4\n>>>>>>> server\n',
    2,
  ],
  ['lines that moved', 'a\nb\nc\nd\n', 'b\nc\na\nd\n', 'a\nb\nc\nd\n', 'b\nc\na\nd\n', 0],
  ['lines between the same lines', 'a\nb\na\nb\n', 'a\nb\nx\na\nb\n', 'a\nb\na\nb\ny\n', 'a\nb\nx\na\nb\ny\n', 0],
  ['the same lines once more', 'a\na\n', 'a\na\na\n', 'a\na\n', 'a\na\na\n', 0],
  ['empty lines', '\n\na\n', '\na\n', '\n\na\n\n', '\na\n\n', 0],
  ['nothing', '', 'a\n', '', 'a\n', 0],
])('%s are merged', (_, base, ours, theirs, text, conflicts) => {
  expect(mergeLines(base, ours, theirs)).toEqual({ text, conflicts });
});

test('the sides are labelled with their names', () => {
  const { text } = mergeLines('a\n', 'b\n', 'c\n', { ours: 'mine', theirs: 'theirs' });
  expect(text).toBe('<<<<<<< mine\nb\n=======\nc\n>>>>>>> theirs\n');
});

test.each([
  ['a\nb\nc\n', 'a\nc\n', 'a\nb\nc\n'],
  ['a\nx\nc\n', 'a\ny\nc\n', 'a\n<<<<<<< here\nx\n=======\ny\n>>>>>>> server\nc\n'],
  ['a\n', 'a\n', 'a\n'],
  ['', 'a\n', 'a\n'],
])('without an ancestor %j and %j are %j', (ours, theirs, text) => {
  expect(mergeLines(undefined, ours, theirs).text).toBe(text);
});

test('as many lines as possible stay', () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}\n`).join('');
  const base = numbers(0, 60);
  const ours = `x\n${numbers(0, 20)}y\n${numbers(25, 60)}`;
  const theirs = `${numbers(0, 40)}z\n${numbers(45, 60)}w\n`;
  expect(mergeLines(base, ours, theirs)).toEqual({
    text: `x\n${numbers(0, 20)}y\n${numbers(25, 40)}z\n${numbers(45, 60)}w\n`,
    conflicts: 0,
  });
});

const line = fc.constantFrom('a', 'b', 'c', 'd', 'x: 1', '');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

test('a side without changes never matters', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(mergeLines(base, changed, base)).toEqual({ text: changed, conflicts: 0 });
      expect(mergeLines(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
      expect(mergeLines(base, changed, changed)).toEqual({ text: changed, conflicts: 0 });
    }),
  );
});

test('no line added by a side is lost', () => {
  const counted = (lines: string) => Map.groupBy(lines.split('\n'), (one) => one);
  fc.assert(
    fc.property(text, text, text, (base, ours, theirs) => {
      const merged = counted(mergeLines(base, ours, theirs).text);
      const old = counted(base);
      for (const side of [ours, theirs])
        for (const [one, all] of counted(side))
          if (!old.has(one)) expect(merged.get(one)?.length ?? 0).toBeGreaterThanOrEqual(all.length);
    }),
  );
});

test('without a common ancestor every line of both sides stays', () => {
  fc.assert(
    fc.property(text, text, (ours, theirs) => {
      const merged = mergeLines(undefined, ours, theirs).text.split('\n');
      for (const side of [ours, theirs]) for (const one of new Set(side.split('\n'))) expect(merged).toContain(one);
    }),
  );
});
