import { identityRoutes } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Passwords } from '../app/accounts/passwords.ts';
import { toAccount } from '../app/issuer/claims.ts';
import type { Issuer } from '../app/issuer/issuer.ts';
import type { MailLog, Outbox } from '../app/mails/outbox.ts';
import type { Sessions } from '../app/sessions.ts';
import type { BotCheck } from '../app/sign-in/bot-check.ts';
import type { Broker } from '../app/sign-in/broker.ts';
import type { Interactions } from '../app/sign-in/interaction.ts';
import { forgetSession, forgetSignIn, openSignIn } from './cookies.ts';
import { bindTokenRoute } from './token.routes.ts';

export interface IdentityParts {
  platform: Platform;
  users: UserManagement;
  getIssuer: () => Promise<Issuer>;
  botCheck: BotCheck;
  interactions: Interactions;
  sessions: Sessions;
  passwords: Passwords;
  broker: Broker;
  outbox: Outbox;
  mailLog: MailLog;
  findProvider: (userId: string) => Promise<string | null>;
  /** Where the browser is sent to sign out of the external issuer too. */
  signOutUrl: (sessionId: string) => Promise<string | undefined>;
}

export function bindIdentityRoutes(registrar: Registrar, parts: IdentityParts): void {
  const { platform, users, getIssuer, botCheck, interactions, sessions, passwords, broker, findProvider } = parts;
  const { outbox, mailLog, signOutUrl } = parts;
  bindTokenRoute(registrar, { publicUrl: platform.config.publicUrl, getIssuer });

  registrar.add(identityRoutes.login, async ({ body, request, reply }) => {
    const { interaction, login, password, botCheck: solution } = body;
    const status = await interactions.login(openSignIn(request, interaction), { login, password, botCheck: solution });
    if (status.status === 'complete') forgetSignIn(reply, interaction);
    return status;
  });

  registrar.add(identityRoutes.logout, async ({ caller, reply }) => {
    const redirectTo = await signOutUrl(caller.sessionId);
    await sessions.end(caller.sessionId, caller.userId);
    await platform.audit(caller, { action: 'identity.signed-out', target: caller.email });
    forgetSession(reply);
    return { message: 'You are signed out.', ...(redirectTo && { redirectTo }) };
  });

  registrar.add(identityRoutes.listIdentityProviders, async () => broker.providers);

  registrar.add(identityRoutes.getBotChallenge, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { ...(await botCheck.createChallenge()) };
  });

  registrar.add(identityRoutes.validateRecaptcha, async ({ body }) => {
    await botCheck.assertSolved(body.recaptcha);
    return { message: 'The bot check is solved.' };
  });

  registrar.add(identityRoutes.getAccount, async ({ caller }) => {
    const user = await users.findUser(caller.userId);
    if (!user) throw new AppError(platformErrors.unauthenticated);
    return toAccount(user, await findProvider(user.userId));
  });

  registrar.add(identityRoutes.listKeptMails, async ({ caller, reply }) => {
    reply.header('cache-control', 'no-store');
    return outbox(caller);
  });

  registrar.add(identityRoutes.listMails, ({ caller, query }) => mailLog.list(caller, query));
  registrar.add(identityRoutes.retryMails, async ({ caller, body }) => {
    if ('status' in body) {
      const count = await mailLog.retryAll(caller, body.status);
      await platform.audit(caller, { action: 'identity.mails-retried', target: `${count} ${body.status}` });
      return { message: `Sending ${count} ${count === 1 ? 'mail' : 'mails'} again.` };
    }
    const { mailIds } = body;
    await mailLog.retry(caller, mailIds);
    await platform.audit(caller, { action: 'identity.mails-retried', target: mailIds.join(' ') });
    return { message: `Sending ${mailIds.length} ${mailIds.length === 1 ? 'mail' : 'mails'} again.` };
  });

  registrar.add(identityRoutes.forgotPassword, async ({ body, request }) => {
    await passwords.mailReset(body.login, { address: request.ip, requestId: request.id });
    return { message: 'If there is an account with this e-mail address, a mail with a link is on its way.' };
  });

  registrar.add(identityRoutes.resetPassword, async ({ body, request }) => {
    await passwords.reset(body, { address: request.ip, requestId: request.id });
    return { message: 'The new password is set. Sign in with it.' };
  });
}
