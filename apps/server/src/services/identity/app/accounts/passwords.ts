import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { resetMailRule } from '../../domain/lock-out.ts';
import { findPasswordProblem } from '../../domain/password-rules.ts';
import { identityErrors } from '../../errors.ts';
import type { PasswordStore } from '../../store/password.store.ts';
import type { Sessions } from '../sessions.ts';
import type { AssertPasswordsHere } from '../sign-in/external-issuer.ts';
import { atEqualTime, type Limit, type Origin } from '../sign-in/rate-limit.ts';
import { loadFrequentPasswords } from './frequent-passwords.ts';
import { digest, linksOf, type MailedLinks } from './mailed-links.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Passwords sets passwords and resets forgotten ones. */
export interface Passwords {
  /** Throws IDENTITY_PASSWORD_TOO_SHORT, …_TOO_LONG or …_TOO_COMMON. */
  set(userId: string, password: string): Promise<void>;
  /** Mails a link if the account exists; the caller can't tell whether it does. */
  mailReset(login: string, origin: Origin): Promise<void>;
  /**
   * Throws IDENTITY_RESET_LINK_INVALID, or an error of `set`, which leaves the link usable. Ends every session of the
   * user.
   */
  reset(input: { token: string; password: string }, origin: Origin): Promise<void>;
}

export function createPasswords(options: {
  platform: Platform;
  users: UserManagement;
  store: PasswordStore;
  links: MailedLinks;
  limit: Limit;
  hasher: PasswordHasher;
  sessions: Sessions;
  assertPasswordsHere: AssertPasswordsHere;
}): Passwords {
  const { platform, users, store, links, limit, hasher, sessions, assertPasswordsHere } = options;
  const { clock } = platform;

  const sendLink = async (login: string, origin: Origin) => {
    const user = await users.findUserByEmail(login);
    if (!user?.active) return;
    // An account that was never activated has no password to reset.
    const sent = await links.send(user, user.activated ? 'reset' : 'activation');
    if (!sent) return;
    await platform.audit(
      { ...origin, userId: user.userId, organizationId: user.organizationId },
      { action: 'identity.password-reset-mailed', target: user.email },
    );
  };

  return {
    async set(userId, password) {
      await assertPasswordAcceptable(password);
      await store.set(userId, await hasher.hash(password), clock.now());
    },
    async mailReset(login, origin) {
      assertPasswordsHere();
      await limit(`reset-mail:${origin.address}`, resetMailRule);
      const sent = sendLink(login, origin).catch((error: unknown) => {
        platform.log.error({ err: error, requestId: origin.requestId }, 'mail of a password reset');
      });
      await atEqualTime(sent);
    },
    async reset({ token, password }, origin) {
      assertPasswordsHere();
      const tokenHash = digest(token);
      const ownerId = await store.findReset(tokenHash, 'reset', clock.now());
      if (!ownerId || !(await users.findUser(ownerId))?.active) throw new AppError(identityErrors.resetLinkInvalid);
      await assertPasswordAcceptable(password);
      const userId = await store.useReset(tokenHash, 'reset', await hasher.hash(password), clock.now());
      if (!userId) throw new AppError(identityErrors.resetLinkInvalid);
      await platform.mailer.forget(linksOf(userId));
      await sessions.endAllOf(userId);
      const user = await users.findUser(userId);
      await platform.audit(
        { ...origin, userId, organizationId: user?.organizationId },
        { action: 'identity.password-reset', target: user?.email },
      );
    },
  };
}

/** assertPasswordAcceptable rejects with IDENTITY_PASSWORD_TOO_SHORT, …_TOO_LONG or …_TOO_COMMON. */
export async function assertPasswordAcceptable(password: string): Promise<void> {
  const problem = findPasswordProblem(password, await loadFrequentPasswords());
  if (!problem) return;
  const { message } = identityErrors[problem];
  throw new AppError(identityErrors[problem], { details: [{ path: 'password', message }] });
}
