import { useEffect, useRef } from 'react';
import { fetchBotChallenge } from '../api/identity.queries.ts';
import { readChallenge, solveChallenge } from '../model/proof-of-work.ts';

async function solve(signal: AbortSignal): Promise<string | undefined> {
  const answer = await fetchBotChallenge();
  if (answer.required === false) return undefined;
  const challenge = readChallenge(answer);
  if (!challenge) throw new Error('Recaptcha validation error.');
  return solveChallenge(challenge, signal);
}

/**
 * useBotCheck solves a challenge while the user types; each solution is returned once, since it is only valid for one
 * attempt.
 */
export function useBotCheck(): () => Promise<string | undefined> {
  const abort = useRef<AbortController | null>(null);
  const pending = useRef<Promise<string | undefined> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    pending.current = solve(controller.signal);
    pending.current.catch(() => undefined);
    return () => controller.abort();
  }, []);
  return async () => {
    const controller = abort.current ?? new AbortController();
    const first = pending.current;
    pending.current = null;
    if (!first) return solve(controller.signal);
    return first.catch(() => solve(controller.signal));
  };
}
