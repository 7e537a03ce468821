import type { ComparisonOperator, LogicalSpelling, PresenceOperator, ValueText } from './token.ts';

interface Written {
  /** Number of parentheses around it. */
  parentheses: number;
}

/** Joined conditions: all of them with AND, at least one with OR. */
export interface Logical extends Written {
  kind: 'logical';
  /** AND and `&&` mean the same, as do OR and `||`; kept as written. */
  spelling: LogicalSpelling;
  terms: Expression[];
}

/** Two compared values. */
export interface Comparison extends Written {
  kind: 'comparison';
  operator: ComparisonOperator;
  left: ValueText;
  right: ValueText;
}

/** Whether a variable has a value. */
export interface Presence extends Written {
  kind: 'presence';
  operator: PresenceOperator;
  left: ValueText;
}

/** A valid expression. Its nesting is limited by `expressionLimits.nesting`. */
export type Expression = Logical | Comparison | Presence;

/**
 * variableOfPresence returns the variable that `Exists` checks: bare words are names too. Undefined for a quoted text.
 */
export const variableOfPresence = ({ form, content }: ValueText): string | undefined =>
  form === 'double' || form === 'single' ? undefined : content;

/** variablesOf lists the names of an expression's variables, each once, in text order. */
export function variablesOf(expression: Expression): string[] {
  const names = new Set<string>();
  const add = ({ form, content }: ValueText) => {
    if (form === 'braces' || form === 'dollar') names.add(content);
  };
  const visit = (part: Expression): void => {
    if (part.kind === 'logical') for (const term of part.terms) visit(term);
    else if (part.kind === 'comparison') {
      add(part.left);
      add(part.right);
    } else {
      const name = variableOfPresence(part.left);
      if (name !== undefined) names.add(name);
    }
  };
  visit(expression);
  return [...names];
}
