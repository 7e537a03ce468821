import type { Clock } from '@touchstone/kernel';
import type { UserManagement, UserRecord } from '../../../user-management/index.ts';
import type { UpstreamPerson } from '../../clients/upstream.client.ts';
import type { IdentityConfig } from '../../config.ts';
import type { UpstreamStore } from '../../store/upstream.store.ts';

/** Why a provider's user isn't admitted. */
export type AdmissionProblem = 'unverified-email' | 'unknown-person';

/**
 * People matches a provider's user to an account: by the link of an earlier sign-in, or by an email address that the
 * provider verified. There is no other way to match an account.
 */
export interface People {
  find(alias: string, person: UpstreamPerson): Promise<UserRecord | AdmissionProblem>;
  /** Creates a user for an unknown person, in the organization of the first administrator. */
  join(person: UpstreamPerson): Promise<UserRecord | undefined>;
  /** Links the person to this user, whose address is thereby verified. */
  link(alias: string, person: UpstreamPerson, user: UserRecord): Promise<void>;
}

export function createPeople(options: {
  config: IdentityConfig;
  clock: Clock;
  users: UserManagement;
  store: UpstreamStore;
}): People {
  const { config, clock, users, store } = options;
  return {
    async find(alias, person) {
      const { subject, email, emailVerified } = person;
      const linked = await store.findUserId(alias, subject);
      const known = linked === undefined ? undefined : await users.findUser(linked);
      if (known) return known;
      if (!email || !emailVerified) return 'unverified-email';
      return (await users.findUserByEmail(email)) ?? 'unknown-person';
    },
    async join({ email, firstName, lastName }) {
      const host = await users.findUserByEmail(config.TOUCHSTONE_ADMIN_EMAIL);
      if (!host || !email) return undefined;
      const { userId } = await users.createUser({
        organizationId: host.organizationId,
        email,
        firstName: firstName || email.split('@')[0] || email,
        lastName,
        role: 'ROLE_USER',
        teamIds: host.teams.slice(0, 1).map(({ teamId }) => teamId),
      });
      return users.findUser(userId);
    },
    async link(alias, { subject }, { userId }) {
      await users.activateUser(userId);
      await store.link({ alias, subject, userId, now: clock.now() });
    },
  };
}
