import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableJson } from './storable-json.ts';

test.each([
  ['NUL', 'a\0b', 'a\ufffdb'],
  ['the first half of a pair', 'a\ud83db', 'a\ufffdb'],
  ['the second half of a pair', 'a\ude00b', 'a\ufffdb'],
  ['a whole pair', 'a\u{1f600}b', 'a\u{1f600}b'],
  ['the spelling of an escape', '\\u0000 \\ud800', '\\u0000 \\ud800'],
  ['line ends and quotes', 'a\n"b"\t\\', 'a\n"b"\t\\'],
])('a text with %s', (_name, text, expected) => {
  expect(JSON.parse(storableJson({ deep: [text], [text]: 1 }))).toEqual({ deep: [expected], [expected]: 1 });
});

test('any text becomes storable in PostgreSQL, and well-formed text stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stored: string = JSON.parse(storableJson(text));
      expect(stored).toBe(text.toWellFormed().replaceAll('\0', '\ufffd'));
    }),
  );
});
