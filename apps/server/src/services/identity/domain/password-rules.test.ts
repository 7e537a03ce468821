import { expect, test } from 'vitest';
import { loadFrequentPasswords } from '../app/accounts/frequent-passwords.ts';
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
])('judges %s', async (_name, password, problem) => {
  expect(findPasswordProblem(password, await loadFrequentPasswords())).toBe(problem);
});

test('the list has at least 10,000 entries that the length rule would allow, all in lower case', async () => {
  const common = [...(await loadFrequentPasswords())];
  expect(common.filter((password) => [...password].length >= 8).length).toBeGreaterThanOrEqual(10_000);
  expect(common.filter((password) => password !== password.toLowerCase())).toEqual([]);
});
