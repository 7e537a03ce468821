import { describe, expect, test } from 'vitest';
import { assertionOfText, columnOf, rowsOfCell } from './excel-cells.ts';
import { requestsOfSheets } from './excel-sheets.ts';

test.each([
  ['URL', 'url'],
  ['api_endpoint', 'url'],
  ['Test Case Name', 'name'],
  ['HTTP-Method', 'method'],
  ['requestBody', 'body'],
  ['Headers (optional)', 'headers'],
  [' Expected Status Code: ', 'status'],
  ['Expected Result', 'assertions'],
  ['Path Variables', 'pathParams'],
  ['Params', 'query'],
  ['Bearer Token', 'token'],
  ['Data Handlers', 'extract'],
  ['Urls', undefined],
  ['', undefined],
])('the title %j means the column %s', (title, column) => {
  expect(columnOf(title)).toBe(column);
});

const pair = (key: string, value: string) => ({ key, value });

test.each<[text: string, separator: ':' | '=', rows: object[], rest: string[]]>([
  ['A: b\r\nC:d\n\n E : f ', ':', [pair('A', 'b'), pair('C', 'd'), pair('E', 'f')], []],
  ['A: b; C: d;e', ':', [pair('A', 'b'), pair('C', 'd;e')], []],
  ['A=b', ':', [pair('A', 'b')], []],
  ['A: http://h/a=b', ':', [pair('A', 'http://h/a=b')], []],
  ['two words: x', ':', [], ['two words: x']],
  ['?a=b&c=d;e:f\ng = h=i', '=', [pair('a', 'b'), pair('c', 'd'), pair('e', 'f'), pair('g', 'h=i')], []],
  ['a=&b', '=', [pair('a', '')], ['b']],
  ['{"a": 1, "b": {"c": 2}}', ':', [pair('a', '1'), pair('b', '{"c":2}')], []],
  ['{broken', ':', [], ['{broken']],
  ['', ':', [], []],
])('the cell %j is read as pairs', (text, separator, rows, rest) => {
  expect(rowsOfCell(text, separator)).toEqual({ rows, rest });
});

test.each<[text: string, assertion: object | undefined]>([
  ['$.a = b', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b' }],
  ['$.a[?(@.b == 1)] exists', { kind: 'jsonPath', path: '$.a[?(@.b == 1)]', operator: 'exists' }],
  [' $.a ', { kind: 'jsonPath', path: '$.a', operator: 'exists' }],
  ['$.a == "b c"', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b c' }],
  ["$.a equals to 'b'", { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b' }],
  ['$.a is not b', { kind: 'jsonPath', path: '$.a', operator: 'notEquals', expected: 'b' }],
  ['$.a != b', { kind: 'jsonPath', path: '$.a', operator: 'notEquals', expected: 'b' }],
  ['$.a <> b', { kind: 'jsonPath', path: '$.a', operator: 'notEquals', expected: 'b' }],
  ['$.a does not exist', { kind: 'jsonPath', path: '$.a', operator: 'notExists' }],
  ['$.a present', { kind: 'jsonPath', path: '$.a', operator: 'exists' }],
  ['$.a does not contain b', { kind: 'jsonPath', path: '$.a', operator: 'notContains', expected: 'b' }],
  ['$.a contains b', { kind: 'jsonPath', path: '$.a', operator: 'contains', expected: 'b' }],
  ['$.a matches ^b$', { kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '^b$' }],
  ['$.a =~ b', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '~ b' }],
  ['$.a > 5', { kind: 'jsonPath', path: '$.a', operator: 'greaterThan', expected: '5' }],
  ['$.a less than 5', { kind: 'jsonPath', path: '$.a', operator: 'lessThan', expected: '5' }],
  ['$.a >= 5', undefined],
  ['$.a has length 2', { kind: 'jsonPath', path: '$.a', operator: 'length', expected: '2' }],
  ['$.a type = number', { kind: 'jsonPath', path: '$.a', operator: 'type', expected: 'number' }],
  ['$.a in 1,2', { kind: 'jsonPath', path: '$.a', operator: 'in', expected: '1,2' }],
  [
    "$.a[?(@.b[0] > 'x y')].c = 5",
    { kind: 'jsonPath', path: "$.a[?(@.b[0] > 'x y')].c", operator: 'equals', expected: '5' },
  ],
  ["$['a b'] != 1", { kind: 'jsonPath', path: "$['a b']", operator: 'notEquals', expected: '1' }],
  ["//a[@b = '1']/c exists", { kind: 'xpath', path: "//a[@b = '1']/c", operator: 'exists' }],
  ['$.a[ = 1', undefined],
  ['//a/b[1] = c', { kind: 'xpath', path: '//a/b[1]', operator: 'equals', expected: 'c' }],
  ['/a', { kind: 'xpath', path: '/a', operator: 'exists' }],
  ['header X-A contains b', { kind: 'header', path: 'X-A', operator: 'contains', expected: 'b' }],
  ['Header X-A', { kind: 'header', path: 'X-A', operator: 'exists' }],
  ['Status Code = 200', { kind: 'status', operator: 'equals', expected: '200' }],
  ['response time < 500', { kind: 'responseTime', operator: 'lessThan', expected: '500' }],
  ['size > 1', { kind: 'size', operator: 'greaterThan', expected: '1' }],
  ['body contains a', { kind: 'body', operator: 'contains', expected: 'a' }],
  ['body', undefined],
  ['$.a resembles b', undefined],
  ['it works', undefined],
])('the line %j asserts', (text, assertion) => {
  expect(assertionOfText(text)).toEqual(assertion);
});

/** The requests of a one-row sheet, with the reported problems. */
function rowOf(cells: Record<string, unknown>) {
  const { steps, problems } = requestsOfSheets([{ name: 'S', rows: [Object.keys(cells), Object.values(cells)] }]);
  return { step: steps[0], reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}
const url = 'http://h/a';

describe('a row', () => {
  test.each<[cells: object, step: object]>([
    [
      { name: 'N' },
      {
        name: 'N',
        method: 'GET',
        group: '',
        body: { type: 'none' },
        authentication: { type: 'none' },
        assertions: [],
        dataHandlers: [],
      },
    ],
    [{ method: ' put ' }, { method: 'PUT' }],
    [{ body: 'a' }, { method: 'POST', body: { type: 'text', content: 'a' } }],
    [{ body: ' [1]' }, { body: { type: 'json', content: '[1]' } }],
    [{ body: '{{a}}' }, { body: { type: 'text' } }],
    [{ body: '<a/>' }, { body: { type: 'xml' } }],
    [{ body: 'a', 'body type': 'GraphQL' }, { body: { type: 'graphql', query: 'a', variables: '' } }],
    [{ body: 'a=b', 'body type': 'x-www-form-urlencoded' }, { body: { type: 'urlencoded', fields: [pair('a', 'b')] } }],
    [
      { body: 'a=b', 'body type': 'form-data' },
      { body: { type: 'form', fields: [{ ...pair('a', 'b'), kind: 'text' }] } },
    ],
    [{ body: 'a', 'body type': 'JSON' }, { body: { type: 'json' } }],
    [{ body: 'a', 'body type': 'soap' }, { body: { type: 'xml' } }],
    [{ body: '{}', 'body type': 'raw' }, { body: { type: 'text' } }],
    [
      { body: 'a', headers: 'content-type: text/xml' },
      { body: { type: 'xml' }, headers: [pair('content-type', 'text/xml')] },
    ],
    [{ token: 'Bearer  t', username: 'u' }, { authentication: { type: 'bearer', token: 't' } }],
    [{ username: 'u' }, { authentication: { type: 'basic', username: 'u', password: '' } }],
    [{ password: 'p' }, { authentication: { type: 'basic', username: '', password: 'p' } }],
    [
      { query: 'a=b', 'path params': 'c=d', folder: 'F' },
      { queryParams: [pair('a', 'b')], pathParams: [pair('c', 'd')], group: 'F' },
    ],
    [{ status: 200 }, { assertions: [{ kind: 'status', operator: 'equals', expected: '200' }] }],
    [{ status: '200.0' }, { assertions: [{ kind: 'status', operator: 'equals', expected: '200' }] }],
    [{ status: '200, 201' }, { assertions: [{ kind: 'status', operator: 'in', expected: '200, 201' }] }],
    [{ status: '2xx' }, { assertions: [{ kind: 'status', operator: 'in', expected: '2xx' }] }],
    [
      { assertions: '$.a = 1; status = 200\nbody contains x' },
      { assertions: [{ path: '$.a', expected: '1' }, { kind: 'status' }, { kind: 'body' }] },
    ],
    [
      { extract: 'a = $.b\nc: /d; e = header X-F' },
      {
        dataHandlers: [
          { name: 'a', source: 'jsonPath', path: '$.b' },
          { name: 'c', source: 'xpath', path: '/d' },
          { name: 'e', source: 'header', path: 'X-F' },
        ],
      },
    ],
    [{ no: 1, Comment: 'x', Notes: 'y', method: 'GET' }, { method: 'GET' }],
    [{ name: new Date(0) }, { name: '1970-01-01T00:00:00.000Z' }],
  ])('with %j is a request', (cells, step) => {
    const found = rowOf({ url, name: 'N', ...cells });
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toEqual([]);
  });

  test.each<[cells: object, reason: string]>([
    [{ method: 'G1' }, 'S, row 2: G1 is no method; GET stands in its place.'],
    [{ headers: 'none' }, 'S, row 2: "none" in headers is not a pair; it was left out.'],
    [{ assertions: 'works' }, 'S, row 2: "works" is no assertion; write it like $.id = 7.'],
    [{ extract: 'id' }, 'S, row 2: "id" extracts nothing; write it like id = $.id.'],
    [{ colour: 'red' }, 'S, row 1: The column colour is not known; it was left out.'],
  ])('with %j becomes a request, and left out parts are reported', (cells, reason) => {
    const { step, reasons } = rowOf({ url, name: 'N', ...cells });
    expect([step?.url, reasons]).toEqual([url, [reason]]);
  });

  test('without an address is left out; an empty row is ignored', () => {
    const rows = [['Requests'], ['Method', 'URL', 'URL'], [], ['GET', null, 'x'], [null, ''], ['GET', 'http://h?a=b']];
    const { steps, problems, title } = requestsOfSheets([{ name: 'S', rows }]);
    expect(title).toBe('S');
    expect(steps.map((step) => [step.url, step.queryParams])).toEqual([['http://h', [pair('a', 'b')]]]);
    expect(problems.map(({ place, reason }) => [place, reason])).toEqual([
      ['S, row 2', 'The column URL is not known; it was left out.'],
      ['S, row 4', 'The row has no address; it was left out.'],
    ]);
  });
});

describe('sheets', () => {
  const rows = [
    ['method', 'url', 'group'],
    ['GET', url, 'G'],
    ['GET', url, null],
  ];

  test('become folders if there are several', () => {
    const { steps, problems, title } = requestsOfSheets([
      { name: 'A', rows },
      { name: 'B', rows: [] },
    ]);
    expect([title, steps.map(({ group }) => group), problems]).toEqual(['Imported sheet', ['A / G', 'A'], []]);
  });

  test.each<[rows: unknown[][], places: string[]]>([
    [[], ['document']],
    [[['a', 'b']], ['S', 'document']],
    [
      [['url'], [url]],
      ['S', 'document'],
    ],
    [
      [
        ['method', 'name'],
        ['GET', 'a'],
      ],
      ['S', 'document'],
    ],
    [
      [...Array(20).fill(['x']), ...rows],
      ['S', 'document'],
    ],
    [[...Array(19).fill(['x']), ...rows], []],
  ])('need titles with an address near their beginning', (given, places) => {
    expect(requestsOfSheets([{ name: 'S', rows: given }]).problems.map(({ place }) => place)).toEqual(places);
  });
});
