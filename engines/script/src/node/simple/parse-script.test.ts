import { Script } from 'node:vm';
import {
  type Expression,
  type Identifier,
  type Literal,
  type MemberExpression,
  type Node,
  type Program,
  type Property,
  parse,
  type SpreadElement,
} from 'acorn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScript } from './parse-script.ts';
import { NeedsSandbox, type Statement } from './script-syntax.ts';

const accepted: [what: string, code: string][] = [
  ['a test', 'pm.test("a", () => pm.expect(pm.response.code).to.equal(200));'],
  ['a test as a function', `pm.test('a', function () { pm.response.to.have.status(200) })`],
  [
    'tests without semicolons',
    'pm.test("a", () => {\n pm.response.to.be.ok\n pm.response.to.be.json\n})\npm.test("b", () => {})',
  ],
  ['declarations', 'const a = pm.response.json(), b = a.b\nlet c = a["b"][0].c;var d = -1'],
  ['calls over lines', 'pm\n  .expect(1)\n  .to\n  .equal(1)\n'],
  ['a line that continues the one before', 'const a = b\n(c)\n[0]\n.d'],
  ['lists and records', 'f([1, "a", [], {}, ], {a: 1, "b c": [2], 3: c, d, é: null, if: true, },)'],
  ['parentheses', 'f(((pm).expect((1))).to, (() => 1))'],
  ['numbers', 'f(0, 1, 10.25, .5, 1., 1e3, 1.5E-3, 2e+1, -0, - 7)'],
  [
    'strings',
    String.raw`f('', "a'b", 'a"b', '\'', "\"\\\n\t\r\b\f\v\/\q", '\x41\u0042\u{43}\u{1F600}', "a${'\u2028'}b")`,
  ],
  ['templates', 'f(``, `a\n"b" $ {c} \\` $`, `a\r\nb\rc`)'],
  ['names', 'const $a_1 = 1, größe = $a_1, ñ = größe, of = ñ, get = of, 变量 = get;'],
  ['comments', '// a\nf(/* b */ 1 /* c\n */) /* d\n */ g() // e'],
  ['a line break only in a comment', 'f()/*\n*/g()'],
  ['spaces', '\ufeff\t\v\f\u00a0f\u2028(\r\n1 \u2029)\r'],
  ['a block', '{ const a = 1; f(a) }'],
  ['nothing', ' ; ;; // a'],
  ['a function of functions', 'f(() => () => ({a: function () { g() }}))'],
];

test.each(accepted)('reads %s as JavaScript does', (_what, code) => {
  expect(parseScript(code)).toEqual(readByAcorn(code));
});

const refused: [what: string, code: string][] = [
  ['operators', 'f(1 + 1)'],
  ['an operator on the next line', 'f()\n-1'],
  ['a word that is an operator on the next line', 'f()\nin g'],
  ['a template behind a function', 'f`a`'],
  ['a template on the next line', 'f()\n`a`'],
  ['an expression in a template', 'f(`a${b}`)'],
  ['an optional member', 'a?.b'],
  ['a member of a negative number', 'f(-1["x"])'],
  ['a member of a number', 'f(1 .x, 1.5.x)'],
  ['a block before other statements', '{} f()'],
  ['a first line for the shell', '#!a\nf()'],
  ['a member known only later', 'f(a[b])'],
  ['a pattern', 'f(/a/)'],
  ['a hole', 'f([1,,2])'],
  ['spread items', 'f(...a, [...b], {...c})'],
  ['the prototype of a record', 'f({ __proto__: a })'],
  ['a method of a record', 'f({ a() {} })'],
  ['a computed key', 'f({ ["a"]: 1 })'],
  ['parameters', 'f((a) => a)'],
  ['an asynchronous function', 'f(async () => {})'],
  ['a generator', 'f(function* () {})'],
  ['a named function', 'f(function a() {})'],
  ['a declared function', 'function a() {}'],
  ['a block inside', 'f(() => { { g() } })'],
  ['a directive', "'use strict'; f()"],
  ['an octal number', 'f(010)'],
  ['an octal escape', String.raw`f("\1")`],
  ['a large integer', 'f(1n)'],
  ['a hexadecimal number', 'f(0x10)'],
  ['an escape in a name', String.raw`\u0061()`],
  ['a list of expressions', 'f((a, b))'],
  ['an assignment', 'a = 1'],
  ['a variable without a value', 'let a'],
  ['a variable taken apart', 'const { a } = b'],
  ['a comment of HTML', '<!-- a\nf()'],
];

test.each(refused)('leaves %s to the sandbox', (_what, code) => {
  expect(() => parseScript(code)).toThrow(NeedsSandbox);
});

const wrong = [
  ...[
    'f(',
    'f(1',
    'f(1 2)',
    'f(,)',
    'f() g()',
    'f(1)}',
    '{ f()',

    'f("a)',
    "f('a\n')",
    'f(`a)',
    'f([1)',
    'f({a 1})',
  ],
  ...[
    'f({"a"})',
    'f({true})',
    'f(1a)',

    'f(/* a)',
    'f(()\n=> 1)',
    'f(() = 1)',
    'const a',
    'const 1 = 2',
    'const if = 1',
  ],
  ...[
    'const a == 1',
    'const a = 1,',
    'f(class)',
    'f(new)',
    'a..b',
    'a.1',
    'a[',
    'a[]',
    '.a',
    'f("\\u{110000}")',
    'f("\\x4")',
    'f(- -)',
  ],
  ...[
    'f({,})',
    'f({a:})',
    'f(function)',
    'f(function () 1)',

    '@',
    'f(\\)',
    'f() => 1',
    'a\n=> 1',
    'f(() => {}())',
  ],
];

test.each(wrong)('refuses %j, which is not JavaScript', (code) => {
  expect(() => new Script(code)).toThrow(SyntaxError);
  expect(() => parseScript(code)).toThrow(NeedsSandbox);
});

describe('whatever it accepts, JavaScript reads in the same way', () => {
  const pieces = [
    ...accepted.map(([, code]) => code),
    ...[
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ',',
      ';',
      ':',
      '.',
      '=',
      '=>',
      '-',
      '+',
      '/',
      '*',
      '`',
      '"',
      "'",
      '\\',
      '\n',
      ' ',
      '\r\n',
    ],
    ...[
      '\u2028',
      '1',
      '0',
      'a',
      'e',
      'in',
      'var',
      'async',
      'function',
      '() =>',
      '//',
      '/*',
      '*/',
      '-->',
      '?.',
      '...',
      '${',
      'é',
      '🙂',
    ],
  ];
  const fragments = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''));
  const changed = fc
    .tuple(fc.constantFrom(...accepted.map(([, code]) => code)), fc.nat(), fc.nat(3), fc.constantFrom('', ...pieces))
    .map(([code, at, removed, added]) => {
      const start = at % (code.length + 1);
      return code.slice(0, start) + added + code.slice(start + removed);
    });

  test.each([
    ['fragments', fragments],
    ['changed scripts', changed],
  ])('%s', (_what, codes) => {
    let read = 0;
    const property = fc.property(codes, (code) => {
      const own = ownOrNothing(code);
      // Its user refuses a name that is declared twice.
      if (own === undefined || hasNameTwice(own)) return;
      read += 1;
      expect(own).toEqual(readByAcorn(code));
    });
    fc.assert(property, { numRuns: 3000 });
    expect(read).toBeGreaterThan(100);
  });
});

test('a script nested without end overflows, which is caught like any refusal', () => {
  expect(() => parseScript('('.repeat(16_000))).toThrow();
  expect(() => parseScript('['.repeat(16_000))).toThrow();
});

function ownOrNothing(code: string): Statement[] | undefined {
  try {
    return parseScript(code);
  } catch (error) {
    expect(error).toBeInstanceOf(NeedsSandbox);
    return undefined;
  }
}

function hasNameTwice(script: Statement[]): boolean {
  const names = JSON.stringify(script).match(/"name":"[^"]*","place"/g) ?? [];
  return new Set(names).size < names.length;
}

/** The same script as a general parser reads it, in the form of this one. */
function readByAcorn(code: string): unknown[] {
  const { body } = parse(code, { ecmaVersion: 2024 });
  const [only, ...more] = body;
  return statementsOf(only?.type === 'BlockStatement' && more.length === 0 ? only.body : body);
}

function statementsOf(body: Program['body']): unknown[] {
  return body.flatMap((statement): unknown => {
    if (statement.type === 'EmptyStatement') return [];
    if (statement.type === 'ExpressionStatement') {
      return [{ type: 'Expression', expression: expressionOf(statement.expression) }];
    }
    if (statement.type !== 'VariableDeclaration') throw new Error(statement.type);
    const variables = statement.declarations.map(({ id, init }) => ({
      name: id.type === 'Identifier' && id.name,
      place: expect.any(Number),
      value: expressionOf(init),
    }));
    return [{ type: 'Declaration', variables }];
  });
}

function expressionOf(node: Node | null | undefined): unknown {
  const own = node as Expression;
  switch (own.type) {
    case 'Literal':
      return { type: 'Literal', value: own.value };
    case 'TemplateLiteral':
      return { type: 'Literal', value: own.quasis[0]!.value.cooked };
    case 'UnaryExpression':
      return { type: 'Literal', value: -((own.argument as Literal).value as number) };
    case 'Identifier':
      return { type: 'Name', name: own.name };
    case 'ArrayExpression':
      return { type: 'List', items: own.elements.map(expressionOf) };
    case 'ObjectExpression':
      return { type: 'Record', entries: own.properties.map(entryOf) };
    case 'CallExpression':
      return { type: 'Call', callee: expressionOf(own.callee), input: own.arguments.map(expressionOf) };
    case 'MemberExpression':
      return memberOf(own);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return {
        type: 'Function',
        body: own.body.type === 'BlockStatement' ? statementsOf(own.body.body) : expressionOf(own.body),
      };
    default:
      throw new Error(`The script's ${own.type} was accepted.`);
  }
}

function memberOf({ object, property, computed }: MemberExpression) {
  const name = computed ? (expressionOf(property) as Literal).value : (property as Identifier).name;
  return { type: 'Member', object: expressionOf(object), name, isComputed: computed };
}

function entryOf(property: Property | SpreadElement) {
  if (property.type !== 'Property') throw new Error('A spread property was accepted.');
  const { key, value } = property;
  return [key.type === 'Identifier' ? key.name : String((key as Literal).value), expressionOf(value)];
}
