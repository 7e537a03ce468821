import { expressionLimits } from './limits.ts';

/** A range in the text of an expression: character offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The message of each fault code. */
export const faultMessages = {
  UNMATCHED_CLOSE: "Unmatched ')' in the expression.",
  UNMATCHED_OPEN: "Unmatched '(' in the expression.",
  ENDS_WITH_LOGICAL: 'Please follow it with a variable...',
  LOGICAL_BEFORE_CLOSE: "AND or OR cannot come before ')'.",
  EMPTY_PARENS: 'Parentheses cannot be empty.',
  PAREN_WITHOUT_OPERATOR: "A logical operator is required before '('.",
  CLOSE_NOT_FOLLOWED_BY_OPERATOR: "')' must be followed by an operator.",
  VALUE_AFTER_EXISTS: 'No value may follow Exists or Does not exist.',
  EXISTS_HAS_RVALUE: 'Exists and Does not exist take no right value.',
  DELETED_VARIABLE: 'The expression refers to deleted variables.',
  INCOMPLETE: 'The expression is incomplete.',
  CHAINED_COMPARISON: 'A comparison has two sides. Join further ones with AND or OR.',
  MISSING_OPERATOR: 'An operator is required between two values.',
  UNKNOWN_OPERATOR: 'Unknown operator. Use ==, !=, >=, <=, >, <, AND, OR, Exists or Does not exist.',
  UNCLOSED_QUOTE: 'The closing quotation mark is missing.',
  UNCLOSED_VARIABLE: 'The variable is not closed with braces.',
  UNNAMED_VARIABLE: 'Name the variable between its braces.',
  NOT_ONE_VALUE: 'Quote this text so that it is one value.',
  TOO_LONG: `An expression has at most ${expressionLimits.characters.toLocaleString('en')} characters.`,
  TOO_DEEP: `Parentheses can be nested ${expressionLimits.nesting} levels deep.`,
  QUOTE_VALUE: 'Values with spaces or special characters should be quoted.',
  VARIABLE_IN_TEXT: 'Variables between quotation marks are not replaced. Remove the quotation marks to use the value.',
} as const;

/** A fault as a stable code. */
export type FaultCode = keyof typeof faultMessages;

const warnings: ReadonlySet<FaultCode> = new Set<FaultCode>(['QUOTE_VALUE', 'VARIABLE_IN_TEXT']);

/** A fault of an expression with its position. An error makes the expression invalid, a warning doesn't. */
export interface Fault extends Span {
  code: FaultCode;
  severity: 'error' | 'warning';
  message: string;
}

/** faultAt returns the fault of a code at a position. */
export const faultAt = (code: FaultCode, { start, end }: Span): Fault => ({
  code,
  severity: warnings.has(code) ? 'warning' : 'error',
  message: faultMessages[code],
  start,
  end,
});

/** inOrder sorts faults by position, and at the same position in the order they were found. */
export const inOrder = (faults: readonly Fault[]): Fault[] =>
  faults.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** isValid returns whether there is no error among the faults. */
export const isValid = (faults: readonly Fault[]): boolean => faults.every(({ severity }) => severity === 'warning');
