import { expect, test } from 'vitest';
import { leakedPasswords } from './leaked-passwords.ts';
import { findPasswordProblem } from './password-rules.ts';

test.each([
  ['seven characters', 'aB3$xyz', 'passwordTooShort'],
  ['seven characters outside the first plane', '😀'.repeat(7), 'passwordTooShort'],
  ['eight characters', 'aB3$xyzw', undefined],
  ['one of the most common', 'password123', 'passwordTooCommon'],
  ['one of the most common in capitals', 'QWERTY123', 'passwordTooCommon'],
  ['1024 characters', 'x'.repeat(1024), undefined],
  ['1025 characters', 'x'.repeat(1025), 'passwordTooLong'],
  ['words and blanks', 'four small white mice', undefined],
])('judges %s', (_name, password, problem) => {
  expect(findPasswordProblem(password)).toBe(problem);
});

test('the list has at least 200 entries that the length rule would let pass', () => {
  expect(leakedPasswords.size).toBeGreaterThanOrEqual(200);
  for (const password of leakedPasswords) expect([...password].length).toBeGreaterThanOrEqual(8);
});
