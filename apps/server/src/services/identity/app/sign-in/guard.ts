import { AppError, type Clock } from '@touchstone/kernel';
import type { LockRule } from '../../domain/lock-out.ts';
import { identityErrors } from '../../errors.ts';
import type { SignInFailureStore } from '../../store/sign-in-failure.store.ts';

/**
 * Guard lets a secret be tried under a rule: a try is counted before it is made, a right one forgets those before it.
 * Answers whether it was right. Throws IDENTITY_TOO_MANY_FAILURES without a try while the key is locked.
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
