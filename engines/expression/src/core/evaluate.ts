import { nameOf } from './check.ts';
import { compareValues } from './compare.ts';
import { type Comparison, type Expression, type Presence, variableOfPresence } from './expression.ts';
import { bareValue, type ExpressionValue } from './literal.ts';
import { isAnd, type ValueText } from './token.ts';

/** Returns the value of a variable; undefined if it has none. */
export type FindVariable = (name: string) => ExpressionValue | undefined;

/** The result of an expression. */
export interface Evaluation {
  holds: boolean;
  /** Variables without a value that were compared, each once. */
  missing: string[];
  /**
   * Comparisons that couldn't be decided, such as a text greater than a number. Values are omitted: they may be secret.
   */
  problems: string[];
}

/** evaluateExpression evaluates an expression from left to right, no further than needed. */
export function evaluateExpression(expression: Expression, find: FindVariable): Evaluation {
  const missing = new Set<string>();
  const problems: string[] = [];
  const read = (value: ValueText): ExpressionValue | undefined => {
    const name = nameOf(value);
    if (name === undefined)
      return value.form === 'bare' ? bareValue(value.content) : { type: 'string', value: value.content };
    const found = find(name);
    if (found === undefined) missing.add(name);
    return found;
  };
  const compare = ({ left, operator, right }: Comparison): boolean => {
    const values = [read(left), read(right)] as const;
    if (values[0] === undefined || values[1] === undefined) return operator === '!=';
    const compared = compareValues(values[0], operator, values[1]);
    if (typeof compared === 'boolean') return compared;
    problems.push(`${shown(left)} ${operator} ${shown(right)}: ${compared.problem}`);
    return false;
  };
  const isPresent = ({ left, operator }: Presence): boolean => {
    const name = variableOfPresence(left);
    return (name === undefined || find(name) !== undefined) === (operator === 'Exists');
  };
  const decide = (part: Expression): boolean => {
    if (part.kind === 'comparison') return compare(part);
    if (part.kind === 'presence') return isPresent(part);
    return isAnd(part.spelling) ? part.terms.every(decide) : part.terms.some(decide);
  };
  const holds = decide(expression);
  return { holds, missing: [...missing], problems };
}

const shown = ({ source }: ValueText): string => (source.length > 100 ? `${source.slice(0, 100)}…` : source);
