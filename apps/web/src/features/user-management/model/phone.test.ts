import { expect, test } from 'vitest';
import { formatPhone, parsePhone, phoneProblem } from './phone.ts';

test.each([
  ['', 'US', ''],
  ['+1-2025550123', 'US', '2025550123'],
  ['+44-2071234567', 'GB', '2071234567'],
])('%j survives the round trip', (text, country, number) => {
  expect(parsePhone(text)).toEqual({ country, number });
  expect(formatPhone(parsePhone(text))).toBe(text);
});

test.each([
  ['', true],
  ['2025550123', true],
  ['202555', false],
  ['202-555-0123', false],
])('validates whether %j is a United States number: %s', (number, expected) => {
  expect(phoneProblem({ country: 'US', number }) === undefined).toBe(expected);
});
