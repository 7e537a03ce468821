import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const paragraph = (...content: object[]) => ({ kind: 'paragraph', content });

test.each([
  {
    name: 'headings',
    given: '# One #\n### Three',
    want: [
      { kind: 'heading', level: 1, content: [text('One')] },
      { kind: 'heading', level: 3, content: [text('Three')] },
    ],
  },
  { name: 'paragraphs', given: 'a\nb\n\nc', want: [paragraph(text('a\nb')), paragraph(text('c'))] },
  { name: 'a line break', given: 'a  \nb', want: [paragraph(text('a'), { kind: 'break' }, text('\nb'))] },
  { name: 'code', given: '```js\n# a *b*\n```\nx', want: [{ kind: 'code', text: '# a *b*' }, paragraph(text('x'))] },
  { name: 'code without an end', given: '~~~\na', want: [{ kind: 'code', text: 'a' }] },
  { name: 'a rule', given: 'a\n\n---', want: [paragraph(text('a')), { kind: 'rule' }] },
  {
    name: 'a quote',
    given: '> a\n> # b',
    want: [{ kind: 'quote', blocks: [paragraph(text('a')), { kind: 'heading', level: 1, content: [text('b')] }] }],
  },
  {
    name: 'a nested list',
    given: '- a\n  - b\n- [x] c',
    want: [
      {
        kind: 'list',
        isOrdered: false,
        start: 1,
        items: [
          {
            blocks: [
              paragraph(text('a')),
              { kind: 'list', isOrdered: false, start: 1, items: [{ blocks: [paragraph(text('b'))] }] },
            ],
          },
          { isDone: true, blocks: [paragraph(text('c'))] },
        ],
      },
    ],
  },
  {
    name: 'a numbered list',
    given: '3. a\n4. b\n\nend',
    want: [
      {
        kind: 'list',
        isOrdered: true,
        start: 3,
        items: [{ blocks: [paragraph(text('a'))] }, { blocks: [paragraph(text('b'))] }],
      },
      paragraph(text('end')),
    ],
  },
  {
    name: 'a table',
    given: '| a | b |\n|---|:-:|\n| 1 | `x` |',
    want: [{ kind: 'table', head: [[text('a')], [text('b')]], rows: [[[text('1')], [{ kind: 'code', text: 'x' }]]] }],
  },
  {
    name: 'emphasis',
    given: '**b** *i* ~~d~~ snake_case_word \\*x\\*',
    want: [
      paragraph(
        { kind: 'strong', content: [text('b')] },
        text(' '),
        { kind: 'emphasis', content: [text('i')] },
        text(' '),
        { kind: 'deleted', content: [text('d')] },
        text(' snake_case_word *x*'),
      ),
    ],
  },
  {
    name: 'links',
    given: '[**Docs**](https://a.test/x "T") <ann@a.test> https://b.test',
    want: [
      paragraph(
        { kind: 'link', href: 'https://a.test/x', content: [text('**Docs**')] },
        text(' '),
        { kind: 'link', href: 'mailto:ann@a.test', content: [text('ann@a.test')] },
        text(' '),
        { kind: 'link', href: 'https://b.test', content: [text('https://b.test')] },
      ),
    ],
  },
  {
    name: 'no script',
    given: '[x](javascript:alert) <b onclick="x">',
    want: [paragraph(text('[x](javascript:alert) <b onclick="x">'))],
  },
  {
    name: 'a picture as a link',
    given: '![cat](https://a.test/cat.png)',
    want: [paragraph({ kind: 'link', href: 'https://a.test/cat.png', content: [text('cat')] })],
  },
])('reads $name', ({ given, want }) => {
  expect(parseMarkdown(given)).toEqual(want);
});

test('reads any text, however deep or long', () => {
  const words = fc.constantFrom(
    '*',
    '_',
    '`',
    '[',
    '](',
    ')',
    '> ',
    '- ',
    '\n',
    '  ',
    '|',
    '---',
    '#',
    'a',
    '<',
    '~~',
    '1. ',
  );
  fc.assert(fc.property(fc.array(words, { maxLength: 60 }), (parts) => void parseMarkdown(parts.join(''))));
  for (const part of ['*', '**', '[', '`', '> ', '- ', '  - ', '_a', '[a](', '|-'])
    expect(parseMarkdown(part.repeat(40_000))).toBeDefined();
});
