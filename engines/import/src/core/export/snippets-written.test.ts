import type { HttpStep } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { type SnippetLanguage, snippet, snippetLanguages } from './snippets.ts';

/** Most of these languages cannot run in the tests, so the expected snippets are kept in `written/`. Review the diff after `vitest run -u`. */
const step = (given: Partial<HttpStep>): HttpStep => ({
  id: 's',
  name: 'S',
  group: '',
  method: 'POST',
  url: 'https://a.test/orders',
  headers: [],
  queryParams: [],
  pathParams: [],
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  body: { type: 'none' },
  ...given,
});
const row = (key: string, value: string) => ({ key, value });
const requests: Record<string, HttpStep> = {
  'address, query and headers of one name': step({
    method: 'GET',
    url: 'https://a.test/orders/{id}',
    pathParams: [row('id', '7')],
    queryParams: [row('q', 'a b')],
    headers: [row('X-Two', 'one'), row('x-two', 'two'), row('Cookie', 'a=1'), row('Cookie', 'b=2'), row('X-Empty', '')],
    authentication: { type: 'bearer', token: 'secret' },
  }),
  'no body where a method wants one': step({}),
  'no body but a type': step({ method: 'DELETE', headers: [row('Content-Type', 'text/plain')] }),
  text: step({
    method: 'PATCH',
    headers: [row('Content-Type', 'application/vnd.shop+json'), row('X-Note', 'it\'s "5" $')],
    body: { type: 'json', content: '{"name": "O\'Neil", "pays": "5 $", "back": "\\\\"}' },
  }),
  'a form of texts': step({
    body: { type: 'form', fields: [{ key: 'first note', value: 'say "hi" \\ for $5', kind: 'text' }] },
  }),
  'a form with names that repeat': step({
    body: {
      type: 'form',
      fields: [
        { key: 'a "b"', value: 'one', kind: 'text' },
        { key: 'a "b"', value: '', kind: 'file', fileName: "it's.png" },
        { key: 'c', value: 'two', kind: 'text' },
      ],
    },
  }),
  'a form with files': step({
    headers: [row('content-type', 'multipart/mixed'), row('X-Note', 'n')],
    body: {
      type: 'form',
      fields: [
        { key: 'photo', value: '', kind: 'file', fileName: 'cat.png' },
        { key: 'other', value: '', kind: 'file' },
        { key: 'note', value: 'last', kind: 'text' },
      ],
    },
  }),
  'a file': step({ method: 'PUT', body: { type: 'binary', fileId: 'f', contentType: 'image/png' } }),
  'a file without a known type': step({ method: 'PUT', body: { type: 'binary', fileId: 'f' } }),
  'Digest sign-in': step({
    method: 'GET',
    authentication: { type: 'digest', username: 'ana', password: 'o"k' },
  }),
  'NTLM sign-in with a domain': step({
    method: 'HEAD',
    authentication: { type: 'ntlm', username: 'ana', password: 'ok', domain: 'SHOP' },
  }),
  'NTLM sign-in without a domain': step({
    method: 'GET',
    authentication: { type: 'ntlm', username: 'ana', password: 'ok' },
  }),
};

test.each(Object.keys(snippetLanguages) as SnippetLanguage[])('%s matches the stored snippet', async (language) => {
  const written = Object.entries(requests).map(
    ([name, request]) => `======== ${name}\n${snippet(request, language)}\n`,
  );
  await expect(written.join('\n')).toMatchFileSnapshot(`written/${language}.txt`);
});
