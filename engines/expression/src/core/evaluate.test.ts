import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateExpression } from './evaluate.ts';
import { variablesOf } from './expression.ts';
import { expressionLimits } from './limits.ts';
import { bareValue, type ExpressionValue, readInstant } from './literal.ts';
import { readExpression } from './read-expression.ts';

const nestedList = (levels: number): unknown => {
  let list: unknown = [];
  for (let level = 0; level < levels; level += 1) list = [list];
  return list;
};

const variables: Record<string, ExpressionValue> = {
  name: { type: 'string', value: 'Ada' },
  empty: { type: 'string', value: '' },
  textNine: { type: 'string', value: '9' },
  textTen: { type: 'string', value: ' 10 ' },
  yes: { type: 'string', value: 'true' },
  day: { type: 'string', value: '2026-01-31' },
  long: { type: 'string', value: '12345678901234567891' },
  listText: { type: 'string', value: '[1, {"b": 2, "a": 1}]' },
  ten: { type: 'number', value: 10 },
  big: { type: 'number', value: 12345678901234567891n },
  on: { type: 'boolean', value: true },
  noon: { type: 'date', value: '2026-01-31T12:00:00+02:00' },
  noDate: { type: 'date', value: 'soon' },
  list: { type: 'json', value: [1, { a: 1, b: 2 }] },
  sameList: { type: 'json', value: [1, { b: 2, a: 1 }] },
  otherList: { type: 'json', value: [1, { b: 2, c: 1 }] },
  jsonTen: { type: 'json', value: 10 },
  jsonName: { type: 'json', value: 'Ada' },
  jsonOn: { type: 'json', value: true },
  jsonNull: { type: 'json', value: null },
  deep: { type: 'json', value: nestedList(50_000) },
  deepToo: { type: 'json', value: nestedList(50_000) },
  wide: { type: 'json', value: Array(expressionLimits.jsonValues + 1).fill(1) },
  wideToo: { type: 'json', value: Array(expressionLimits.jsonValues + 1).fill(1) },
  tooLong: { type: 'string', value: '1'.repeat(expressionLimits.jsonCharacters + 1) },
};
const find = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
const evaluate = (text: string, finder = find) => {
  const read = readExpression(text);
  if (!read.valid) throw new Error(`${text}: ${read.faults.map(({ code }) => code).join()}`);
  return evaluateExpression(read.expression, finder);
};

test.each<[text: string, holds: boolean]>([
  // texts
  ['{{name}} == "Ada"', true],
  ["{{name}} == 'Ada'", true],
  ['${name} == Ada', true],
  ['{{name}} == "ada"', false],
  ['{{name}} != "ada"', true],
  ['{{empty}} == ""', true],
  ['"1.0" == "1"', false],
  [String.raw`"a\"\\b\c" == 'a"\b\c'`, true],
  ['John  Doe == "John  Doe"', true],
  // a text and a number
  ['{{textTen}} == 10', true],
  ['{{textTen}} == 10.0', true],
  ['{{ten}} == "10"', true],
  ['{{ten}} == "ten"', false],
  ['{{ten}} != "ten"', true],
  ['{{empty}} == 0', false],
  ['{{long}} == 12345678901234567891', true],
  ['{{long}} == 12345678901234567890', false],
  ['{{big}} == 12345678901234567891', true],
  ['{{big}} > 12345678901234567890', true],
  ['{{big}} > 1.5', true],
  // order
  ['{{ten}} > 9', true],
  ['{{ten}} >= 10', true],
  ['{{ten}} <= 10', true],
  ['{{ten}} < 10', false],
  ['{{textNine}} < {{textTen}}', true],
  ['{{textTen}} > 9', true],
  ['"b" > "a"', true],
  ['"b" > "10"', true],
  ['"10" < "9a"', true],
  // booleans
  ['{{on}} == true', true],
  ['{{on}} == "true"', true],
  ['{{yes}} == true', true],
  ['{{yes}} == TRUE', false],
  ['{{on}} == 1', false],
  ['{{on}} != 1', true],
  // dates
  ['{{noon}} == 2026-01-31T10:00:00Z', true],
  ['{{noon}} == "2026-01-31 10:00"', true],
  ['{{noon}} > 2026-01-31', true],
  ['{{day}} < {{noon}}', true],
  ['{{day}} == 2026-01-31T00:00:00.000Z', true],
  ['"2026-01-31" < "2026-01-31T00:00:01"', true],
  ['{{noDate}} == "soon"', true],
  ['{{noDate}} != 2026-01-01', true],
  ['{{noon}} == 10', false],
  // JSON
  ['{{list}} == {{sameList}}', true],
  ['{{list}} == {{otherList}}', false],
  ['{{list}} == {{listText}}', true],
  ['{{list}} == "not json"', false],
  ['{{jsonTen}} == 10', true],
  ['{{jsonTen}} > 9', true],
  ['{{jsonName}} == Ada', true],
  ['{{jsonOn}} == true', true],
  ['{{jsonNull}} == null', true],
  ['{{name}} == null', false],
  ['{{jsonNull}} == ""', false],
  ['{{deep}} == {{deepToo}}', true],
  ['{{deep}} == {{list}}', false],
  // presence
  ['{{name}} Exists', true],
  ['name Exists', true],
  ['{{empty}} Exists', true],
  ['{{jsonNull}} Exists', true],
  ['{{other}} Exists', false],
  ['other Does not exist', true],
  ['{{name}} Does not exist', false],
  ['"other" Exists', true],
  ['{{constructor}} Exists', false],
  // AND binds tighter than OR
  ['1 == 1 OR 1 == 1 AND 1 == 2', true],
  ['(1 == 1 OR 1 == 1) AND 1 == 2', false],
  ['1 == 2 AND 1 == 1 OR 1 == 1', true],
  ['1 == 2 && (1 == 1 || 1 == 1)', false],
])('%s is %s', (text, holds) => {
  expect(evaluate(text)).toEqual({ holds, missing: [], problems: [] });
});

test.each<[text: string, holds: boolean, missing: string[]]>([
  ['{{gone}} == 1', false, ['gone']],
  ['{{gone}} != 1', true, ['gone']],
  ['{{gone}} > 1', false, ['gone']],
  ['{{gone}} <= 1', false, ['gone']],
  ['{{gone}} == {{lost}}', false, ['gone', 'lost']],
  ['1 != ${lost}', true, ['lost']],
  ['{{gone}} Exists OR {{gone}} == 1 OR 1 == 1', true, ['gone']],
  ['1 == 1 OR {{gone}} == 1', true, []],
  ['1 == 2 AND {{gone}} == 1', false, []],
])('a missing variable in %s: %s', (text, holds, missing) => {
  expect(evaluate(text)).toEqual({ holds, missing, problems: [] });
});

test.each<[text: string, problem: string]>([
  ['{{name}} > 5', '{{name}} > 5: string and number have no order here'],
  ['{{on}} >= true', '{{on}} >= true: boolean and boolean have no order here'],
  ['{{list}} < {{sameList}}', '{{list}} < {{sameList}}: json and json have no order here'],
  ['{{noDate}} < 2026-01-01', '{{noDate}} < 2026-01-01: date and date have no order here'],
  ['{{ten}} < {{noon}}', '{{ten}} < {{noon}}: number and date have no order here'],
  ['{{wide}} == {{wideToo}}', '{{wide}} == {{wideToo}}: the JSON values are too large to compare'],
  ['{{wide}} != {{wideToo}}', '{{wide}} != {{wideToo}}: the JSON values are too large to compare'],
  ['{{list}} == {{tooLong}}', '{{list}} == {{tooLong}}: the text is too long to be read as JSON'],
])('%s is false and explains why', (text, problem) => {
  expect(evaluate(text)).toEqual({ holds: false, missing: [], problems: [problem] });
});

test('AND and OR are evaluated as in JavaScript', () => {
  const symbol = fc.constantFrom('1 == 1', '1 == 2', '2 > 1', '2 < 1');
  const { expr } = fc.letrec<{ expr: string }>((tie) => ({
    expr: fc.oneof(
      { maxDepth: 5 },
      symbol,
      fc.tuple(tie('expr'), fc.constantFrom('&&', '||'), tie('expr')).map((parts) => parts.join(' ')),
      tie('expr').map((inner) => `(${inner})`),
    ),
  }));
  fc.assert(
    fc.property(expr, (text) => {
      expect(evaluate(text).holds).toBe(new Function(`return ${text}`)());
    }),
    { numRuns: 300 },
  );
});

test('lists the variables of an expression once, including bare names before Exists', () => {
  const read = readExpression('({{b}} == ${a} OR c Exists) AND {{ b }} > "{{d}}" AND e == 1');
  expect(read.valid && variablesOf(read.expression)).toEqual(['b', 'a', 'c']);
});

test.each<[text: string, type: ExpressionValue['type']]>([
  ['42', 'number'],
  ['-0.5e3', 'number'],
  ['.5', 'number'],
  ['1e99999', 'string'],
  ['0x10', 'string'],
  ['Infinity', 'string'],
  ['true', 'boolean'],
  ['null', 'json'],
  ['2026-02-28', 'date'],
  ['2026-02-30', 'string'],
  ['2026-01-01T24:00', 'string'],
  ['2026-01-01T10:00+25:00', 'string'],
  ['10:00', 'string'],
])('unquoted %s is a %s', (text, type) => {
  expect(bareValue(text).type).toBe(type);
});

test('every instant formatted by JavaScript is read back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(readInstant(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test('every number equals its JavaScript notation', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })),
      (number) => {
        const text = String(number);
        const read = readExpression(
          `{{n}} == ${text} AND {{n}} >= ${text} AND {{n}} <= "${text}" AND "${text}" == {{n}}`,
        );
        const find = () => ({ type: 'number', value: number }) as const;
        expect(read.valid && evaluateExpression(read.expression, find)).toMatchObject({ holds: true, problems: [] });
      },
    ),
  );
});

test.each([
  '43084598670378090',
  '43833742459060250',
  '9007199254740992',
  '590295810358705700000',
  '-1152921504606847000',
])('the number written as %s equals that and no neighbour', (text) => {
  const holds = (literal: bigint | string) => {
    const read = readExpression(`{{n}} == ${literal}`);
    return read.valid && evaluateExpression(read.expression, () => ({ type: 'number', value: Number(text) })).holds;
  };
  expect([holds(text), holds(BigInt(text) + 1n), holds(BigInt(text) - 1n)]).toEqual([true, false, false]);
});
