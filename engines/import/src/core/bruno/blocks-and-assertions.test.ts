import { describe, expect, test } from 'vitest';
import { ProblemList } from '../problems.ts';
import { assertionsOf, dataHandlersOf } from './assertions.ts';
import { outdented, readBlocks, readRows } from './bru-blocks.ts';
import { readBru } from './bru-request.ts';

test.each<[text: string, blocks: [name: string, text: string][], lost: string[]]>([
  ['\uFEFFa {\r\n  b: c\r\n}\r\n', [['a', '  b: c']], []],
  [
    'a {\n  {\n  }\n}\nb:c [\n  d\n]',
    [
      ['a', '  {\n  }'],
      ['b:c', '  d'],
    ],
    [],
  ],
  [
    'a { }\nb {x: y}\nc []',
    [
      ['a', ''],
      ['b', 'x: y'],
      ['c', ''],
    ],
    [],
  ],
  ['a { b\n}', [['a', 'b']], []],
  ['a {\n]\n}', [['a', ']']], []],
  ['  stray \n\na {\n} ', [['a', '']], ['stray']],
  ['a {\n  b', [['a', '  b']], ['a is not closed']],
])('%j has its blocks', (text, blocks, lost) => {
  expect(readBlocks(text)).toEqual({ blocks: blocks.map(([name, inner]) => ({ name, text: inner })), lost });
});

const on = (name: string, value: string, more: object = {}) => ({ name, value, enabled: true, ...more });

test.each<[text: string, rows: object[]]>([
  ['  a: b\n ~c: d\n\ne', [on('a', 'b'), { ...on('c', 'd'), enabled: false }, on('e', '')]],
  ['~a,\nb,', [{ ...on('a', ''), enabled: false }, on('b', '')]],
  ['"a: \\"b\\"": c:d', [on('a: "b"', 'c:d')]],
  [': a', [on('', 'a')]],
  ['@description("why")\na: b\nc: d', [on('a', 'b', { description: 'why' }), on('c', 'd')]],
  ["@description('why')\n@other\na: b", [on('a', 'b', { description: 'why' })]],
  ["a: '''b'''\nc: d", [on('a', 'b'), on('c', 'd')]],
  ["a: '''\n    b\n      c\n  '''\nd: e", [on('a', 'b\n  c'), on('d', 'e')]],
  ["a: '''b\n  c''' @contentType(x)\nd: e", [on('a', 'b\nc @contentType(x)'), on('d', 'e')]],
  ["a: '''\n  b", [on('a', 'b')]],
])('%j has its rows', (text, rows) => {
  expect(readRows(text)).toEqual(rows);
});

test("the two-space indentation of a text's lines is not part of it", () => {
  expect(outdented('\n\n  a\n    b\n\tc\nd')).toBe('a\n  b\nc\nd');
});

describe('an assertion', () => {
  const read = (name: string, value: string, more: object = {}) => {
    const problems = new ProblemList();
    return { found: assertionsOf([{ name, value, ...more }], 'place', problems), problems: problems.list().length };
  };
  test.each<[name: string, value: string, assertion: object]>([
    ['res.status', 'eq 200', { kind: 'status', operator: 'equals', expected: 200 }],
    ['res.getStatus()', 'neq 500', { kind: 'status', operator: 'notEquals', expected: 500 }],
    ['res.status', '200', { kind: 'status', operator: 'equals', expected: 200 }],
    ['res.responseTime', 'lt 500', { kind: 'responseTime', operator: 'lessThan', expected: 500 }],
    ['res.getResponseTime()', 'gt -1.5', { kind: 'responseTime', operator: 'greaterThan', expected: -1.5 }],
    ['res.headers.x-a', 'eq b', { kind: 'header', path: 'x-a', operator: 'equals', expected: 'b' }],
    ["res.headers['x a']", "eq 'b c'", { kind: 'header', path: 'x a', operator: 'equals', expected: 'b c' }],
    ['res.getHeader("x-a")', 'isDefined', { kind: 'header', path: 'x-a', operator: 'exists' }],
    ['res.body', 'contains a b', { kind: 'body', operator: 'contains', expected: 'a b' }],
    ['res.body.a[0]', 'isUndefined', { kind: 'jsonPath', path: '$.a[0]', operator: 'notExists' }],
    ["res.getBody().a['b c']", 'eq "1"', { kind: 'jsonPath', path: "$.a['b c']", operator: 'equals', expected: '1' }],
    ['res.a', 'eq true', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: true }],
    ['res.body.status', 'eq null', { kind: 'jsonPath', path: '$.status', operator: 'equals', expected: null }],
    ['res.body.a', 'in [1, "b", c]', { kind: 'jsonPath', path: '$.a', operator: 'in', expected: '1,b,c' }],
    ['res.body.a', 'gte 3', { kind: 'jsonPath', path: '$.a', operator: 'greaterOrEqual', expected: 3 }],
    ['res.body.a', 'lte 3', { kind: 'jsonPath', path: '$.a', operator: 'lessOrEqual', expected: 3 }],
    [
      'res.body.a',
      'matches /^b\\d\\/$/',
      { kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '^b\\d\\/$' },
    ],
    ['res.body.a', 'matches 12', { kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '12' }],
    ['res.body.a', 'startsWith a.b', { kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '^a\\.b' }],
    ['res.body.a', "endsWith '$'", { kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '\\$$' }],
    [
      'res("data.items[0].id")',
      'eq 1',
      { kind: 'jsonPath', path: '$.data.items[0].id', operator: 'equals', expected: 1 },
    ],
    ["res('a')", 'isDefined', { kind: 'jsonPath', path: '$.a', operator: 'exists' }],
    ['res.body.a', 'isTruthy', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: true }],
    ['res.body.a', 'isFalsy', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: false }],
    ['res.body.a', 'isArray', { kind: 'jsonPath', path: '$.a', operator: 'type', expected: 'array' }],
    ['res.body.a', 'eq 1x', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '1x' }],
    ['res.body.a', 'eq trueish', { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'trueish' }],
    ['res.body.a', 'notContains b', { kind: 'jsonPath', path: '$.a', operator: 'notContains', expected: 'b' }],
    ['res.body.a', 'length 3', { kind: 'jsonPath', path: '$.a', operator: 'length', expected: 3 }],
  ])('%s: %s is read', (name, value, assertion) => {
    expect(read(name, value)).toEqual({ found: [assertion], problems: 0 });
  });

  test.each([
    ['res.body.a', 'between 1, 2'],
    ['res("a..b")', 'eq 1'],
    ['res("a\')', 'eq 1'],
    ['res("a[?]")', 'eq 1'],
    ['res.statusText', 'eq OK'],
    ['res.headers', 'eq a'],
    ['res', 'isDefined'],
    ['req.body.a', 'eq 1'],
    ['res.body.a + 1', 'eq 1'],
  ])('%s: %s is reported as left out', (name, value) => {
    expect(read(name, value)).toEqual({ found: [], problems: 1 });
  });

  test('that is disabled stays disabled', () => {
    expect(read('res.status', 'eq 200', { enabled: false }).found).toMatchObject([{ enabled: false }]);
    expect(read('res.status', 'eq 200', { enabled: true }).found[0]).not.toHaveProperty('enabled');
  });
});

test.each<[name: string, value: string, handler: object | undefined]>([
  ['@a', 'res.status', { name: 'a', source: 'status', path: '' }],
  ['a', "res.getHeader('x')", { name: 'a', source: 'header', path: 'x' }],
  ['a', ' res.body.b ', { name: 'a', source: 'jsonPath', path: '$.b' }],
  ['a', 'res.body', { name: 'a', source: 'body', path: '' }],
  ['a', 'res.responseTime', undefined],
  ['a', 'Date.now()', undefined],
])('the variable %s with %s', (name, value, handler) => {
  const problems = new ProblemList();
  expect(dataHandlersOf([{ name, value }], 'place', problems)).toEqual(handler === undefined ? [] : [handler]);
  expect(problems.list()).toHaveLength(handler === undefined ? 1 : 0);
  if (handler !== undefined)
    expect(dataHandlersOf([{ name, value, enabled: false }], 'place', problems)).toEqual([
      { ...handler, enabled: false },
    ]);
});

describe('a .bru file', () => {
  const read = (text: string) => {
    const problems = new ProblemList();
    return { ...readBru(text, 'place', problems), reasons: problems.list().map(({ reason }) => reason) };
  };

  test.each<[text: string, request: object]>([
    [
      'get {\n  url: http://h\n  body: form-urlencoded\n  auth: none\n}',
      { method: 'GET', url: 'http://h', body: { mode: 'formUrlEncoded' }, auth: { mode: 'none' } },
    ],
    ['http {\n  method: purge\n}', { method: 'PURGE', url: '' }],
    ['http {\n  url: a\n}', { method: 'POST', url: 'a' }],
    ['post {\n  body: json\n}\nbody {\n  {}\n}', { method: 'POST', body: { mode: 'json', json: '{}' } }],
    [
      'body:graphql {\n  {a}\n}\nbody:graphql:vars {\n  {}\n}',
      { body: { graphql: { query: '{a}', variables: '{}' } } },
    ],
    ['body:form-urlencoded {\n  a: b\n}', { body: { formUrlEncoded: [on('a', 'b')] } }],
    [
      'body:multipart-form {\n  a: b @contentType(x/y)\n  c: @file(d|e)\n}',
      {
        body: {
          multipartForm: [
            on('a', 'b', { type: 'text', contentType: 'x/y' }),
            on('c', '', { type: 'file', value: ['d', 'e'] }),
          ],
        },
      },
    ],
    [
      'body:file {\n  ~a: @file(b) @contentType(x/y)\n  c: @file(d)\n}',
      {
        body: {
          file: [
            { filePath: 'b', contentType: 'x/y', selected: false },
            { filePath: 'd', contentType: '', selected: true },
          ],
        },
      },
    ],
    [
      'auth:oauth2 {\n  grant_type: password\n  client_id: c\n}',
      { auth: { oauth2: { grantType: 'password', clientId: 'c' } } },
    ],
    ['auth {\n}', { auth: { mode: 'none' } }],
    [
      'query {\n  a: b\n}\nparams:path {\n  c: d\n}',
      { params: [on('a', 'b', { type: 'query' }), on('c', 'd', { type: 'path' })] },
    ],
    [
      'script:pre-request {\n  a\n}\nscript:post-response {\n  b\n}\ntests {\n  c\n}\ndocs {\n  d\n}',
      { script: { req: 'a', res: 'b' }, tests: 'c', docs: 'd' },
    ],
    [
      'vars:pre-request {\n  a: b\n}\nvars:post-response {\n  c: d\n}',
      { vars: { req: [on('a', 'b')], res: [on('c', 'd')] } },
    ],
    [
      'headers {\n  a: b\n}\nsettings {\n  c: d\n}\nassert {\n  e: f\n}',
      { headers: [on('a', 'b')], settings: { c: 'd' }, assertions: [on('e', 'f')] },
    ],
  ])('%j is read', (text, request) => {
    const found = read(text);
    expect(found.request).toMatchObject(request);
    expect(found.reasons).toEqual([]);
    expect(found.isRequest).toBe(/^(get|post|http)/.test(text));
  });

  test('for an environment has its variables, secret ones without values', () => {
    expect(read('vars {\n  a: b\n}\nvars:secret [\n  c,\n  d\n]\ncolor { x }').variables).toEqual([
      on('a', 'b', { secret: false }),
      on('c', '', { secret: true }),
      on('d', '', { secret: true }),
    ]);
  });

  test('names what it cannot read, up to five lines', () => {
    expect(read('what {\n}\nx').reasons).toEqual([
      'The line "x" could not be read.',
      'The block what is not supported and was left out.',
    ]);
    expect(read('body:yaml {\n  a: b\n}').reasons).toEqual(['The block body:yaml is not supported and was left out.']);
    expect(read('1\n2\n3\n4\n5\n6').reasons).toHaveLength(5);
  });
});
