import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { resetMailRule } from '../domain/lock-out.ts';
import { findPasswordProblem } from '../domain/password-rules.ts';
import { identityErrors } from '../errors.ts';
import type { PasswordStore } from '../store/password.store.ts';
import type { SignInFailureStore } from '../store/sign-in-failure.store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { resetMail } from './reset-mail.ts';
import type { Sessions } from './sessions.ts';

const linkLifeMs = 30 * 60_000;
const hourMs = 3600_000;
const mailsPerHour = 5;
/** Longer than storing a mail takes, so that the time of the answer tells nothing. */
const answerMs = 250;

interface Origin {
  address: string;
  requestId: string;
}

/** Passwords sets passwords and resets forgotten ones. */
export interface Passwords {
  /** Throws IDENTITY_PASSWORD_TOO_SHORT, …_TOO_LONG or …_TOO_COMMON. */
  set(userId: string, password: string): Promise<void>;
  /** Mails a link when the account exists; the caller cannot tell whether it did. */
  mailReset(login: string, origin: Origin): Promise<void>;
  /** Throws IDENTITY_RESET_LINK_INVALID, or what `set` throws, which leaves the link usable. Ends every session of the user. */
  reset(input: { token: string; password: string }, origin: Origin): Promise<void>;
}

export function createPasswords(options: {
  platform: Platform;
  users: UserManagement;
  store: PasswordStore;
  failures: SignInFailureStore;
  hasher: PasswordHasher;
  sessions: Sessions;
}): Passwords {
  const { platform, users, store, failures, hasher, sessions } = options;
  const { clock, config } = platform;

  const sendLink = async (login: string, origin: Origin) => {
    const user = await users.findUserByEmail(login);
    const now = clock.now();
    if (!user?.active) return;
    if ((await store.countResets(user.userId, new Date(now.getTime() - hourMs))) >= mailsPerHour) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + linkLifeMs);
    await store.addReset({ tokenHash: digest(token), userId: user.userId, createdAt: now, expiresAt });
    await platform.mailer.send({
      to: user.email,
      ...resetMail({ firstName: user.firstName, link: `${config.publicUrl}/password-reset?token=${token}` }),
    });
    await platform.audit(
      { ...origin, userId: user.userId, organizationId: user.organizationId },
      { action: 'identity.password-reset-mailed', target: user.email },
    );
  };

  return {
    async set(userId, password) {
      assertPasswordAcceptable(password);
      await store.set(userId, await hasher.hash(password), clock.now());
    },
    async mailReset(login, origin) {
      const key = `reset-mail:${origin.address}`;
      const now = clock.now();
      const lockedUntil = await failures.findLock([key], now);
      if (lockedUntil) {
        const seconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000);
        throw new AppError(platformErrors.tooManyRequests, { params: { seconds } });
      }
      await failures.record(key, resetMailRule, now);
      const sent = sendLink(login, origin).catch((error: unknown) => {
        platform.log.error({ err: error, requestId: origin.requestId }, 'mail of a password reset');
      });
      await Promise.all([sent, delay(answerMs)]);
    },
    async reset({ token, password }, origin) {
      const tokenHash = digest(token);
      if (!(await store.findReset(tokenHash, clock.now()))) throw new AppError(identityErrors.resetLinkInvalid);
      assertPasswordAcceptable(password);
      const userId = await store.useReset(tokenHash, await hasher.hash(password), clock.now());
      if (!userId) throw new AppError(identityErrors.resetLinkInvalid);
      await sessions.endAllOf(userId);
      const user = await users.findUser(userId);
      await platform.audit(
        { ...origin, userId, organizationId: user?.organizationId },
        { action: 'identity.password-reset', target: user?.email },
      );
    },
  };
}

const digest = (token: string) => createHash('sha256').update(token).digest('base64url');

/** assertPasswordAcceptable throws IDENTITY_PASSWORD_TOO_SHORT, …_TOO_LONG or …_TOO_COMMON. */
export function assertPasswordAcceptable(password: string): void {
  const problem = findPasswordProblem(password);
  if (!problem) return;
  const { message } = identityErrors[problem];
  throw new AppError(identityErrors[problem], { details: [{ path: 'password', message }] });
}
