import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { AccountPort, UserManagement } from '../../../user-management/index.ts';
import type { IdentityConfig } from '../../config.ts';
import { accountRule } from '../../domain/lock-out.ts';
import { identityErrors } from '../../errors.ts';
import type { PasswordStore } from '../../store/password.store.ts';
import { externalInvitationMail } from '../mails/mails.ts';
import type { Sessions } from '../sessions.ts';
import { type AssertPasswordsHere, issuerHost } from '../sign-in/external-issuer.ts';
import type { Guard } from '../sign-in/guard.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { assertPasswordAcceptable } from './passwords.ts';

/** createAccounts provides user-management with everything that needs passwords and sessions. */
export function createAccounts(options: {
  platform: Platform;
  config: IdentityConfig;
  users: UserManagement;
  passwords: PasswordStore;
  links: MailedLinks;
  hasher: PasswordHasher;
  guard: Guard;
  sessions: Sessions;
  assertPasswordsHere: AssertPasswordsHere;
}): AccountPort {
  const { platform, users, passwords, links, hasher, guard, sessions, assertPasswordsHere } = options;
  const { mailer } = platform;
  const issuer = issuerHost(options.config);
  return {
    async invite(userId, invitedBy) {
      const user = await users.findUser(userId);
      if (!user) return;
      if (issuer) {
        const text = externalInvitationMail(user, `${platform.config.publicUrl}/login`, {
          invitedBy: invitedBy.name,
          issuer,
        });
        await mailer.send({ to: user.email, organizationId: user.organizationId, ...text });
      } else if (!(await links.send(user, 'activation', invitedBy))) throw new AppError(identityErrors.tooManyMails);
    },
    async createInvitationLink(userId) {
      if (issuer) return { url: `${platform.config.publicUrl}/login`, expiresAt: null };
      const link = await links.create(userId, 'activation');
      if (!link) throw new AppError(identityErrors.tooManyMails);
      return link;
    },
    async changePassword(userId, { current, next }, session) {
      assertPasswordsHere();
      const isRight = async () => hasher.verify(current, await passwords.find(userId));
      if (!(await guard(`change-password:${userId}`, accountRule, () => hasher.inTurn(isRight))))
        throw new AppError(identityErrors.invalidCurrentPassword);
      await assertPasswordAcceptable(next);
      await passwords.set(userId, await hasher.hash(next), platform.clock.now());
      await sessions.endOthersOf(userId, session.sessionId);
      await platform.audit({ ...session, userId }, { action: 'identity.password-changed', target: userId });
    },
    endSessions: sessions.endAllOf,
  };
}
