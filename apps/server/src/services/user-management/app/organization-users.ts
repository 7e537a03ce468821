import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserFilter } from '../store/organization-user.store.ts';
import { type PageOf, teamStore } from '../store/team.store.ts';
import type { UserStore } from '../store/user.store.ts';
import type { AccountPort } from './account-port.ts';
import { createInvitations } from './invitations.ts';
import type { Teams } from './teams.ts';
import { createUserAccess, toUser } from './user-access.ts';
import { createUserChanges } from './user-changes.ts';

/** Users of an organization, from its administrators' view. */
export function createOrganizationUsers(options: {
  platform: Platform;
  users: UserStore;
  teams: Teams;
  accounts: () => AccountPort;
}) {
  const db = options.platform.database.sql;
  const access = createUserAccess(options);
  const { find, present } = access;
  /** A super role that acts for another organization still has its account in the own one. */
  const presentOwn = async ({ userId }: Caller) => {
    const row = await organizationUserStore.findById(db, userId);
    if (!row) throw new AppError(userManagementErrors.userNotFound);
    return toUser(row, await teamStore.teamsOf(db, [row.id]));
  };

  return {
    ...createInvitations(options, access),
    ...createUserChanges(options, access),
    findIds: (organizationId: string, searchTerm: string) =>
      organizationUserStore.findIds(db, organizationId, searchTerm),
    countByState: (organizationId: string) => organizationUserStore.countByState(db, organizationId),
    async pageNames(organizationId: string, searchTerm: string | undefined, page: PageOf) {
      const { rows, totalElements } = await organizationUserStore.page(db, { organizationId, searchTerm }, page);
      const content = rows.map((row) => ({
        userId: row.id,
        login: row.email,
        name: `${row.firstName} ${row.lastName}`.trim(),
        lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
      }));
      return { content, totalElements, ...page };
    },
    async page(caller: Caller, query: PageOf & Omit<UserFilter, 'organizationId'>) {
      const { page, size, ...filter } = query;
      const found = await organizationUserStore.page(
        db,
        { ...filter, organizationId: caller.organizationId },
        { page, size },
      );
      const memberships = await teamStore.teamsOf(
        db,
        found.rows.map((row) => row.id),
      );
      const content = found.rows.map((row) => toUser(row, memberships));
      return { content, totalElements: found.totalElements, page, size };
    },
    get: (caller: Caller, userId: string) => (userId === caller.userId ? presentOwn(caller) : present(caller, userId)),
    async getByLogin(caller: Caller, login: string) {
      if (login.trim().toLowerCase() === caller.email) return presentOwn(caller);
      return present(caller, (await find(caller, { login })).id);
    },
  };
}

export type OrganizationUsers = ReturnType<typeof createOrganizationUsers>;
