import type { Fault, Span } from './fault.ts';

/** How AND and OR may be written. */
export type LogicalSpelling = 'AND' | '&&' | 'OR' | '||';

/** Operators with a value on both sides. */
export type ComparisonOperator = '==' | '!=' | '>=' | '<=' | '>' | '<';

/** Operators with a value on their left only. */
export type PresenceOperator = 'Exists' | 'Does not exist';

/** How a value is written: in quotation marks, as a variable in braces, or bare. */
export type ValueForm = 'double' | 'single' | 'braces' | 'dollar' | 'bare';

/** One value of an expression: `source` is its text as written, `content` what is between quotation marks or braces. */
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
        /** Its tree says that the variable was deleted. */
        isDeleted?: boolean;
        /** It is the right value of a condition in a tree. */
        isRight?: boolean;
      }
  );

/** Tokens of an expression, with the faults that single tokens have. */
export interface TokenList {
  tokens: Token[];
  faults: Fault[];
}

/** isAnd answers whether a spelling means AND. */
export const isAnd = (spelling: LogicalSpelling): boolean => spelling === 'AND' || spelling === '&&';

const logicalSpellings: ReadonlySet<string> = new Set<LogicalSpelling>(['AND', '&&', 'OR', '||']);
const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>(['==', '!=', '>=', '<=', '>', '<']);

export const isLogicalSpelling = (text: string): text is LogicalSpelling => logicalSpellings.has(text);
export const isComparisonOperator = (text: string): text is ComparisonOperator => comparisonOperators.has(text);
export const isPresenceOperator = (text: string): text is PresenceOperator =>
  text === 'Exists' || text === 'Does not exist';
