import { randomBytes } from 'node:crypto';
import { AppError, type Clock } from '@touchstone/kernel';
import { identityErrors } from '../../errors.ts';
import type { UpstreamStore } from '../../store/upstream.store.ts';
import { digest } from '../accounts/mailed-links.ts';

const lifeMs = 60 * 60_000;

/** A person vouched for by a provider who has no account yet. */
export interface SsoTicket {
  alias: string;
  subject: string;
  /** Verified by the provider. */
  email: string;
  firstName: string;
  lastName: string;
}

/** SsoTickets carries such a person from the provider to the sign-up form. */
export interface SsoTickets {
  issue(person: SsoTicket): Promise<string>;
  /** Consumes the ticket. Throws IDENTITY_SSO_TICKET_INVALID if it has been used or is for another address. */
  take(token: string | undefined, login: string): Promise<SsoTicket>;
  link(ticket: SsoTicket, userId: string): Promise<void>;
}

export function createSsoTickets(options: { store: UpstreamStore; clock: Clock }): SsoTickets {
  const { store, clock } = options;
  return {
    async issue(person) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(clock.now().getTime() + lifeMs);
      await store.addTicket({ ...person, tokenHash: digest(token), expiresAt });
      return token;
    },
    async take(token, login) {
      const ticket = token && (await store.takeTicket({ tokenHash: digest(token), email: login, now: clock.now() }));
      if (!ticket) throw new AppError(identityErrors.ssoTicketInvalid);
      return ticket;
    },
    link: ({ alias, subject }, userId) => store.link({ alias, subject, userId, now: clock.now() }),
  };
}
