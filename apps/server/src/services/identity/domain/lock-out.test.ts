import { expect, test } from 'vitest';
import { accountRule, addressRule, lockMs } from './lock-out.ts';

test.each([
  ['nothing for the free failures', accountRule, 4, 0],
  ['the first delay', accountRule, 5, 5000],
  ['double after each further failure', accountRule, 8, 40_000],
  ['never more than the longest', accountRule, 40, 15 * 60_000],
  ['never more than the longest, however many', accountRule, 1_000_000, 15 * 60_000],
  ['nothing for a busy address', addressRule, 99, 0],
  ['a delay for an address that guesses', addressRule, 100, 30_000],
])('locks for %s', (_name, rule, failures, expected) => {
  expect(lockMs(failures, rule)).toBe(expected);
});
