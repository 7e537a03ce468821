import type { Fault, Span } from './fault.ts';

/** Spellings of AND and OR. */
export type LogicalSpelling = 'AND' | '&&' | 'OR' | '||';

/** Operators with a value on both sides. */
export type ComparisonOperator = '==' | '!=' | '>=' | '<=' | '>' | '<';

/** Operators with a value only on their left. */
export type PresenceOperator = 'Exists' | 'Does not exist';

/** Notation of a value: quoted, as a variable in braces, or bare. */
export type ValueForm = 'double' | 'single' | 'braces' | 'dollar' | 'bare';

/**
 * A value in an expression: `source` is its text as written, `content` is what is between quotation marks or braces.
 */
export interface ValueText {
  form: ValueForm;
  source: string;
  content: string;
}

export type Token = Span &
  (
    | { kind: 'open' }
    | { kind: 'close' }
    | { kind: 'logical'; spelling: LogicalSpelling }
    | { kind: 'comparison'; operator: ComparisonOperator }
    | { kind: 'presence'; operator: PresenceOperator }
    | {
        kind: 'value';
        value: ValueText;
        /** Whether its tree marks the variable as deleted. */
        isDeleted?: boolean;
        /** Whether it is the right value of a condition in a tree. */
        isRight?: boolean;
      }
  );

/** Tokens of an expression, with the faults of single tokens. */
export interface TokenList {
  tokens: Token[];
  faults: Fault[];
}

/** isAnd returns whether a spelling means AND. */
export const isAnd = (spelling: LogicalSpelling): boolean => spelling === 'AND' || spelling === '&&';

const logicalSpellings: ReadonlySet<string> = new Set<LogicalSpelling>(['AND', '&&', 'OR', '||']);
const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>(['==', '!=', '>=', '<=', '>', '<']);

export const isLogicalSpelling = (text: string): text is LogicalSpelling => logicalSpellings.has(text);
export const isComparisonOperator = (text: string): text is ComparisonOperator => comparisonOperators.has(text);
export const isPresenceOperator = (text: string): text is PresenceOperator =>
  text === 'Exists' || text === 'Does not exist';
