import type { ImportedStep, RequestPart } from '@touchstone/engine-import';
import { expect, test } from 'vitest';
import { partText } from './import-review.ts';

const step = (given: object = {}): ImportedStep => ({
  id: 'x',
  name: 'Create',
  group: 'Orders',
  method: 'POST',
  url: 'https://a.test/',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  ...given,
});
const rows = [
  { key: 'A', value: '1' },
  { key: 'B', value: '2', enabled: false },
  { key: 'C', value: '', enabled: true },
];
const rowText = 'A: 1\nB: 2 (off)\nC: ';

test.each<[RequestPart, object, string]>([
  ['name', {}, 'Create'],
  ['group', {}, 'Orders'],
  ['method', {}, 'POST'],
  ['url', {}, 'https://a.test/'],
  ['headers', { headers: rows }, rowText],
  ['queryParams', { queryParams: rows }, rowText],
  ['pathParams', { pathParams: rows }, rowText],
  ['headers', {}, ''],
  ['body', {}, ''],
  ['body', { body: { type: 'form', fields: rows } }, rowText],
  ['body', { body: { type: 'urlencoded', fields: rows } }, rowText],
  ['body', { body: { type: 'graphql', query: '{ a }', variables: '{}' } }, '{ a }\n\n{}'],
  ['body', { body: { type: 'graphql', query: '{ a }', variables: '' } }, '{ a }'],
  ['body', { body: { type: 'binary', fileId: 'f' } }, 'A file'],
  ['body', { body: { type: 'json', content: '{"a": 1}' } }, '{"a": 1}'],
  ['body', { body: { type: 'text', content: 'Hello' } }, 'Hello'],
  ['authentication', {}, 'type: none'],
  [
    'authentication',
    { authentication: { type: 'basic', username: 'ana', password: 'secret' } },
    'type: basic\nusername: ana\npassword: ••••',
  ],
  ['authentication', { authentication: { type: 'bearer', token: '{{token}}' } }, 'type: bearer\ntoken: {{token}}'],
  [
    'assertions',
    {
      assertions: [
        { kind: 'status', operator: 'equals', expected: 200 },
        { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'x', enabled: false },
        { kind: 'jsonPath', path: '$.b', operator: 'exists' },
        { kind: 'jsonPath', path: '$.c', operator: 'equals', expected: { d: null } },
      ],
    },
    'status equals 200\njsonPath $.a equals x (off)\njsonPath $.b exists\njsonPath $.c equals {"d":null}',
  ],
  [
    'dataHandlers',
    {
      dataHandlers: [
        { name: 'a', source: 'jsonPath', path: '$.a', enabled: true },
        { name: 'b', source: 'status', path: '', enabled: false },
      ],
    },
    'a = jsonPath $.a\nb = status (off)',
  ],
  ['settings', { settings: { timeoutMs: 10, followRedirects: false } }, 'timeoutMs: 10\nfollowRedirects: false'],
  ['settings', {}, ''],
  ['preRequestScript', { preRequestScript: 'a()' }, 'a()'],
  ['preRequestScript', {}, ''],
  ['testScript', { testScript: 'b()' }, 'b()'],
  ['testScript', {}, ''],
  ['description', { description: 'Text' }, 'Text'],
  ['description', {}, ''],
  ['documentation', { documentation: { operationId: 'a' } }, '{\n  "operationId": "a"\n}'],
  ['documentation', {}, ''],
  ['examples', { examples: [{ status: 200, name: 'OK', body: '[]', headers: [] }] }, '200 OK []'],
  ['examples', {}, ''],
])('shows the %s of %j as %j', (part, given, text) => {
  expect(partText(step(given), part)).toBe(text);
});

test.each([
  ['a'.repeat(4000), 'a'.repeat(4000)],
  ['a'.repeat(4001), `${'a'.repeat(4000)}…`],
  [`${'a'.repeat(3999)}😀`, `${'a'.repeat(3999)}\uFFFD…`],
])('a long text is cut at 4,000 characters (%#)', (description, text) => {
  expect(partText(step({ description }), 'description')).toBe(text);
});
