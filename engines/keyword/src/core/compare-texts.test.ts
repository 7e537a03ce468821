import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { operators } from './keyword.ts';

/** The comparisons that are true for two non-numeric texts. */
test.each<[actual: string, expected: string, holds: string[]]>([
  ['tea', 'tea', ['equals', 'contains', 'starts with', 'ends with', 'matches', 'is not empty']],
  ['Tea', 'tea', ['does not equal', 'does not contain', 'is not empty']],
  ['green tea', 'tea', ['does not equal', 'contains', 'ends with', 'matches', 'is not empty']],
  ['teapot', 'tea', ['does not equal', 'contains', 'starts with', 'matches', 'is not empty']],
  ['tea', 't.a', ['does not equal', 'does not contain', 'matches', 'is not empty']],
  ['', 'tea', ['does not equal', 'does not contain', 'is empty']],
])('"%s" and "%s"', (actual, expected, holds) => {
  const ofTexts = operators.filter((operator) => operator !== 'is greater than' && operator !== 'is less than');
  expect(ofTexts.filter((operator) => compareTexts(operator, actual, expected))).toEqual(holds);
});

test.each<[actual: string, expected: string, isGreater: boolean, isLess: boolean]>([
  ['10', '9', true, false],
  ['9', '10', false, true],
  ['3', '3.0', false, false],
  [' -1 ', '0', false, true],
])('%s and %s are compared as numbers', (actual, expected, isGreater, isLess) => {
  expect(compareTexts('is greater than', actual, expected)).toBe(isGreater);
  expect(compareTexts('is less than', actual, expected)).toBe(isLess);
});

test.each([
  ['is greater than', 'ten', '3', '"ten" is not a number'],
  ['is less than', '3', ' ', '" " is not a number'],
  ['is like', 'a', 'a', '"is like" is no comparison. Use one of: equals, '],
  ['matches', 'a', '(', 'not valid'],
])('%s cannot compare %s and %s', (operator, actual, expected, message) => {
  expect(() => compareTexts(operator, actual, expected)).toThrow(message);
});
