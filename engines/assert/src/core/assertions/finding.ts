import type { AssertionOperator, HttpAssertion } from '../assertion.ts';
import { type Comparison, compareValue } from '../compare.ts';
import type { JsonKeys } from '../proof/json-lines.ts';
import type { ResponseView } from '../response-view.ts';

/** Finding is the outcome of one assertion before it becomes a result with a sentence. */
export interface Finding extends Comparison {
  /** The checked part, as the sentence starts: `Status`, `JSON $.total`. */
  subject: string;
  actual?: unknown;
  /** A whole sentence instead of subject and expectation, such as "Body matches schema Order". */
  statement?: string;
  faults?: FoundFault[];
}

/** FoundFault is a schema violation and its place: below the validated value, or in a line of the body. */
export interface FoundFault {
  keys: JsonKeys;
  message: string;
  line?: number;
}

/** Checks a response for one kind of assertion. */
export type AssertionCheck = (assertion: HttpAssertion, view: ResponseView) => Finding;

/** absent returns the finding for a missing subject; `note` says where to look instead. */
export function absent(subject: string, operator: AssertionOperator, note: string): Finding {
  if (operator === 'notExists') return { subject, passed: true, wanted: 'no value' };
  return { subject, passed: false, wanted: 'a value', problem: note };
}

/**
 * compareAny compares several readings of one value (a list and its only item, duplicates of a header): a positive
 * operator passes if any reading passes, a negative one only if all do.
 */
export function compareAny(operator: AssertionOperator, readings: readonly unknown[], expected: unknown): Comparison {
  const comparisons = readings.map((reading) => compareValue(operator, reading, expected));
  const decisive = isNegative(operator)
    ? comparisons.find((comparison) => !comparison.passed)
    : comparisons.find((comparison) => comparison.passed);
  return decisive ?? comparisons[0]!;
}

/** isNegative returns whether an operator negates. */
export function isNegative(operator: AssertionOperator): boolean {
  return operator === 'notEquals' || operator === 'notContains' || operator === 'notExists';
}

/** asSentence capitalizes the first letter of a text. */
export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
