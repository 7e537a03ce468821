import { expect, test } from 'vitest';
import { escapeHtml, escapeXml } from './markup.ts';

test.each([
  ['markup', `<a href="x">'&'</a>`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'],
  ['an entity that is written already', '&amp;', '&amp;amp;'],
  ['what turns the direction of the text around it', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
  ['characters that HTML cannot show', 'a\u0000b\u007fc', 'a\ufffdb\ufffdc'],
  ['half of a character', 'a\ud800', 'a\ufffd'],
  ['lines and tabs', 'a\n\tb', 'a\n\tb'],
])('HTML: %s', (_name, text, expected) => {
  expect(escapeHtml(text)).toBe(expected);
});

test.each([
  ['markup', `<a href="x">&</a>`, '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;'],
  ['a return, which a reader would drop', 'a\r\nb', 'a&#13;\nb'],
  ['characters that XML cannot write', 'a\u0000b\uffff', 'a\ufffdb\ufffd'],
  ['half of a character', '\udc00', '\ufffd'],
])('XML: %s', (_name, text, expected) => {
  expect(escapeXml(text)).toBe(expected);
});
