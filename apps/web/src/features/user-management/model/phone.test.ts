import { expect, test } from 'vitest';
import { formatPhone, parsePhone, phoneProblem } from './phone.ts';

test.each([
  ['', 'US', ''],
  ['+1-2025550123', 'US', '2025550123'],
  ['+44-2071234567', 'GB', '2071234567'],
])('%j is read and written again', (text, country, number) => {
  expect(parsePhone(text)).toEqual({ country, number });
  expect(formatPhone(parsePhone(text))).toBe(text);
});

test.each([
  ['', true],
  ['2025550123', true],
  ['202555', false],
  ['202-555-0123', false],
])('tells whether %j is a number of the United States: %s', (number, expected) => {
  expect(phoneProblem({ country: 'US', number }) === undefined).toBe(expected);
});
