import { AppError, type Clock } from '@touchstone/kernel';
import type { LockRule } from '../../domain/lock-out.ts';
import { identityErrors } from '../../errors.ts';
import type { SignInFailureStore } from '../../store/sign-in-failure.store.ts';

/**
 * Guard applies a rule to attempts at a secret: an attempt is counted before it is made, a correct one clears the
 * earlier ones. Returns whether it was correct. Throws IDENTITY_TOO_MANY_FAILURES without an attempt while the key is
 * locked.
 */
export type Guard = (key: string, rule: LockRule, isRight: () => Promise<boolean>) => Promise<boolean>;

export function createGuard(options: { failures: SignInFailureStore; clock: Clock }): Guard {
  const { failures, clock } = options;
  return async (key, rule, isRight) => {
    const now = clock.now();
    const lockedUntil = await failures.attempt(key, rule, now);
    if (lockedUntil) {
      const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
      throw new AppError(identityErrors.tooManyFailures, { params: { seconds } });
    }
    if (!(await isRight())) return false;
    await failures.clear([key]);
    return true;
  };
}
