import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { platformErrors } from '../errors.ts';
import { giveUpAfterMs, isPermanent, nextAttempt } from './retry-rules.ts';

test('an outage of three days is bridged with delays that grow to four hours', () => {
  const start = new Date('2030-01-01T00:00:00Z');
  const giveUpAt = new Date(start.getTime() + giveUpAfterMs);
  const pauses: number[] = [];
  let now = start;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(attempts, now, giveUpAt);
    if (!next) break;
    pauses.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(pauses.slice(0, 8)).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400]);
  expect(new Set(pauses.slice(7))).toEqual(new Set([14_400]));
  expect(now.getTime() - start.getTime()).toBeGreaterThan(giveUpAfterMs - 14_400_000);
  expect(pauses.length).toBeLessThan(30);
});

const smtp = (code: string, command: string, responseCode?: number) =>
  Object.assign(new Error('refused'), { code, command, responseCode });
test.each<[string, unknown, boolean]>([
  ['a recipient that does not exist', smtp('EENVELOPE', 'RCPT TO', 550), true],
  ['a message refused for good', smtp('EMESSAGE', 'DATA', 554), true],
  ['an address that is none', smtp('EENVELOPE', 'API'), true],
  ['an attachment that is gone', new AppError(platformErrors.fileNotFound), true],
  ['a recipient whose box is busy', smtp('EENVELOPE', 'RCPT TO', 450), false],
  ['a message that comes too early', smtp('EMESSAGE', 'DATA', 451), false],
  ['a sign-in that is refused', smtp('EAUTH', 'AUTH PLAIN', 535), false],
  ['a sender that is refused', smtp('EENVELOPE', 'MAIL FROM', 550), false],
  ['a server that is away', smtp('ESOCKET', 'CONN'), false],
  ['a storage that is away', new Error('The object storage does not answer.'), false],
])('%s is permanent: %s', (_name, error, expected) => {
  expect(isPermanent(error)).toBe(expected);
});
