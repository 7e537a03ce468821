import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Clock } from '@touchstone/kernel';
import { platformErrors } from '../../../../platform/errors.ts';
import type { LockRule } from '../../domain/lock-out.ts';
import type { SignInFailureStore } from '../../store/sign-in-failure.store.ts';

/** Who makes a call, for limits and the audit. */
export interface Origin {
  address: string;
  requestId: string;
}

/** Longer than the work takes, so that the response time reveals nothing about an account. */
const answerMs = 250;

/** atEqualTime resolves after a constant time, whatever the work's result. */
export async function atEqualTime(work: Promise<unknown>): Promise<void> {
  await Promise.all([work, delay(answerMs)]);
}

/** Limit counts an attempt of this kind. Throws PLATFORM_TOO_MANY_REQUESTS if there were too many. */
export type Limit = (key: string, rule: LockRule) => Promise<void>;

export function createLimit(options: { failures: SignInFailureStore; clock: Clock }): Limit {
  const { failures, clock } = options;
  return async (key, rule) => {
    const now = clock.now();
    const lockedUntil = await failures.attempt(key, rule, now);
    if (!lockedUntil) return;
    const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
    throw new AppError(platformErrors.tooManyRequests, { params: { seconds } });
  };
}
