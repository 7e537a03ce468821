import { type CheckOptions, check } from './check.ts';
import type { Expression } from './expression.ts';
import { type Fault, faultAt, isValid } from './fault.ts';
import { lex } from './lex.ts';
import { expressionLimits } from './limits.ts';
import { parse } from './parse.ts';
import type { TokenList } from './token.ts';
import { type ConditionTree, expressionToTree, layOut } from './tree.ts';

/**
 * The result of reading an expression: its faults sorted by position, and the expression if none of them is an error.
 */
export type ReadExpression =
  | { valid: true; expression: Expression; faults: Fault[] }
  | { valid: false; faults: Fault[] };

/** readExpression validates and parses a text. */
export function readExpression(text: string, options: CheckOptions = {}): ReadExpression {
  return text.length > expressionLimits.characters ? tooLong(text) : readTokens(lex(text), options);
}

/**
 * readTree validates and parses a tree. Positions of faults are offsets in `text`, which is the tree as an expression.
 */
export function readTree(tree: ConditionTree, options: CheckOptions = {}): ReadExpression & { text: string } {
  const { text, ...list } = layOut(tree);
  return { text, ...(text.length > expressionLimits.characters ? tooLong(text) : readTokens(list, options)) };
}

/** formatExpression formats an expression with single spaces. */
export const formatExpression = (expression: Expression): string => layOut(expressionToTree(expression)).text;

const tooLong = (text: string): ReadExpression => ({
  valid: false,
  faults: [faultAt('TOO_LONG', { start: expressionLimits.characters, end: text.length })],
});

function readTokens(list: TokenList, options: CheckOptions): ReadExpression {
  const faults = check(list, options);
  return isValid(faults) ? { valid: true, expression: parse(list.tokens), faults } : { valid: false, faults };
}
