import { compileRegex } from '@touchstone/engine-assert/core';
import { type Operator, operators } from './keyword.ts';

/** ComparisonError says in one sentence why two texts cannot be compared so. */
export class ComparisonError extends Error {}

/** isOperator says whether a text names a comparison. */
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

/** compareTexts judges two texts, case-sensitively; it throws a sentence where the pattern is not valid or no number stands where one must. */
export function compareTexts(operator: string, actual: string, expected: string): boolean {
  if (!isOperator(operator))
    throw new ComparisonError(`"${operator}" is no comparison. Use one of: ${operators.join(', ')}.`);
  return comparisons[operator](actual, expected);
}
