import { isIP } from 'node:net';
import { type registrationSchema, toPhoneNumber } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { z } from 'zod';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement, UserRecord } from '../../../user-management/index.ts';
import { signUpRule } from '../../domain/lock-out.ts';
import { trialEnd } from '../../domain/trial.ts';
import { identityErrors } from '../../errors.ts';
import type { PasswordStore } from '../../store/password.store.ts';
import type { RegistrationStore } from '../../store/registration.store.ts';
import { digest, linksOf, type MailedLinks } from '../accounts/mailed-links.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { assertPasswordAcceptable } from '../accounts/passwords.ts';
import { knownAccountMail } from '../mails/mails.ts';
import type { BotCheck } from './bot-check.ts';
import type { AssertPasswordsHere } from './external-issuer.ts';
import { atEqualTime, type Limit, type Origin } from './rate-limit.ts';
import type { SsoTicket, SsoTickets } from './sso-tickets.ts';

type Registration = z.infer<typeof registrationSchema>;

/** A proxy may hide the address. */
const unknownAddress = 'Failed to capture IP Address';

/** SignUp creates organizations with their first administrator, and activates accounts by mailed links. */
export interface SignUp {
  /** Throws IDENTITY_RECAPTCHA_…, IDENTITY_SSO_TICKET_INVALID; a known address is no error, its owner gets a mail. */
  register(form: Registration, origin: Origin): Promise<void>;
  resendLink(input: { login: string; recaptcha: string | undefined }, origin: Origin): Promise<void>;
  /** Throws IDENTITY_RESET_LINK_INVALID. */
  findActivation(token: string): Promise<{ login: string; firstName: string; organizationName: string }>;
  /** Throws IDENTITY_RESET_LINK_INVALID or IDENTITY_PASSWORD_…, which leaves the link usable. */
  activate(input: { token: string; password: string }, origin: Origin): Promise<void>;
}

export function createSignUp(options: {
  platform: Platform;
  users: UserManagement;
  registrations: RegistrationStore;
  passwords: PasswordStore;
  links: MailedLinks;
  hasher: PasswordHasher;
  botCheck: BotCheck;
  limit: Limit;
  tickets: SsoTickets;
  assertPasswordsHere: AssertPasswordsHere;
}): SignUp {
  const { platform, users, registrations, passwords, links, hasher, botCheck, limit, tickets, assertPasswordsHere } =
    options;
  const { clock, mailer, config, audit } = platform;

  const create = async (form: Registration, origin: Origin, ticket: SsoTicket | undefined) => {
    const now = clock.now();
    const { firstName, lastName, login: email, organizationName } = form;
    const { userId, organizationId } = await users.createOrganization({
      organizationName,
      plan: 'FREE',
      planExpiresAt: trialEnd(now),
      admin: {
        email,
        firstName,
        lastName,
        role: 'ROLE_ADMIN',
        phoneNumber: toPhoneNumber(form.countryCode, form.contactNumber),
        activated: false,
      },
      teamName: 'Team One',
    });
    await registrations.add({
      userId,
      ipAddress: isIP(origin.address) ? origin.address : unknownAddress,
      isSso: ticket !== undefined,
      termsAcceptedAt: now,
    });
    if (ticket) {
      await tickets.link(ticket, userId);
      await users.activateUser(userId);
    }
    await audit(
      { ...origin, userId, organizationId },
      { action: 'identity.signed-up', target: email, detail: { isSSO: ticket !== undefined } },
    );
    const user = await users.findUser(userId);
    if (user && !ticket) await links.send(user, 'activation');
  };

  /** A deactivated account, or one of a deactivated organization, gets none. */
  const sendActivation = async (user: UserRecord) => {
    if (user.active) await links.send(user, 'activation');
  };

  const registerOrNotify = async (form: Registration, origin: Origin, ticket: SsoTicket | undefined) => {
    const known = await users.findUserByEmail(form.login);
    // A newer sign-up replaces one that was never activated; an invited user keeps the invitation.
    const free = !known || (!known.activated && (await users.discardSignUp(form.login)));
    if (free) await create(form, origin, ticket);
    else if (!known.activated) await sendActivation(known);
    else {
      const { email, organizationId } = known;
      await mailer.send({ to: email, organizationId, ...knownAccountMail(known, `${config.publicUrl}/login`) });
    }
  };

  const findUserOf = async (token: string) => {
    const userId = await passwords.findReset(digest(token), 'activation', clock.now());
    const user = userId ? await users.findUser(userId) : undefined;
    if (!user?.active) throw new AppError(identityErrors.resetLinkInvalid);
    return user;
  };

  return {
    async register(form, origin) {
      await limit(`sign-up:${origin.address}`, signUpRule);
      const ticket = form.isSSO ? await tickets.take(form.ssoTicket, form.login) : undefined;
      if (!ticket) assertPasswordsHere();
      if (!ticket) await botCheck.consume(form.recaptcha);
      await atEqualTime(registerOrNotify(form, origin, ticket));
    },
    async resendLink({ login, recaptcha }, origin) {
      assertPasswordsHere();
      await limit(`sign-up:${origin.address}`, signUpRule);
      await botCheck.consume(recaptcha);
      const send = async () => {
        const user = await users.findUserByEmail(login);
        if (user && !user.activated) await sendActivation(user);
      };
      await atEqualTime(send());
    },
    async findActivation(token) {
      const { email: login, firstName, organizationName } = await findUserOf(token);
      return { login, firstName, organizationName };
    },
    async activate({ token, password }, origin) {
      assertPasswordsHere();
      const { userId, organizationId, email } = await findUserOf(token);
      await assertPasswordAcceptable(password);
      const hash = await hasher.hash(password);
      if (!(await passwords.useReset(digest(token), 'activation', hash, clock.now())))
        throw new AppError(identityErrors.resetLinkInvalid);
      await mailer.forget(linksOf(userId));
      await users.activateUser(userId);
      await audit({ ...origin, userId, organizationId }, { action: 'identity.account-activated', target: email });
    },
  };
}
