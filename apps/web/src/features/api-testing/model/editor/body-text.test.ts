import { describe, expect, test } from 'vitest';
import { checkBody, formatJson, languageOf, prettyBody } from './body-text.ts';

test.each([
  { type: 'json', content: '  ', want: 'Please enter JSON data.' },
  { type: 'json', content: '{"a": }', want: 'Invalid JSON format.' },
  { type: 'json', content: '{"a": {{id}}, "b": "{{name}}"}', want: undefined },
  { type: 'xml', content: '', want: 'Please enter XML data.' },
  { type: 'xml', content: '<a><b></a>', want: 'Invalid XML format.' },
  { type: 'xml', content: '<a>{{id}}</a>', want: undefined },
  { type: 'text', content: '', want: undefined },
])('checks a body of type $type: $content', ({ type, content, want }) => {
  expect(checkBody(type, content)).toBe(want);
});

describe('formatting JSON', () => {
  test.each([
    ['{"a":1,"b":[true]}', '{\n  "a": 1,\n  "b": [\n    true\n  ]\n}'],
    ['{"id":{{id}},"name":"{{first}} x"}', '{\n  "id": {{id}},\n  "name": "{{first}} x"\n}'],
    ['{"a":', undefined],
  ])('%s', (content, want) => {
    expect(formatJson(content)).toBe(want);
  });
});

test.each([
  ['application/problem+json; charset=utf-8', '', 'json'],
  ['text/html', '', 'html'],
  ['application/soap+xml', '', 'xml'],
  [undefined, ' [1]', 'json'],
  ['text/plain', '<a/>', 'xml'],
  ['image/png', '{', 'text'],
] as const)('shows %s as the right language', (type, text, want) => {
  expect(languageOf(type, text)).toBe(want);
});

test('leaves numbers alone that JavaScript cannot represent', () => {
  const text = '{"id":12345678901234567890}';
  expect(prettyBody(text, 'json')).toBe(text);
});

test('indents one-line XML', () => {
  expect(prettyBody('<a><b>1</b><c/></a>', 'xml')).toBe('<a>\n  <b>1</b>\n  <c/>\n</a>');
});
