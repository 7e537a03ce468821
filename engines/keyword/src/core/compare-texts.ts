import { compileRegex } from '@touchstone/engine-assert/core';
import { type Operator, operators } from './keyword.ts';

/** ComparisonError explains in one sentence why two texts can't be compared. */
export class ComparisonError extends Error {}

/** isOperator returns whether a text names a comparison. */
export function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text);
}

function numberOf(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new ComparisonError(`"${text}" is not a number, so it cannot be compared as one.`);
  return value;
}

const comparisons: Record<Operator, (actual: string, expected: string) => boolean> = {
  equals: (actual, expected) => actual === expected,
  'does not equal': (actual, expected) => actual !== expected,
  contains: (actual, expected) => actual.includes(expected),
  'does not contain': (actual, expected) => !actual.includes(expected),
  'starts with': (actual, expected) => actual.startsWith(expected),
  'ends with': (actual, expected) => actual.endsWith(expected),
  matches: (actual, expected) => compileRegex(expected).matcher(actual).find(),
  'is greater than': (actual, expected) => numberOf(actual) > numberOf(expected),
  'is less than': (actual, expected) => numberOf(actual) < numberOf(expected),
  'is empty': (actual) => actual === '',
  'is not empty': (actual) => actual !== '',
};

/**
 * compareTexts compares two texts, case-sensitively; throws a ComparisonError if the pattern is invalid or a number is
 * required and missing.
 */
export function compareTexts(operator: string, actual: string, expected: string): boolean {
  if (!isOperator(operator))
    throw new ComparisonError(`"${operator}" is no comparison. Use one of: ${operators.join(', ')}.`);
  return comparisons[operator](actual, expected);
}
