import type { HttpBody, HttpStep } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { type SnippetLanguage, snippet, snippetLanguages } from './snippets.ts';

const tricky = 'a"b\'c $d #{e} \\ f\n\u0001 é {{name}}';
const step = (body: HttpBody): HttpStep => ({
  id: 's',
  name: 'S',
  group: '',
  method: 'PUT',
  url: 'https://a.test/{id}',
  headers: [{ key: 'X-Note', value: 'it"s $5' }],
  queryParams: [{ key: 'q', value: '1' }],
  pathParams: [{ key: 'id', value: '7' }],
  authentication: { type: 'bearer', token: 't' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  body,
});
const form: HttpBody = {
  type: 'form',
  fields: [
    { key: 'note', value: 'x', kind: 'text' },
    { key: 'photo', value: '', kind: 'file', fileName: 'cat.png' },
  ],
};
const languages = Object.keys(snippetLanguages) as SnippetLanguage[];

test('a request is written in twenty languages, with its address, header and credentials in each', () => {
  expect(languages).toHaveLength(20);
  for (const language of languages)
    for (const body of [{ type: 'none' }, { type: 'text', content: tricky }, form] as HttpBody[]) {
      const code = snippet(step(body), language);
      for (const part of ['https://a.test/7?q=1', 'X-Note']) expect(code, language).toContain(part);
      if (body.type === 'form') expect(code, language).toContain('cat.png');
      if (body.type === 'text') expect(code, language).toContain('{{name}}');
    }
});

test.each<[SnippetLanguage, string]>([
  ['kotlin', '"a\\"b\'c \\$d #{e} \\\\ f\\n\\u0001 é {{name}}"'],
  ['dart', '"a\\"b\'c \\$d #{e} \\\\ f\\n\\u0001 é {{name}}"'],
  ['swift', '"a\\"b\'c $d #{e} \\\\ f\\n\\u{0001} é {{name}}"'],
  ['rust', '"a\\"b\'c $d #{e} \\\\ f\\n\\u{0001} é {{name}}"'],
  ['perl', "'a\"b\\'c $d #{e} \\\\ f\n\u0001 é {{name}}'"],
  ['httpie', "--raw 'a\"b'\\''c $d #{e} \\ f\n\u0001 é {{name}}'"],
  ['http', '\n\na"b\'c $d #{e} \\ f\n'],
])('%s represents any text as its own literal', (language, literal) => {
  expect(snippet(step({ type: 'text', content: tricky }), language)).toContain(literal);
});

test.each([{ type: 'none' }, { type: 'text', content: tricky }, form] as HttpBody[])(
  'the browser script is valid: $type',
  (body) => {
    expect(() => new Function(snippet(step(body), 'xhr'))).not.toThrow();
  },
);

test('a form is written as each tool requires', () => {
  expect(snippet(step(form), 'http')).toContain(
    '--touchstone-part\nContent-Disposition: form-data; name="photo"; filename="cat.png"\n\n< ./cat.png\n--touchstone-part--',
  );
  expect(snippet(step(form), 'httpie')).toContain("--multipart PUT 'https://a.test/7?q=1'");
  expect(snippet(step(form), 'httpie')).toContain('photo@cat.png');
  expect(snippet(step(form), 'cmd')).toContain('^\n  -F');
});
