import type { ComparisonOperator, LogicalSpelling, PresenceOperator, ValueText } from './token.ts';

interface Written {
  /** Pairs of parentheses that are written around it. */
  parentheses: number;
}

/** Conditions that are joined: all of them with AND, at least one with OR. */
export interface Logical extends Written {
  kind: 'logical';
  /** AND and `&&` mean the same, as do OR and `||`; kept as written. */
  spelling: LogicalSpelling;
  terms: Expression[];
}

/** Two values that are compared. */
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

/** A valid expression. It is nested at most as deep as `expressionLimits.nesting` allows. */
export type Expression = Logical | Comparison | Presence;

/** variableOfPresence names the variable that `Exists` asks for: bare words name one too. Undefined for a text in quotation marks. */
export const variableOfPresence = ({ form, content }: ValueText): string | undefined =>
  form === 'double' || form === 'single' ? undefined : content;

/** variablesOf lists the names of the variables that an expression uses, each once, in the order of the text. */
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
