import { isShutOut } from '@touchstone/contracts';
import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement, UserRecord } from '../../../user-management/index.ts';
import { accountRule, addressRule } from '../../domain/lock-out.ts';
import { identityErrors } from '../../errors.ts';
import type { PasswordStore } from '../../store/password.store.ts';
import type { SignInFailureStore } from '../../store/sign-in-failure.store.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import type { AssertPasswordsHere } from './external-issuer.ts';
import type { Origin } from './rate-limit.ts';

interface Credentials {
  login: string;
  password: string;
  address: string;
  requestId: string;
  method: SignInMethod;
}
/** How the user signed in, for the audit. */
export type SignInMethod = 'browser' | 'password-grant' | 'provider';

/** SignInLocked reports after how many seconds the next attempt is allowed. */
export class SignInLocked extends AppError {
  readonly seconds: number;
  constructor(seconds: number) {
    super(identityErrors.tooManyFailures, { params: { seconds } });
    this.seconds = seconds;
  }
}

/** SignIn verifies email and password, and signs users in. */
export interface SignIn {
  /** Throws IDENTITY_INVALID_CREDENTIALS, IDENTITY_TOO_MANY_FAILURES, IDENTITY_ACCOUNT_INACTIVE or IDENTITY_NO_ACCESS. */
  verify(credentials: Credentials): Promise<UserRecord>;
  /** Records the sign-in once every check has passed; returns the updated user. */
  complete(user: UserRecord, how: Origin & { method: SignInMethod; provider?: string }): Promise<UserRecord>;
}

/** Why a user with the correct password isn't signed in. */
function refusalOf({ active, role }: UserRecord): { reason: string; error: ErrorDefinition } | undefined {
  if (!active) return { reason: 'inactive', error: identityErrors.accountInactive };
  if (isShutOut(role)) return { reason: 'no-access', error: identityErrors.noAccess };
  return undefined;
}

const unknownUserId = '00000000-0000-7000-8000-000000000000';

export function createSignIn(options: {
  platform: Platform;
  users: UserManagement;
  passwords: PasswordStore;
  failures: SignInFailureStore;
  hasher: PasswordHasher;
  assertPasswordsHere: AssertPasswordsHere;
}): SignIn {
  const { platform, users, passwords, failures, hasher, assertPasswordsHere } = options;

  /** Returns which keys have failures that don't lock them. */
  const assertUnlocked = async (keys: string[]): Promise<string[]> => {
    const now = platform.clock.now();
    const { lockedUntil, failed } = await failures.read(keys, now);
    if (!lockedUntil) return failed;
    throw new SignInLocked(Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000));
  };

  /** Known and unknown accounts cost the same number of statements and one argon2 computation. */
  const verify = async (login: string, password: string) => {
    const user = await users.findUserByEmail(login);
    const hash = await passwords.find(user?.userId ?? unknownUserId);
    return (await hasher.verify(password, hash)) ? user : undefined;
  };

  const verifyCredentials: SignIn['verify'] = async ({ login, password, address, requestId, method }) => {
    assertPasswordsHere();
    const email = login.trim().toLowerCase();
    const accountKey = `account:${email}@${address}`;
    const addressKey = `address:${address}`;
    const audited = { address, requestId };
    let failed = await assertUnlocked([accountKey, addressKey]);
    const user = await hasher.inTurn(async (waited) => {
      // Concurrent guesses queue here; those behind the one that locks are rejected too.
      if (waited) failed = await assertUnlocked([accountKey, addressKey]);
      const found = await verify(email, password);
      if (found) return found;
      const now = platform.clock.now();
      await failures.record(accountKey, accountRule, now);
      await failures.record(addressKey, addressRule, now);
      await platform.audit(audited, { action: 'identity.sign-in-failed', target: email, detail: { method } });
      throw new AppError(identityErrors.invalidCredentials);
    });
    const who = { ...audited, userId: user.userId, organizationId: user.organizationId };
    const refusal = refusalOf(user);
    if (refusal) {
      await platform.audit(who, {
        action: 'identity.sign-in-failed',
        target: email,
        detail: { method, reason: refusal.reason },
      });
      throw new AppError(refusal.error);
    }
    if (failed.includes(accountKey)) await failures.clear([accountKey]);
    return user;
  };

  return {
    verify: verifyCredentials,
    async complete(user, { method, provider, ...origin }) {
      const { userId, organizationId, email } = user;
      const firstLogin = await users.recordLogin(userId);
      await platform.audit(
        { ...origin, userId, organizationId },
        { action: 'identity.signed-in', target: email, detail: { method, ...(provider && { provider }) } },
      );
      return { ...user, firstLogin };
    },
  };
}
