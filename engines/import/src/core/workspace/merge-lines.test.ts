import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from './merge-lines.ts';

test.each([
  ['one side changed', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['both changed different places', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n'],
  ['both made the same change', 'a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
  ['one deletes, one adds elsewhere', 'a\nb\nc\nd\n', 'a\nc\nd\n', 'a\nb\nc\nd\ne\n', 'a\nc\nd\ne\n'],
  ['no line feed at the end', 'a\nb', 'a\nb', 'a\nc', 'a\nc'],
])('%s', (_, base, ours, theirs, merged) => {
  expect(mergeLines(base, ours, theirs)).toEqual({ text: merged, conflicts: 0 });
});

test('keeps both where both changed the same line', () => {
  expect(mergeLines('a\nurl: 1\nb\n', 'a\nurl: 2\nb\n', 'a\nurl: 3\nb\n')).toEqual({
    text: 'a\n<<<<<<< here\nurl: 2\n=======\nurl: 3\n>>>>>>> server\nb\n',
    conflicts: 1,
  });
});

const line = fc.constantFrom('a', 'b', 'c', 'd', 'x: 1', '');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

test('a side that changed nothing never matters', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(mergeLines(base, changed, base)).toEqual({ text: changed, conflicts: 0 });
      expect(mergeLines(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
      expect(mergeLines(base, changed, changed)).toEqual({ text: changed, conflicts: 0 });
    }),
  );
});

test('no line that a side added is lost', () => {
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
