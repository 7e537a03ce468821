import { z } from 'zod';
import { sha256, toHex } from '../../../shared/sha256.ts';

/** The challenge of an ALTCHA server. */
export const challengeSchema = z.object({
  algorithm: z.enum(['SHA-256', 'SHA-384', 'SHA-512']),
  challenge: z.string(),
  salt: z.string(),
  signature: z.string(),
  maxnumber: z.number().int().min(1).default(1_000_000),
});
export type Challenge = z.infer<typeof challengeSchema>;

const encoder = new TextEncoder();
const sliceMs = 12;

async function digest(algorithm: Challenge['algorithm'], text: string): Promise<string> {
  const bytes = encoder.encode(text);
  if (algorithm === 'SHA-256') return toHex(sha256(bytes));
  return toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)));
}

/** solveChallenge finds the number whose hash with the salt is the challenge, giving way to the page every few milliseconds. */
export async function solveChallenge(challenge: Challenge, signal?: AbortSignal): Promise<string> {
  const wanted = challenge.challenge.toLowerCase();
  let pauseAt = performance.now() + sliceMs;
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    if ((await digest(challenge.algorithm, challenge.salt + number)) === wanted) {
      const { algorithm, salt, signature } = challenge;
      return btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature }));
    }
    if (performance.now() > pauseAt) {
      signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve));
      pauseAt = performance.now() + sliceMs;
    }
  }
  throw new Error('Recaptcha verification error.');
}
