import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySpaces, anySymbols, validSymbols, writeSymbols } from '../testing/random-expressions.ts';
import { conditionGrammar, recognizes } from '../testing/recognizer.ts';
import { type FaultCode, faultMessages } from './fault.ts';
import { expressionLimits } from './limits.ts';
import { readExpression, readTree } from './read-expression.ts';
import type { ConditionTree } from './tree.ts';

const isLong = process.env.TOUCHSTONE_TESTS === 'long';
/** Faults with the text that each marks. */
const faultsIn = (text: string, deleted: string[] = []): [FaultCode, string][] =>
  readExpression(text, { deletedVariables: new Set(deleted) }).faults.map(({ code, start, end }) => [
    code,
    text.slice(start, end),
  ]);

test.each([
  '{{a}} == 1 AND {{b}} == 2',
  '{{a}} == 1 OR {{b}} == 2',
  '{{a}} == 1 && {{b}} == 2',
  '{{a}} == 1 || {{b}} == 2',
  '{{a}} == 1',
  '{{a}} != 1',
  '{{a}} >= 1',
  '{{a}} <= 1',
  '{{a}} > 1',
  '{{a}} < 1',
  '{{a}} Exists',
  '{{a}} Does not exist',
])('recognises the operator of %s [expression-validator-1]', (text) => {
  expect(readExpression(text)).toMatchObject({ valid: true, faults: [] });
});

test.each<[rule: string, text: string, faults: [FaultCode, string][]]>([
  ['unmatched )', '{{a}} == 1)', [['UNMATCHED_CLOSE', ')']]],
  [
    'two unmatched )',
    ') {{a}} == 1)',
    [
      ['UNMATCHED_CLOSE', ')'],
      ['CLOSE_NOT_FOLLOWED_BY_OPERATOR', ')'],
      ['UNMATCHED_CLOSE', ')'],
    ],
  ],
  ['unmatched (', '(({{a}} == 1)', [['UNMATCHED_OPEN', '(']]],
  [
    'two unmatched (',
    '(({{a}} == 1',
    [
      ['UNMATCHED_OPEN', '('],
      ['UNMATCHED_OPEN', '('],
    ],
  ],
  ['ends with AND', '{{a}} == 1 AND', [['ENDS_WITH_LOGICAL', 'AND']]],
  ['ends with ||', '{{a}} == 1 || ', [['ENDS_WITH_LOGICAL', '||']]],
  ['AND before )', '({{a}} == 1 AND) OR {{b}} Exists', [['LOGICAL_BEFORE_CLOSE', 'AND']]],
  ['empty parentheses', '{{a}} == 1 OR ( )', [['EMPTY_PARENS', '( )']]],
  ['( after a condition', '{{a}} == 1 ({{b}} == 2)', [['PAREN_WITHOUT_OPERATOR', '(']]],
  ['( after Exists', '{{a}} Exists ({{b}} == 2)', [['PAREN_WITHOUT_OPERATOR', '(']]],
  [
    '( after a value',
    '{{a}} ({{b}} == 2)',
    [
      ['INCOMPLETE', '{{a}}'],
      ['PAREN_WITHOUT_OPERATOR', '('],
    ],
  ],
  [
    '( after ==',
    '{{a}} == ({{b}} == 2)',
    [
      ['INCOMPLETE', '=='],
      ['PAREN_WITHOUT_OPERATOR', '('],
    ],
  ],
  [') before a value', '({{a}} == 1) {{b}} == 2', [['CLOSE_NOT_FOLLOWED_BY_OPERATOR', ')']]],
  [
    ') before (',
    '({{a}} == 1)({{b}} == 2)',
    [
      ['CLOSE_NOT_FOLLOWED_BY_OPERATOR', ')'],
      ['PAREN_WITHOUT_OPERATOR', '('],
    ],
  ],
  ['a value after Exists', '{{a}} Exists "x"', [['VALUE_AFTER_EXISTS', '"x"']]],
  ['a value after Does not exist', '{{a}} Does not exist {{b}}', [['VALUE_AFTER_EXISTS', '{{b}}']]],
  ['a right value with Exists', '{{a}} Exists == {{b}}', [['EXISTS_HAS_RVALUE', '{{b}}']]],
  ['a missing right side', '{{a}} ==', [['INCOMPLETE', '==']]],
  ['a missing right side before AND', '{{a}} == AND {{b}} == 2', [['INCOMPLETE', '==']]],
  ['a missing left side', '== 1', [['INCOMPLETE', '==']]],
  ['a missing left side of Exists', 'Exists', [['INCOMPLETE', 'Exists']]],
  ['a value alone', '{{a}}', [['INCOMPLETE', '{{a}}']]],
  ['a value alone before )', '({{a}}) AND {{b}} Exists', [['INCOMPLETE', '{{a}}']]],
  ['AND at the start', 'AND {{a}} == 1', [['INCOMPLETE', 'AND']]],
  ['AND twice', '{{a}} == 1 AND && {{b}} == 1', [['INCOMPLETE', '&&']]],
  ['== twice', '{{a}} == == 1', [['INCOMPLETE', '==']]],
  ['a group that is compared', '({{a}} == 1) == 2', [['INCOMPLETE', '==']]],
  ['nothing', '  ', [['INCOMPLETE', '']]],
  ['a chain', '{{a}} == 1 == 2', [['CHAINED_COMPARISON', '==']]],
  ['a chain with Exists', '{{a}} == {{b}} Exists', [['CHAINED_COMPARISON', 'Exists']]],
  ['two values', '"a" "b" == 1', [['MISSING_OPERATOR', '"b"']]],
  ['a text around a variable', 'order-{{id}} == 1', [['MISSING_OPERATOR', '{{id}}']]],
  ['a single =', '{{a}} = 1', [['UNKNOWN_OPERATOR', '=']]],
  ['=>', '{{a}}=>1', [['UNKNOWN_OPERATOR', '=>']]],
  ['===', '{{a}} === 1', [['UNKNOWN_OPERATOR', '===']]],
  ['an open quotation mark', '{{a}} == "x', [['UNCLOSED_QUOTE', '"x']]],
  [
    'an open variable',
    '{{a == 1',
    [
      ['INCOMPLETE', '{{a == 1'],
      ['UNCLOSED_VARIABLE', '{{a == 1'],
    ],
  ],
  ['a variable in a variable', '{{a{{b}} == 1', [['UNCLOSED_VARIABLE', '{{a{{b}}']]],
  ['a variable without a name', '${ } == 1', [['UNNAMED_VARIABLE', '${ }']]],
])('finds %s: %s [expression-validator-2]', (_rule, text, faults) => {
  expect(readExpression(text).valid).toBe(false);
  expect(faultsIn(text).toSorted()).toEqual(faults.toSorted());
});

test('finds deleted variables anywhere, including bare names before Exists [expression-validator-2]', () => {
  const text = '{{gone}} == ${gone} OR gone Exists OR gone == {{kept}} OR "gone" Exists';
  expect(faultsIn(text, ['gone'])).toEqual([
    ['DELETED_VARIABLE', '{{gone}}'],
    ['DELETED_VARIABLE', '${gone}'],
    ['DELETED_VARIABLE', 'gone'],
  ]);
});

test('an expression that ends with AND or OR gets a message about what to add [expression-validator-3]', () => {
  for (const operator of ['AND', 'OR', '&&', '||']) {
    const { faults } = readExpression(`{{a}} Exists ${operator}`);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Please follow it with a variable\.\.\./),
    ]);
  }
});

test.each([
  ['{{a}} == John Doe', 'John Doe'],
  ['{{a}} == a@b.test AND {{b}} Exists', 'a@b.test'],
  ["{{a}} == don't", "don't"],
  ['{{a}} == x=', 'x='],
  ['{{a}} == 2026-01-01 10:00', '2026-01-01 10:00'],
])('warns about the bare value in %s and leaves it valid [expression-validator-4]', (text, marked) => {
  expect(readExpression(text).valid).toBe(true);
  expect(faultsIn(text)).toEqual([['QUOTE_VALUE', marked]]);
});

test.each([
  '{{a}} == John_Doe-2.b',
  '{{a}} == -1.5e+3',
  '{{a}} == 2026-01-01T10:00:00+02:00',
  "{{a}} == 'a b'",
  '{{a}} == Zoë',
])('does not warn about %s [expression-validator-4]', (text) => {
  expect(readExpression(text)).toMatchObject({ valid: true, faults: [] });
});

test('warns about variables in quotes, which are not replaced', () => {
  expect(readExpression('"{{a}}" == "x"').valid).toBe(true);
  expect(faultsIn('"{{a}}" == "x"')).toEqual([['VARIABLE_IN_TEXT', '"{{a}}"']]);
});

test('lists the faults of all levels in text order [expression-validator-5]', () => {
  const text = '({{a}} == AND ({{b}} Exists 3 OR ())) AND ({{gone}} > 1 OR ) {{c}} == 1 AND';
  expect(faultsIn(text, ['gone']).map(([code]) => code)).toEqual([
    'INCOMPLETE',
    'VALUE_AFTER_EXISTS',
    'EMPTY_PARENS',
    'DELETED_VARIABLE',
    'LOGICAL_BEFORE_CLOSE',
    'CLOSE_NOT_FOLLOWED_BY_OPERATOR',
    'ENDS_WITH_LOGICAL',
  ]);
});

test('nested conditions are validated in a tree as in a text [expression-validator-5]', () => {
  const leaf: ConditionTree = {
    lOperand: 'VARIABLE',
    lValue: '{{a}}',
    operator: '==',
    rOperand: 'VALUE',
    rValue: '1',
    isLSourceDeleted: false,
    isRSourceDeleted: false,
    hasNestedCondition: false,
    conditions: [],
  };
  const join = (operator: string, ...conditions: ConditionTree[]) => ({
    ...leaf,
    operator,
    hasNestedCondition: true,
    conditions,
  });
  const codes = (tree: ConditionTree) => readTree(tree).faults.map(({ code }) => code);
  expect(readTree(join('AND', leaf, join('OR', leaf, leaf))).text).toBe('{{a}} == 1 AND ({{a}} == 1 OR {{a}} == 1)');
  expect(codes(join('AND', leaf, join('OR', { ...leaf, isLSourceDeleted: true }, leaf)))).toEqual(['DELETED_VARIABLE']);
  expect(codes(join('AND', leaf, { ...leaf, isRSourceDeleted: true }))).toEqual(['DELETED_VARIABLE']);
  expect(codes(join('OR', leaf, { ...leaf, operator: 'Exists' }))).toEqual(['EXISTS_HAS_RVALUE']);
  expect(codes(join('OR', leaf, { ...leaf, rValue: '' }))).toEqual(['INCOMPLETE']);
  expect(codes(join('OR', leaf, { ...leaf, lValue: '' }))).toEqual(['INCOMPLETE']);
  expect(codes(join('AND', leaf, join('')))).toEqual(['EMPTY_PARENS']);
  expect(codes(join('XOR', leaf, leaf))).toEqual(['UNKNOWN_OPERATOR']);
  expect(codes(join('==', leaf, leaf))).toEqual(['UNKNOWN_OPERATOR']);
  expect(codes({ ...leaf, rValue: '1 OR 1 == 1' })).toEqual(['NOT_ONE_VALUE']);
  expect(codes({ ...leaf, rValue: 'a b' })).toEqual(['QUOTE_VALUE']);
  expect(readTree({ ...leaf, rValue: 'a b' }).valid).toBe(true);
});

test('every fault has its own message', () => {
  expect(new Set(Object.values(faultMessages)).size).toBe(Object.keys(faultMessages).length);
});

test('the verdict equals that of an independent recognizer', () => {
  let [valid, all] = [0, 0];
  fc.assert(
    fc.property(anySymbols, anySpaces, (symbols, spaces) => {
      const text = writeSymbols(symbols, spaces);
      const expected = recognizes(
        conditionGrammar,
        'expr',
        symbols.map(({ terminal }) => terminal),
      );
      all += 1;
      if (expected) valid += 1;
      expect(readExpression(text).valid, text).toBe(expected);
    }),
    { numRuns: isLong ? 100_000 : 2_000 },
  );
  // Both verdicts occur often enough to prove something.
  expect(valid / all).toBeGreaterThan(0.2);
  expect(valid / all).toBeLessThan(0.8);
}, 600_000);

test.each<[FaultCode, (valid: string, other: string) => string]>([
  ['UNMATCHED_CLOSE', (valid) => `${valid})`],
  ['UNMATCHED_OPEN', (valid) => `(${valid}`],
  ['ENDS_WITH_LOGICAL', (valid) => `${valid} OR`],
  ['LOGICAL_BEFORE_CLOSE', (valid, other) => `(${valid} AND) AND ${other}`],
  ['EMPTY_PARENS', (valid, other) => `${valid} AND () OR ${other}`],
  ['PAREN_WITHOUT_OPERATOR', (valid, other) => `${valid} (${other})`],
  ['CLOSE_NOT_FOLLOWED_BY_OPERATOR', (valid, other) => `(${valid}) ${other}`],
  ['VALUE_AFTER_EXISTS', (valid, other) => `${valid} OR {{a}} Exists "b" AND ${other}`],
  ['EXISTS_HAS_RVALUE', (valid, other) => `${valid} OR {{a}} Exists > "b" AND ${other}`],
  ['DELETED_VARIABLE', (valid, other) => `${valid} OR {{gone}} Exists AND ${other}`],
  ['INCOMPLETE', (valid, other) => `${valid} OR AND ${other}`],
  ['CHAINED_COMPARISON', (valid, other) => `${valid} AND 1 < 2 < 3 OR ${other}`],
  ['MISSING_OPERATOR', (valid, other) => `${valid} AND "1" {{two}} == 3 OR ${other}`],
])('%s is found anywhere in a valid expression', (code, spoil) => {
  const text = validSymbols.map((symbols) => writeSymbols(symbols, [' ']).trim());
  fc.assert(
    fc.property(text, text, (valid, other) => {
      expect(faultsIn(spoil(valid, other), ['gone']).map(([found]) => found)).toContain(code);
    }),
    { numRuns: isLong ? 1000 : 50 },
  );
});

test('any text has a verdict, and its faults are sorted and within it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      '"',
      "'",
      '{{',
      '}}',
      '${',
      '\\',
      '=',
      '!',
      '<',
      '&&',
      '|',
      ' AND ',
      ' does ',
      ' not exist',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        const { valid, faults } = readExpression(text);
        expect(valid).toBe(faults.every(({ severity }) => severity === 'warning'));
        for (const { start, end } of faults) expect(0 <= start && start <= end && end <= text.length).toBe(true);
        expect(faults.map(({ start }) => start)).toEqual(faults.map(({ start }) => start).toSorted((a, b) => a - b));
      },
    ),
    { numRuns: isLong ? 50_000 : 1000 },
  );
});

test('expressions are limited in length and in nesting', () => {
  const nested = (levels: number) => `${'('.repeat(levels)}1 == 1${')'.repeat(levels)}`;
  expect(readExpression(nested(expressionLimits.nesting)).valid).toBe(true);
  expect(faultsIn(nested(expressionLimits.nesting + 1))).toEqual([['TOO_DEEP', '(']]);
  expect(faultsIn(nested(30_000))).toEqual([['TOO_DEEP', '(']]);
  expect(faultsIn('('.repeat(100_001)).map(([code]) => code)).toEqual(['TOO_LONG']);
});
