import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { assertionOfText, columnOf, rowsOfCell } from './excel-cells.ts';
import { requestsOfSheets } from './excel-sheets.ts';

const pair = (key: string, value: string): KeyValue => ({ key, value });

test.each([
  ['test - case', 'name'],
  ['(the) URL (of it)', 'url'],
  ['url1', 'url'],
  ['xURL', undefined],
])('the title %j means the column %s', (title, column) => {
  expect(columnOf(title)).toBe(column);
});

test.each<[text: string, separator: ':' | '=', rows: KeyValue[], rest: string[]]>([
  [' {"a": 1}', '=', [pair('a', '1')], []],
  ['=a=b', '=', [], ['=a=b']],
  ['a=b?c', '=', [pair('a', 'b?c')], []],
  ['A: b; X-C : d', ':', [pair('A', 'b'), pair('X-C', 'd')], []],
  ['A: b; c d: e', ':', [pair('A', 'b; c d: e')], []],
  ['?A: b', ':', [pair('A', 'b')], []],
  ['a b = c', '=', [pair('a b', 'c')], []],
  ['a=1;b=2&c=3\r\nd=4', '=', [pair('a', '1'), pair('b', '2'), pair('c', '3'), pair('d', '4')], []],
])('the cell %j is read as pairs', (text, separator, rows, rest) => {
  expect(rowsOfCell(text, separator)).toStrictEqual({ rows, rest });
});

test.each<[text: string, assertion: object | undefined]>([
  ['$.a = x"b"', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'x"b"' }],
  ['$.a = "b"x', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '"b"x' }],
  ['$.a = "b\'', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '"b\'' }],
  ['$.a = "b\nc"', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b\nc' }],
  ['time < 5', { kind: 'responseTime', operator: 'lessThan', expected: '5' }],
  ['BODY contains a', { kind: 'body', operator: 'contains', expected: 'a' }],
  ['Size = 5', { kind: 'size', operator: 'equals', expected: '5' }],
  ['body exists', { kind: 'body', operator: 'exists' }],
  ['body absent', { kind: 'body', operator: 'notExists' }],
  ['status', undefined],
])('the line %j asserts', (text, assertion) => {
  expect(assertionOfText(text)).toStrictEqual(assertion);
});

function rowOf(cells: Record<string, unknown>) {
  const all: Record<string, unknown> = { url: 'http://h', ...cells };
  const { steps, problems } = requestsOfSheets([{ name: 'S', rows: [Object.keys(all), Object.values(all)] }]);
  return { step: steps[0]!, reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}

describe('a row', () => {
  test.each<[cells: object, step: object]>([
    [{ body: '[{"a": 1}]' }, { body: { type: 'json', content: '[{"a": 1}]' } }],
    [{ body: '{"a": 1}' }, { body: { type: 'json', content: '{"a": 1}' } }],
    [{ body: '{{a}}' }, { body: { type: 'text', content: '{{a}}' } }],
    [{ body: 'x {"a": 1}' }, { body: { type: 'text', content: 'x {"a": 1}' } }],
    [{ body: 'a < b' }, { body: { type: 'text', content: 'a < b' } }],
    [{ body: 'a', headers: 'A: b\nContent-Type: application/json' }, { body: { type: 'json', content: 'a' } }],
    [{ body: 'a', headers: 'X-Content-Type: application/json' }, { body: { type: 'text', content: 'a' } }],
    [{ body: 'a', headers: 'Content-Type-X: application/json' }, { body: { type: 'text', content: 'a' } }],
    [{ body: '{}', 'body type': 'plain' }, { body: { type: 'text', content: '{}' } }],
    [{ body: '<a/>', 'body type': 'text' }, { body: { type: 'text', content: '<a/>' } }],
    [{ body: 'a', 'body type': 'XML' }, { body: { type: 'xml', content: 'a' } }],
    [{ body: '{}', 'body type': 'other' }, { body: { type: 'json', content: '{}' } }],
    [{ token: 'my bearer t' }, { authentication: { type: 'bearer', token: 'my bearer t' } }],
    [{ token: 't' }, { authentication: { type: 'bearer', token: 't' } }],
    [{ username: 'u', password: 'p' }, { authentication: { type: 'basic', username: 'u', password: 'p' } }],
    [{ url: 'http://h?a=b', query: 'c=d' }, { queryParams: [pair('a', 'b'), pair('c', 'd')] }],
    [{ method: 'get' }, { method: 'GET', body: { type: 'none' }, name: 'GET /' }],
    [
      { method: 'get', body: 'a' },
      { method: 'GET', body: { type: 'text', content: 'a' } },
    ],
    [{ method: new Date(Number.NaN) }, { method: 'GET' }],
    [
      { 'S.No': 1, sno: 2, 's no': 3, 'No.': 4, '#': 5, ID: 6, Sl: 7, Description: 8, Comment: 9, note: 10, name: 'N' },
      { name: 'N' },
    ],
  ])('with %j is a request', (cells, step) => {
    const found = rowOf({ name: 'N', ...cells, ...('method' in cells ? { name: null } : {}) });
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toStrictEqual([]);
  });

  test.each<[status: unknown, operator: string, expected: string]>([
    ['200.00', 'equals', '200'],
    ['200.01', 'equals', '200.01'],
    ['200 201', 'in', '200 201'],
    ['200-299', 'in', '200-299'],
    ['2XX', 'in', '2XX'],
  ])('expects the status %j', (status, operator, expected) => {
    expect(rowOf({ status }).step.assertions).toStrictEqual([{ kind: 'status', operator, expected }]);
  });

  test.each<[text: string, paths: (string | undefined)[]]>([
    ['$.a = 1; /b exists;  //c', ['$.a', '/b', '//c']],
    ['$.a = 1;header X = 2;\n\n status = 3; body contains 4', ['$.a', 'X', 'status', 'body']],
    ['$.a = 1; time < 5; response time < 6; size > 7', ['$.a', 'responseTime', 'responseTime', 'size']],
    ['$.a = 1; more', ['$.a']],
    ['$.a = 1; headers', ['$.a']],
    ['$.a = 1\r\n$.b = 2', ['$.a', '$.b']],
  ])('asserts each line of %j', (assertions, paths) => {
    const { step, reasons } = rowOf({ assertions });
    expect(step.assertions.map(({ path, kind }) => path ?? kind)).toStrictEqual(paths);
    expect(reasons).toStrictEqual([]);
  });

  test('that asserts a string with semicolons keeps them', () => {
    expect(rowOf({ assertions: '$.a = b; c' }).step.assertions).toMatchObject([{ expected: 'b; c' }]);
  });

  test.each<[text: string, handlers: object[]]>([
    ['a1.b-c=$', [{ name: 'a1.b-c', source: 'jsonPath', path: '$' }]],
    ['_ : /', [{ name: '_', source: 'xpath', path: '/' }]],
    [
      'a=$.b; c = $.d',
      [
        { name: 'a', path: '$.b' },
        { name: 'c', path: '$.d' },
      ],
    ],
    [
      'a=$.b;c=$.d',
      [
        { name: 'a', path: '$.b' },
        { name: 'c', path: '$.d' },
      ],
    ],
    ['a = Header  X-F', [{ name: 'a', source: 'header', path: 'X-F' }]],
  ])('extracts values with %j', (extract, handlers) => {
    const { step, reasons } = rowOf({ extract });
    expect(step.dataHandlers).toMatchObject(handlers);
    expect([step.dataHandlers.length, reasons]).toStrictEqual([handlers.length, []]);
  });

  test.each(['x a = $.b', 'a = header X y', '1a = $.b', 'a = b$', 'a $.b'])('ignores %j', (extract) => {
    const { step, reasons } = rowOf({ extract });
    expect(step.dataHandlers).toStrictEqual([]);
    expect(reasons).toStrictEqual([`S, row 2: "${extract}" extracts nothing; write it like id = $.id.`]);
  });

  test('shows the beginning of what it cannot read', () => {
    const long = 'x'.repeat(90);
    const { reasons } = rowOf({ headers: long, assertions: long, extract: long, 'my id': 1, notebook: 2 });
    const shown = 'x'.repeat(80);
    expect(reasons).toStrictEqual([
      'S, row 1: The column my id is not known; it was left out.',
      'S, row 1: The column notebook is not known; it was left out.',
      `S, row 2: "${shown}" in headers is not a pair; it was left out.`,
      `S, row 2: "${shown}" is no assertion; write it like $.id = 7.`,
      `S, row 2: "${shown}" extracts nothing; write it like id = $.id.`,
    ]);
  });

  test('is identified by its position below the titles', () => {
    const rows = [['intro'], ['url', 'method'], ['http://h', 'G1'], [undefined, undefined], ['', 'GET']];
    const { steps, problems } = requestsOfSheets([
      { name: 'S', rows },
      { name: 'Empty', rows: [] },
    ]);
    expect(steps.map(({ group }) => group)).toStrictEqual(['S']);
    expect(problems.map(({ place }) => place)).toStrictEqual(['S, row 3', 'S, row 5']);
  });
});
