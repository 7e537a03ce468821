import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Challenge, readChallenge, solveChallenge } from './proof-of-work.ts';

const make = (number: number, algorithm: 'SHA-256' | 'SHA-512' = 'SHA-256'): Challenge => {
  const salt = 'a1b2?expires=1';
  const hash = createHash(algorithm === 'SHA-256' ? 'sha256' : 'sha512').update(salt + number);
  return { algorithm, challenge: hash.digest('hex'), salt, signature: 'sig', maxnumber: 3000 };
};

test.each([
  { number: 0, algorithm: 'SHA-256' as const },
  { number: 2917, algorithm: 'SHA-256' as const },
  { number: 40, algorithm: 'SHA-512' as const },
])('finds $number for $algorithm', async ({ number, algorithm }) => {
  const answer = JSON.parse(atob(await solveChallenge(make(number, algorithm)))) as Record<string, unknown>;
  expect(answer).toEqual({ ...make(number, algorithm), maxnumber: undefined, number });
});

test('says so if no number matches', async () => {
  await expect(solveChallenge({ ...make(1), challenge: 'ff' })).rejects.toThrow('Recaptcha verification error.');
});

test('tries up to a million numbers if the challenge has no limit', () => {
  const { maxnumber, ...challenge } = make(1);
  expect(readChallenge({ ...challenge, required: true })).toEqual({ ...challenge, maxnumber: 1_000_000 });
});

test.each([
  ['an algorithm that nobody knows', { algorithm: 'MD5' }],
  ['no salt', { salt: undefined }],
  ['no signature', { signature: 7 }],
  ['no number to try', { maxnumber: 0 }],
])('refuses a challenge with %s', (_, part) => {
  expect(readChallenge({ ...make(1), ...part })).toBeUndefined();
});
