import type { HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { NamedFiles } from '../named-files.ts';
import { ProblemList } from '../problems.ts';
import { graphqlBody, headerLines, keyValues, readBody } from './body.ts';
import { readUrl } from './url.ts';

const row = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const off = { enabled: false };

test.each<[url: unknown, read: { url: string; queryParams?: KeyValue[]; pathParams?: KeyValue[] }]>([
  ['http://h/a?b=c', { url: 'http://h/a', queryParams: [row('b', 'c')] }],
  [undefined, { url: '' }],
  [{ raw: 'http://h/a?b=c' }, { url: 'http://h/a', queryParams: [row('b', 'c')] }],
  [{ raw: ' ', host: 'h' }, { url: 'h' }],
  [
    {
      protocol: 'https',
      auth: { user: 'u', password: 'p' },
      host: ['a', 'b'],
      port: 8080,
      path: ['x', { value: 'y' }],
      query: 'z=1',
    },
    { url: 'https://u:p@a.b:8080/x/y', queryParams: [row('z', '1')] },
  ],
  [{ protocol: 'http://', host: 'h', path: '/x/y' }, { url: 'http://h/x/y' }],
  [{ host: '{{base}}', path: [] }, { url: '{{base}}' }],
  [
    { raw: 'http://h?x=1', query: [] },
    { url: 'http://h', queryParams: [row('x', '1')] },
  ],
  [
    { raw: 'http://h?x=1', query: [{ key: 'a', value: 'b', description: 'why' }] },
    { url: 'http://h', queryParams: [row('a', 'b', { description: 'why' })] },
  ],
  [
    { raw: 'http://h', query: [{ key: 'a', value: '1', disabled: true }] },
    { url: 'http://h', queryParams: [row('a', '1', off)] },
  ],
  [{ raw: 'http://h', query: [{ key: null, value: null }, 'text'] }, { url: 'http://h' }],
  [
    {
      raw: 'http://h',
      query: [
        { key: 'a', value: null },
        { key: 'b', value: 'c d' },
        { key: 'e', value: 'f', disabled: true },
      ],
    },
    { url: 'http://h?a&b=c%20d', queryParams: [row('e', 'f', off)] },
  ],
  [{ raw: 'http://h', query: [{ key: 'a', value: "b+c'{{d e}}" }] }, { url: 'http://h?a=b+c%27{{d e}}' }],
  [
    { raw: 'http://h', query: [{ key: 'a', value: 'b%2Bc' }] },
    { url: 'http://h', queryParams: [row('a', 'b+c')] },
  ],
  [
    { raw: 'http://h', query: [{ key: 'a', value: '1+2', disabled: true }] },
    { url: 'http://h', queryParams: [row('a', '1+2', off)] },
  ],
  [
    {
      raw: 'http://h/:a/:b',
      variable: [
        { key: 'a', value: 1 },
        { id: 'b', value: null, disabled: true, description: 'why' },
        { value: 'x' },
        5,
      ],
    },
    { url: 'http://h/:a/:b', pathParams: [row('a', '1'), row('b', '', { ...off, description: 'why' })] },
  ],
])('the address %j is read', (url, read) => {
  expect(readUrl(url)).toEqual({ queryParams: [], pathParams: [], ...read });
});

test.each<[source: unknown, rows: KeyValue[], problems: number]>([
  [
    'A: b\r\n//C: d\n  // E: f\nno colon\n: x\nG:',
    [row('A', 'b'), row('C', 'd', off), row('E', 'f', off), row('G', '')],
    0,
  ],
  [{ a: 1, b: null }, [row('a', '1'), row('b', '')], 0],
  [['A: b', { name: 'c', value: 'd' }, null, 5], [row('A', 'b'), row('c', 'd')], 1],
  [
    [
      { key: '', value: '' },
      { key: '', value: 'x' },
    ],
    [row('', 'x')],
    0,
  ],
  [
    [
      { key: 'a', disabled: true },
      { key: 'b', enabled: false },
      { key: 'c', enabled: true },
    ],
    [row('a', '', off), row('b', '', off), row('c', '')],
    0,
  ],
  [undefined, [], 0],
])('the rows %j are read', (source, rows, count) => {
  const problems = new ProblemList();
  expect(keyValues(source, 'place', problems)).toEqual(rows);
  expect(problems.list()).toHaveLength(count);
});

test('a header without a name is not read', () => {
  expect(headerLines(':a\nb')).toEqual([]);
});

const type = row('Content-Type', 'multipart/form-data; boundary=x');

describe('the body', () => {
  function read(body: unknown, headers: KeyValue[] = [], files?: NamedFiles) {
    const problems = new ProblemList();
    const rows = [...headers];
    const found = readBody(body, rows, 'place', { problems, files });
    return { body: found, headers: rows, reasons: problems.list().map(({ reason }) => reason) };
  }
  const none: HttpBody = { type: 'none' };

  test.each<[body: unknown, read: object, headers?: KeyValue[]]>([
    [undefined, none],
    [{}, none],
    ['text', { type: 'text', content: 'text' }],
    [
      { mode: 'RAW', raw: 'a' },
      { type: 'text', content: 'a' },
    ],
    [{ raw: 'a' }, { type: 'text', content: 'a' }],
    [{ mode: 'raw', raw: '' }, none],
    [
      { mode: 'raw', raw: { a: 1 }, options: { raw: { language: 'json' } } },
      { type: 'json', content: '{"a":1}' },
    ],
    [
      { mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } },
      { type: 'xml', content: '<a/>' },
    ],
    [
      { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b' }] },
      { type: 'urlencoded', fields: [row('a', 'b')] },
    ],
    [{ urlencoded: 'a: b' }, { type: 'urlencoded', fields: [row('a', 'b')] }],
    [
      { mode: 'formdata', formdata: { a: 'b' } },
      { type: 'form', fields: [row('a', 'b', { kind: 'text' })] },
    ],
    [
      {
        mode: 'formdata',
        formdata: [
          { key: 'a', value: 'b', contentType: 'x/y', description: 'why' },
          { key: '', value: '' },
          { key: 'c', value: '', disabled: true },
        ],
      },
      {
        type: 'form',
        fields: [
          row('a', 'b', { kind: 'text', contentType: 'x/y', description: 'why' }),
          row('c', '', { kind: 'text', ...off }),
        ],
      },
    ],
    [
      { mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: '/x/b.txt', disabled: true }] },
      { type: 'form', fields: [row('a', '', { kind: 'file', fileName: 'b.txt', ...off })] },
    ],
    [
      { mode: 'graphql', graphql: { query: 'q', variables: { a: 1 }, operationName: 'O' } },
      { type: 'graphql', query: 'q', variables: '{"a":1}', operationName: 'O' },
    ],
    [
      { mode: 'file', file: { content: 'a' } },
      { type: 'text', content: 'a' },
    ],
    [{ disabled: true }, none],
  ])('%j is read', (body, expected) => {
    expect(read(body)).toMatchObject({ body: expected, reasons: [] });
  });

  test.each<[body: unknown, read: object, reason: string]>([
    [{ mode: 'raw', raw: 'a', disabled: true }, none, 'The body is switched off and was left out.'],
    [{ mode: 'stream' }, none, 'The body mode stream is not known; the body was left out.'],
    [
      { mode: 'file', file: { src: '/x/a.bin' } },
      { type: 'binary', fileId: '' },
      'The body is a file (a.bin). Choose it again.',
    ],
    [{ mode: 'binary' }, { type: 'binary', fileId: '' }, 'The body is a file. Choose it again.'],
    [
      { mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: ['/x/b', 'c'], fileName: 'd' }] },
      { type: 'form', fields: [{ fileName: 'd' }, { fileName: 'd' }] },
      'The field a sends a file. Choose it again.',
    ],
  ])('%j is read, and left out parts are reported', (body, expected, reason) => {
    expect(read(body)).toMatchObject({ body: expected, reasons: [reason] });
  });

  test('keeps the paths of its files if they may be used', () => {
    const files: NamedFiles = { read: () => '' };
    expect(read({ mode: 'file', file: '/x/a' }, [], files)).toMatchObject({ body: { fileId: '/x/a' }, reasons: [] });
    const fields = [{ key: 'a', type: 'file', src: '/x/a' }];
    expect(read({ mode: 'formdata', formdata: fields }, [], files)).toMatchObject({
      body: { fields: [{ fileId: '/x/a' }] },
      reasons: [],
    });
    const empty = [{ key: 'a', type: 'file' }];
    expect(read({ mode: 'formdata', formdata: empty }, [], files).reasons).toHaveLength(1);
  });

  test('leaves the boundary of a form to the engine', () => {
    expect(read({ mode: 'formdata', formdata: [] }, [row('A', 'b'), type]).headers).toEqual([row('A', 'b')]);
    const other = row('Content-Type', 'multipart/form-database');
    expect(read({ mode: 'formdata', formdata: [] }, [other]).headers).toEqual([other]);
    expect(read({ mode: 'raw', raw: 'a' }, [type]).headers).toEqual([type]);
  });
});

test.each<[source: unknown, body: object]>([
  ['q', { type: 'graphql', query: 'q', variables: '' }],
  [{ variables: '{}' }, { type: 'graphql', query: '', variables: '{}' }],
  [{ query: '', variables: ' ' }, { type: 'none' }],
  [5, { type: 'none' }],
])('GraphQL in %j is read', (source, body) => {
  expect(graphqlBody(source)).toEqual(body);
});
