import { expect, test } from 'vitest';
import { accountRule, addressRule, lockMs, otpRule, resetMailRule, signUpRule } from './lock-out.ts';

test.each([
  ['nothing for the free failures', accountRule, 4, 0],
  ['the first delay', accountRule, 5, 5000],
  ['double after each further failure', accountRule, 8, 40_000],
  ['never more than the longest', accountRule, 40, 15 * 60_000],
  ['never more than the longest, however many', accountRule, 1_000_000, 15 * 60_000],
  ['nothing for a busy address', addressRule, 99, 0],
  ['a delay for an address that guesses', addressRule, 100, 30_000],
  ['nothing for a mistyped one-time code', otpRule, 4, 0],
  ['a minute for the fifth wrong one-time code', otpRule, 5, 60_000],
  ['a quarter of an hour for many wrong one-time codes', otpRule, 9, 15 * 60_000],
  ['nothing for some mails to set passwords', resetMailRule, 19, 0],
  ['a minute for many mails to set passwords', resetMailRule, 20, 60_000],
  ['nothing for some sign-ups of one address', signUpRule, 19, 0],
  ['a minute for many sign-ups of one address', signUpRule, 20, 60_000],
])('locks for %s', (_name, rule, failures, expected) => {
  expect(lockMs(failures, rule)).toBe(expected);
});

test.each([
  ['an account and an address', accountRule, 24 * 60],
  ['an address', addressRule, 10],
  ['one-time codes', otpRule, 24 * 60],
  ['mails to set passwords', resetMailRule, 60],
  ['sign-ups', signUpRule, 60],
])('failures of %s expire', (_name, rule, minutes) => {
  expect(rule.forgetAfterMs).toBe(minutes * 60_000);
});
