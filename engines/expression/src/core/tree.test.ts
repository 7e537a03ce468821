import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySpaces, validSymbols, writeSymbols } from '../testing/random-expressions.ts';
import type { Expression } from './expression.ts';
import { lex } from './lex.ts';
import { expressionLimits } from './limits.ts';
import { formatExpression, readExpression, readTree } from './read-expression.ts';
import { type ConditionTree, expressionToTree, layOut } from './tree.ts';

const expressionOf = (text: string): Expression => {
  const read = readExpression(text);
  if (!read.valid) throw new Error(`${text}: ${read.faults.map(({ code }) => code).join()}`);
  return read.expression;
};

const leaf = (lValue: string, operator: string, rValue = ''): ConditionTree => ({
  lOperand: /^[{$]/.test(lValue) || (rValue === '' && /^\w/.test(lValue)) ? 'VARIABLE' : 'VALUE',
  lValue,
  operator,
  rOperand: /^[{$]/.test(rValue) ? 'VARIABLE' : 'VALUE',
  rValue,
  isLSourceDeleted: lValue.includes('gone'),
  isRSourceDeleted: rValue.includes('gone'),
  hasNestedCondition: false,
  conditions: [],
});
const join = (operator: string, ...conditions: ConditionTree[]): ConditionTree => ({
  ...leaf('', ''),
  lOperand: 'VALUE',
  operator,
  hasNestedCondition: true,
  conditions,
});
const [a, b, c] = [leaf('{{a}}', '==', '1'), leaf('${b}', 'Exists'), leaf("'c d'", '>=', '"e"')] as const;

test.each<[text: string, tree: ConditionTree]>([
  ['{{a}} == 1', a],
  ['({{a}} == 1)', join('', a)],
  ['{{a}} == 1 AND ${b} Exists OR \'c d\' >= "e"', join('OR', join('AND', a, b), c)],
  ['({{a}} == 1 AND ${b} Exists) OR \'c d\' >= "e"', join('OR', join('', join('AND', a, b)), c)],
  ['{{a}} == 1 && (${b} Exists || \'c d\' >= "e")', join('&&', a, join('||', b, c))],
  ['{{a}} == 1 && ((${b} Exists || \'c d\' >= "e"))', join('&&', a, join('', join('||', b, c)))],
  ['{{a}} == 1 OR (${b} Exists OR \'c d\' >= "e")', join('OR', a, join('OR', b, c))],
  ['{{a}} == 1 AND (${b} Exists && \'c d\' >= "e")', join('AND', a, join('&&', b, c))],
])('%s and its tree are the same', (text, tree) => {
  expect(expressionToTree(expressionOf(text))).toEqual(tree);
  expect(layOut(tree).text).toBe(text);
});

test('a list that mixes spellings of one operator gets its word', () => {
  expect(formatExpression(expressionOf('1 == 1 && 2 == 2 AND 3 == 3 || 4 == 4'))).toBe(
    '1 == 1 AND 2 == 2 AND 3 == 3 || 4 == 4',
  );
});

test('deleted variables are marked in the tree', () => {
  const tree = expressionToTree(expressionOf('{{x}} == ${y} OR z Exists OR x == y'), new Set(['x', 'y', 'z']));
  expect(tree.conditions.map(({ isLSourceDeleted, isRSourceDeleted }) => [isLSourceDeleted, isRSourceDeleted])).toEqual(
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  );
});

/** The tokens of a text without white space and positions; word operators are case-insensitive. */
const written = (text: string) =>
  lex(text).tokens.map((token) => {
    const { start: _start, end: _end, ...rest } = token;
    return rest;
  });

test('text → tree → text keeps every token', () => {
  fc.assert(
    fc.property(validSymbols, anySpaces, fc.boolean(), (symbols, spaces, inWords) => {
      // Lists that mix AND with && have their own test.
      const uniform = symbols.map((symbol) => ({
        ...symbol,
        text:
          symbol.terminal === 'AND'
            ? inWords
              ? 'AND'
              : '&&'
            : symbol.terminal === 'OR'
              ? inWords
                ? 'OR'
                : '||'
              : symbol.text,
      }));
      const text = writeSymbols(uniform, spaces);
      const back = layOut(expressionToTree(expressionOf(text))).text;
      expect(written(back)).toEqual(written(text));
      expect(layOut(expressionToTree(expressionOf(back))).text).toBe(back);
    }),
    { numRuns: 500 },
  );
});

test('tree → text → tree gives the same tree', () => {
  const anyLeaf = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('{{a}}', '${gone}', '"x (y"', 'ready', '{{ a }}', "''"),
        fc.constantFrom('==', '!=', '>=', '<=', '>', '<'),
        fc.constantFrom('{{gone}}', '42', 'true', "'AND'", '${b}', 'John Doe'),
      )
      .map((parts) => leaf(...parts)),
    fc
      .tuple(fc.constantFrom('{{a}}', '${b}', 'name'), fc.constantFrom('Exists', 'Does not exist'))
      .map((parts) => leaf(...parts)),
  );
  const { tree: anyTree } = fc.letrec<{ tree: ConditionTree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      anyLeaf,
      fc
        .tuple(fc.constantFrom('AND', '&&', 'OR', '||'), fc.array(tie('tree'), { minLength: 2, maxLength: 4 }))
        .map(([operator, conditions]) => join(operator, ...conditions)),
      tie('tree').map((inner) => join('', inner)),
    ),
  }));
  fc.assert(
    fc.property(anyTree, (tree) => {
      const { text } = layOut(tree);
      expect(expressionToTree(expressionOf(text), new Set(['gone']))).toEqual(tree);
      const read = readTree(tree, {});
      expect(read.faults.some(({ code }) => code === 'DELETED_VARIABLE')).toBe(text.includes('gone}'));
    }),
    { numRuns: 500 },
  );
});

test('trees are limited in depth and in length', () => {
  let deep = a;
  for (let level = 0; level < 50_000; level += 1) deep = join(level % 2 ? 'AND' : 'OR', deep, b);
  const { valid, faults } = readTree(deep);
  expect(valid).toBe(false);
  expect(faults.map(({ code }) => code)).toContain('TOO_DEEP');
  const wide = join('AND', ...Array.from({ length: 50_000 }, () => a));
  expect(readTree(wide).faults.map(({ code }) => code)).toEqual(['TOO_LONG']);
  expect(readTree(wide).text.length).toBeLessThan(expressionLimits.characters + 100);
});
