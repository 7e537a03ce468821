import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBulkText, toBulkText } from './key-value-text.ts';

describe('bulk text of key-value rows', () => {
  test('writes one line per row and marks disabled rows', () => {
    expect(
      toBulkText([
        { key: 'Accept', value: 'application/json', enabled: true },
        { key: 'X-Debug', value: 'a:b', enabled: false },
        { key: '', value: '', enabled: true },
      ]),
    ).toBe('Accept: application/json\n# X-Debug: a:b');
  });

  test.each([
    { name: 'a plain line', text: 'a: 1', rows: [{ key: 'a', value: '1', enabled: true }] },
    { name: 'no space after the colon', text: 'a:1', rows: [{ key: 'a', value: '1', enabled: true }] },
    {
      name: 'a value with colons',
      text: 'url: http://x:80/',
      rows: [{ key: 'url', value: 'http://x:80/', enabled: true }],
    },
    { name: 'a line without a colon', text: 'flag', rows: [{ key: 'flag', value: '', enabled: true }] },
    { name: 'a switched-off line without a space', text: '#a: 1', rows: [{ key: 'a', value: '1', enabled: false }] },
    {
      name: 'empty lines and Windows line ends',
      text: '\r\na: 1\r\n\r\nb: 2\r\n',
      rows: [
        { key: 'a', value: '1', enabled: true },
        { key: 'b', value: '2', enabled: true },
      ],
    },
  ])('reads $name', ({ text, rows }) => {
    expect(fromBulkText(text)).toEqual(rows);
  });

  test('keeps the id and the description of rows whose key is unchanged', () => {
    const before = [{ id: 'i1', key: 'a', value: '1', enabled: true, description: 'first' }];
    expect(fromBulkText('b: 2\na: 3', before)).toEqual([
      { key: 'b', value: '2', enabled: true },
      { id: 'i1', description: 'first', key: 'a', value: '3', enabled: true },
    ]);
  });

  test('reads what it wrote', () => {
    const row = fc.record({
      key: fc.stringMatching(/^[A-Za-z][\w-]{0,12}$/),
      value: fc.stringMatching(/^[ -[\]-~]{0,20}$/),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(fromBulkText(toBulkText(rows))).toEqual(rows);
      }),
    );
  });
});
