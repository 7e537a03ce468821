import { expect, test } from 'vitest';
import { escapeHtml } from './markup.ts';

test.each([
  ['embedding from left to right', '\u202a'],
  ['embedding from right to left', '\u202b'],
  ['end of an embedding', '\u202c'],
  ['override from left to right', '\u202d'],
  ['override from right to left', '\u202e'],
  ['isolate from left to right', '\u2066'],
  ['isolate from right to left', '\u2067'],
  ['isolate of the first strong character', '\u2068'],
  ['end of an isolate', '\u2069'],
  ['NUL', '\u0000'],
  ['backspace', '\u0008'],
  ['vertical tab', '\u000b'],
  ['form feed', '\u000c'],
  ['shift out', '\u000e'],
  ['the last control character', '\u001f'],
  ['delete', '\u007f'],
  ['half a character', '\ud800'],
])('%s is shown as a replacement character', (_name, character) => {
  expect(escapeHtml(`a${character}b${character}`)).toBe('a\ufffdb\ufffd');
});

test.each(['\t', '\n', '\r', ' ', '~', '\u00a0', '\u2029', '\u202f', '\u2065', '\u206a', 'א', '😀'])(
  '%j stays as it is',
  (character) => {
    expect(escapeHtml(`a${character}b`)).toBe(`a${character}b`);
  },
);

test('what HTML reads as markup is written as text', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});
