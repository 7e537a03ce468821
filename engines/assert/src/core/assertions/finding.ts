import type { AssertionOperator, HttpAssertion } from '../assertion.ts';
import { type Comparison, compareValue } from '../compare.ts';
import type { JsonKeys } from '../proof/json-lines.ts';
import type { ResponseView } from '../response-view.ts';

/** Finding is what one assertion found, before it becomes a result with a sentence. */
export interface Finding extends Comparison {
  /** What was looked at, as the sentence begins: `Status`, `JSON $.total`. */
  subject: string;
  actual?: unknown;
  /** A whole sentence in place of subject and what was wanted, such as "Body matches schema Order". */
  statement?: string;
  faults?: FoundFault[];
}

/** FoundFault is what a schema finds fault with, and where: below the judged value, or in a line of the body. */
export interface FoundFault {
  keys: JsonKeys;
  message: string;
  line?: number;
}

/** Looks at a response for one kind of assertion. */
export type AssertionCheck = (assertion: HttpAssertion, view: ResponseView) => Finding;

/** absent decides an assertion about something that is not there; `note` tells where to look instead. */
export function absent(subject: string, operator: AssertionOperator, note: string): Finding {
  if (operator === 'notExists') return { subject, passed: true, wanted: 'no value' };
  return { subject, passed: false, wanted: 'a value', problem: note };
}

/**
 * compareAny compares several readings of one value (a list and its only item, duplicates of a header): a positive operator passes
 * where one reading passes, a negative one only where all do.
 */
export function compareAny(operator: AssertionOperator, readings: readonly unknown[], expected: unknown): Comparison {
  const comparisons = readings.map((reading) => compareValue(operator, reading, expected));
  const decisive = isNegative(operator)
    ? comparisons.find((comparison) => !comparison.passed)
    : comparisons.find((comparison) => comparison.passed);
  return decisive ?? comparisons[0]!;
}

/** isNegative says whether an operator denies something. */
export function isNegative(operator: AssertionOperator): boolean {
  return operator === 'notEquals' || operator === 'notContains' || operator === 'notExists';
}

/** asSentence lets a text begin as a sentence does. */
export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
