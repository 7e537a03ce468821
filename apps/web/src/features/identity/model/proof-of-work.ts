import { sha256, toHex } from '../../../shared/sha256.ts';

const algorithms = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

/** The challenge of an ALTCHA server. */
export interface Challenge {
  algorithm: (typeof algorithms)[number];
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
}

/** readChallenge returns the challenge in a response; undefined if it has none that can be solved here. */
export function readChallenge(answer: Record<string, unknown>): Challenge | undefined {
  const { challenge, salt, signature, maxnumber = 1_000_000 } = answer;
  const algorithm = algorithms.find((known) => known === answer.algorithm);
  if (!algorithm || typeof challenge !== 'string' || typeof salt !== 'string') return undefined;
  if (typeof signature !== 'string' || typeof maxnumber !== 'number' || !(maxnumber >= 1)) return undefined;
  return { algorithm, challenge, salt, signature, maxnumber };
}

const encoder = new TextEncoder();
const sliceMs = 12;

async function digest(algorithm: Challenge['algorithm'], text: string): Promise<string> {
  const bytes = encoder.encode(text);
  if (algorithm === 'SHA-256') return toHex(sha256(bytes));
  return toHex(new Uint8Array(await crypto.subtle.digest(algorithm, bytes)));
}

/**
 * solveChallenge finds the number whose hash with the salt equals the challenge, yielding to the page every few
 * milliseconds.
 */
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
