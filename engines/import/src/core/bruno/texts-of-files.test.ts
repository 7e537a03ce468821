import { describe, expect, test } from 'vitest';
import { accepts } from '../../testing/openapi-document.ts';
import { ProblemList } from '../problems.ts';
import { assertionsOf, dataHandlersOf } from './assertions.ts';
import { outdented, readBlocks, readRows } from './bru-blocks.ts';
import { readBru } from './bru-request.ts';

const on = (name: string, value: string, more: object = {}) => ({ name, value, enabled: true, ...more });
const lines = (...all: string[]) => all.join('\n');

test.each<[text: string, blocks: [name: string, text: string][], lost: string[]]>([
  ['a{\n  b\n}', [['a', '  b']], []],
  ['a\t {\t b \t}\t ', [['a', 'b']], []],
  ['a {b\nc\n}', [['a', 'b\nc']], []],
  [' a {\n}', [], ['a {', '}']],
  ['a b {\n', [], ['a b {']],
  [
    'a [\n}\n]\nb {\n  x\n}\t',
    [
      ['a', '}'],
      ['b', '  x'],
    ],
    [],
  ],
])('%j has its blocks', (text, blocks, lost) => {
  expect(readBlocks(text)).toStrictEqual({ blocks: blocks.map(([name, inner]) => ({ name, text: inner })), lost });
});

test.each<[text: string, rows: object[]]>([
  ['~  a : b', [{ ...on('a', 'b'), enabled: false }]],
  ['a:b', [on('a', 'b')]],
  ['a:\t b c', [on('a', 'b c')]],
  ['"a b" :c', [on('a b', 'c')]],
  ['"a\\\\b": c', [on('a\\b', 'c')]],
  ['@a: b', [on('@a', 'b')]],
  ['@contentType', []],
  ['a~,b,', [on('a~,b', '')]],
  ['@description("x") y\na: b', [on('a', 'b')]],
  ['@description("x")\na\nb: c', [on('a', ''), on('b', 'c')]],
  [lines("a: '''", '      b', '', ' ', '        c', "  '''"), [on('a', '  b\n\n\n    c')]],
  [lines("a: '''", '  b', '    c', "'''"), [on('a', 'b\n  c')]],
  [lines("a: '''", "'''", 'b: c'), [on('a', ''), on('b', 'c')]],
  [lines("a: '''one", '  two', "  three'''"), [on('a', 'one\ntwo\nthree')]],
  [lines("a: '''one", '  two', '  b: c'), [on('a', 'one\ntwo\nb: c')]],
  ["a: b'''c", [on('a', "b'''c")]],
])('%j has its rows', (text, rows) => {
  expect(readRows(text)).toStrictEqual(rows);
});

test.each([
  [' a', 'a'],
  ['   a', ' a'],
  ['\t\ta', '\ta'],
  ['a  b', 'a  b'],
  ['\n  a\n\n  b\n', 'a\n\nb\n'],
])('the text %j is %j', (text, out) => {
  expect(outdented(text)).toBe(out);
});

describe('assertions', () => {
  const read = (name: string, value: unknown) => {
    const problems = new ProblemList();
    return { found: assertionsOf([{ name, value }], 'place', problems), problems: problems.list() };
  };

  test.each<[name: string, value: string, assertion: object]>([
    [' res.status ', '  eq   200 ', { kind: 'status', operator: 'equals', expected: 200 }],
    ['res.status', ' 200 ', { kind: 'status', operator: 'equals', expected: 200 }],
    ['res.body', 'eq', { kind: 'body', operator: 'equals', expected: '' }],
    ['res.body', 'eq a\nb', { kind: 'body', operator: 'equals', expected: 'a\nb' }],
    ['res.body', "eq 'a\nb'", { kind: 'body', operator: 'equals', expected: 'a\nb' }],
    ['res.body', "eq x'a'", { kind: 'body', operator: 'equals', expected: "x'a'" }],
    ['res.body', "eq 'a'x", { kind: 'body', operator: 'equals', expected: "'a'x" }],
    ['res.body', 'in a[0],b[1] ', { kind: 'body', operator: 'in', expected: 'a[0],b[1' }],
    ['res.body', "in ['a', 2]", { kind: 'body', operator: 'in', expected: 'a,2' }],
    ['res.a.status', 'isNumber', { kind: 'jsonPath', path: '$.a.status', operator: 'type', expected: 'number' }],
    ['res.statuses', 'isString', { kind: 'jsonPath', path: '$.statuses', operator: 'type', expected: 'string' }],
    ['res.getBody().status', 'isNull', { kind: 'jsonPath', path: '$.status', operator: 'type', expected: 'null' }],
    ['res[10]["a b"].$c1', 'isDefined', { kind: 'jsonPath', path: '$[10]["a b"].$c1', operator: 'exists' }],
    ['res.body', 'isNotEmpty', { kind: 'body', operator: 'notEquals', expected: '' }],
    ["res.headers['a']", 'isNotEmpty', { kind: 'header', path: 'a', operator: 'notEquals', expected: '' }],
    ["res.headers['a']", 'isDefined', { kind: 'header', path: 'a', operator: 'exists' }],
  ])('%s: %j is read', (name, value, assertion) => {
    expect(read(name, value)).toStrictEqual({ found: [assertion], problems: [] });
  });

  test.each([
    ['""', false],
    ['" "', true],
    ['[]', false],
    ['[null]', true],
    ['{}', false],
    ['{"b":0}', true],
    ['0', false],
    ['null', false],
  ])('that %s is not empty: %s', (value, isPassed) => {
    const [assertion] = read('res.a', 'isNotEmpty').found;
    expect(assertion).toMatchObject({ kind: 'jsonPath', path: '$.a', operator: 'schema' });
    expect(accepts(assertion?.expected as object, JSON.parse(value))).toBe(isPassed);
  });

  test('that a number is not empty is reported as left out', () => {
    expect(read('res.status', 'isNotEmpty').problems).toStrictEqual([
      { place: 'place', reason: 'The assertion res.status: isNotEmpty is not supported and was left out.' },
    ]);
  });

  test.each([
    'xres.a',
    'res.a b',
    'res.a-b',
    'res.headers.a.b',
    'res.headers.res.body',
    'xres.headers.a',
    'xres.getHeader("a")',
    'res.getHeader("a").b',
    'res.getHeader(a)',
    'res.responseTime.a',
    'res.',
    'res.bodyX()',
  ])('in %s are reported as left out', (name) => {
    const { found, problems } = read(name, 'eq 1');
    expect([found, problems]).toStrictEqual([
      [],
      [{ place: 'place', reason: `The assertion ${name}: eq 1 is not supported and was left out.` }],
    ]);
  });

  test('are shortened if they are long', () => {
    expect(read('x'.repeat(200), '1').problems[0]?.reason).toBe(
      `The assertion ${'x'.repeat(120)} is not supported and was left out.`,
    );
  });

  test('and handlers with unknown expressions are reported', () => {
    const problems = new ProblemList();
    expect(dataHandlersOf([{ name: 'a@b', value: 'x'.repeat(100) }], 'place', problems)).toStrictEqual([]);
    expect(problems.list()).toStrictEqual([
      {
        place: 'place',
        reason: `The variable a@b is taken by an expression that is not supported: ${'x'.repeat(80)}.`,
      },
    ]);
  });
});

describe('a .bru file', () => {
  const read = (...all: string[]) => {
    const problems = new ProblemList();
    return { ...readBru(lines(...all), 'place', problems), reasons: problems.list().map(({ reason }) => reason) };
  };

  test('is empty without blocks', () => {
    expect(read('')).toStrictEqual({
      meta: {},
      request: { body: {}, auth: {}, script: {}, vars: {} },
      variables: [],
      isRequest: false,
      reasons: [],
    });
  });

  test('has no body or authentication mode that it does not name', () => {
    expect(read('get {', '}').request).toStrictEqual({
      method: 'GET',
      url: '',
      body: {},
      auth: {},
      script: {},
      vars: {},
    });
    expect(read('graphql {', '  url: a', '}')).toMatchObject({
      isRequest: true,
      request: { method: 'POST', url: 'a' },
    });
    expect(read('post {', '  body: multipart-form', '}').request.body).toStrictEqual({ mode: 'multipartForm' });
    expect(read('body:graphql:vars {', '  {}', '}', 'body:graphql {', '  {a}', '}').request.body).toStrictEqual({
      graphql: { query: '{a}', variables: '{}' },
    });
    expect(read('body:other {', '  a: b', '}').request.body).toStrictEqual({});
    expect(read('auth {', '  mode: basic', '}', 'auth:basic {', '  username: u', '}').request.auth).toStrictEqual({
      mode: 'basic',
      basic: { username: 'u' },
    });
  });

  test('adds its parameter tables', () => {
    const { request } = read('params:query {', '  a: 1', '}', 'params:path {', '  b: 2', '}', 'query {', '  c: 3', '}');
    expect(request.params).toStrictEqual([
      on('a', '1', { type: 'query' }),
      on('b', '2', { type: 'path' }),
      on('c', '3', { type: 'query' }),
    ]);
  });

  test.each<[row: string, field: object]>([
    ['a: b  @contentType( x/y ) ', { type: 'text', value: 'b', contentType: ' x/y ' }],
    ['a: b@contentType()', { type: 'text', value: 'b', contentType: '' }],
    ['a: @contentType(x) b', { type: 'text', value: '@contentType(x) b' }],
    ['a: @file(b', { type: 'text', value: '@file(b' }],
    ['a: x @file(b)', { type: 'text', value: 'x @file(b)' }],
    ['a: @file(b) c', { type: 'text', value: '@file(b) c' }],
    ['a: @file(b|c) @contentType(x/y)', { type: 'file', value: ['b', 'c'], contentType: 'x/y' }],
  ])('has the form field %s', (row, field) => {
    const { request } = read('body:multipart-form {', `  ${row}`, '}');
    expect(request.body).toStrictEqual({ multipartForm: [{ ...on('a', ''), ...field }] });
  });

  test('has the path of the file used as its body', () => {
    expect(read('body:file {', '  file: @file(a(1).txt)', '  ~file: a@file(b)c', '}').request.body).toStrictEqual({
      file: [
        { filePath: 'a(1).txt', contentType: '', selected: true },
        { filePath: 'a@file(b)c', contentType: '', selected: false },
      ],
    });
  });

  test('shows the beginning of what it cannot read', () => {
    expect(read('-'.repeat(70), `${'b'.repeat(70)} {`, '}').reasons).toStrictEqual([
      `The line "${'-'.repeat(60)}" could not be read.`,
      `The block ${'b'.repeat(60)} is not supported and was left out.`,
    ]);
  });

  test('has the responses of its examples', () => {
    const example = (name: string, ...inner: string[]) => ['example {', `  name: ${name}`, ...inner, '}'];
    const { request, reasons } = read(
      ...example(
        'One',
        '  description: why',
        '  request: {',
        '    url: http://x',
        '  }',
        '  response: {',
        '    headers: {',
        '      A: b',
        '    }',
        '    status: {',
        '      code: 200',
        '      text: OK',
        '    }',
        '    body: {',
        '      type: text',
        "      content: '''",
        '        a',
        "      '''",
        '    }',
        '  }',
      ),
      ...example('Two', '  response: {', '    body: {', '      plain', '    }', '  }'),
      ...example('Three'),
    );
    expect(reasons).toStrictEqual([]);
    expect(request.examples).toEqual([
      {
        name: 'One',
        description: 'why',
        response: { status: '200', statusText: 'OK', headers: [on('A', 'b')], body: 'a' },
      },
      { name: 'Two', response: { headers: [], body: 'plain' } },
      { name: 'Three', response: { headers: [], body: '' } },
    ]);
  });
});
