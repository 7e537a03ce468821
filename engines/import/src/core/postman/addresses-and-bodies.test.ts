import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { importPostman } from './import-postman.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const off = { enabled: false };

function read(request: object) {
  const item = [{ name: 'R', request: { url: 'http://h', ...request } }];
  const { steps, problems } = importPostman(JSON.stringify({ info: { name: 'C' }, item }));
  return { ...steps[0]!, reasons: problems.map(({ reason }) => reason) };
}

test.each<[url: unknown, address: string, rows: KeyValue[]]>([
  [5, '5', []],
  [{ raw: 5, host: 'h' }, 'h', []],
  [{ host: 'h', path: 'x/y/' }, 'h/x/y/', []],
  [{ host: 'h', path: '//x' }, 'h//x', []],
  [{ host: 'h', path: '' }, 'h', []],
  [{ protocol: 'https', host: 'h', auth: 'basic' }, 'https://h', []],
  [{ protocol: 'https:', host: 'h' }, 'https://h', []],
  [{ protocol: 'https:///', host: 'h' }, 'https://h', []],
  [{ host: 'h', path: [{ type: 'any', value: 'a' }, { type: 'any' }, 5] }, 'h/a//5', []],
  [{ host: 'h', query: 'a=1' }, 'h', [pair('a', '1')]],
  [{ raw: 'http://h', query: [{ key: null, value: 'v' }] }, 'http://h', [pair('', 'v')]],
  [{ raw: 'http://h', query: [{ key: 'k', value: null }] }, 'http://h?k', []],
  [{ raw: 'http://h', query: [{ key: 'k', value: null, disabled: true }] }, 'http://h', [pair('k', '', off)]],
  [{ raw: 'http://h', query: [{ key: 'k', value: '1%2B2', disabled: true }] }, 'http://h', [pair('k', '1+2', off)]],
  [{ raw: 'http://h', query: [{ key: 'a%2B', value: '%2B%2B' }] }, 'http://h', [pair('a+', '++')]],
  [
    {
      raw: 'http://h?x',
      query: [
        { key: 'a+', value: ' "<>#\t' },
        { key: 'b', value: '{{c d}}' },
      ],
    },
    'http://h?a+=%20%22%3C%3E%23%09&b={{c d}}',
    [],
  ],
])('the address %j is %s', (url, address, rows) => {
  expect(read({ url })).toMatchObject({ url: address, queryParams: rows, pathParams: [], reasons: [] });
});

describe('the body', () => {
  test.each<[body: object, expected: object]>([
    [
      { mode: 'raw', raw: 'a', options: { raw: { language: 'html' } } },
      { headers: [pair('Content-Type', 'text/html')], body: { type: 'text', content: 'a' } },
    ],
    [
      { mode: 'raw', raw: 'a', options: { raw: { language: 'text' } } },
      { headers: [], body: { type: 'text', content: 'a' } },
    ],
    [
      { formdata: [{ key: 'a', value: 'b', enabled: false }, 5] },
      { body: { type: 'form', fields: [pair('a', 'b', { kind: 'text', ...off })] } },
    ],
    [{ formdata: [{ key: '', value: 'b' }] }, { body: { type: 'form', fields: [pair('', 'b', { kind: 'text' })] } }],
    [{ graphql: '{a}' }, { body: { type: 'graphql', query: '{a}', variables: '' } }],
    [{ file: { content: '' } }, { body: { type: 'none' } }],
  ])('%j is read', (body, expected) => {
    expect(read({ method: 'POST', body })).toMatchObject({ ...expected, reasons: [] });
  });

  test('from a form without a source needs its file, named as before', () => {
    const formdata = [{ key: 'f', type: 'file', contentType: 'x/y', fileName: 'n.txt', description: 'why' }];
    const found = read({ body: { mode: 'formdata', formdata } });
    expect(found.body).toStrictEqual({
      type: 'form',
      fields: [pair('f', '', { kind: 'file', contentType: 'x/y', fileName: 'n.txt', description: 'why' })],
    });
    expect(found.reasons).toStrictEqual(['The field f sends a file. Choose it again.']);
  });

  test.each([
    ['multipart/form-data', []],
    ['Multipart/Form-Data ; boundary=x', []],
    ['a multipart/form-data', ['a multipart/form-data']],
    ['multipart/form-data2', ['multipart/form-data2']],
  ])('in a form keeps for the type %s: %j', (value, kept) => {
    const header = [
      { key: 'Content-Type', value },
      { key: 'A', value: 'b' },
    ];
    const { headers } = read({ header, body: { mode: 'formdata', formdata: [] } });
    expect(headers.filter(({ key }) => key !== 'A').map((row) => row.value)).toStrictEqual(kept);
  });
});

test.each<[header: unknown, headers: KeyValue[]]>([
  ['A: 1\r\n   //  B : 2 \n:x\nC', [pair('A', '1'), pair('B', '2', off)]],
  [['A: 1'], [pair('A', '1')]],
  [{ A: true }, [pair('A', 'true')]],
  [[{ key: 'A', value: '', description: { content: 'why' } }], [pair('A', '', { description: 'why' })]],
  [
    [
      { key: '', value: 'x' },
      { key: 'B', name: 'C' },
    ],
    [pair('', 'x'), pair('B', '')],
  ],
])('the headers %j are read', (header, headers) => {
  expect(read({ header })).toMatchObject({ headers, reasons: [] });
});
