import type { OrganizationUser, Role } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canAdminister, mayChangeUser } from '../domain/administration.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserFilter, type UserRow } from '../store/organization-user.store.ts';
import { type PageOf, teamStore } from '../store/team.store.ts';
import type { UserStore } from '../store/user.store.ts';
import type { AccountPort } from './account-port.ts';
import type { Teams } from './teams.ts';

interface Invitation {
  login: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string | undefined;
  role: Role;
  teamIds: string[];
  pocStatus?: UserRow['pocStatus'];
}

/** Users of an organization as its administrators manage them. */
export function createOrganizationUsers(options: {
  platform: Platform;
  users: UserStore;
  teams: Teams;
  accounts: () => AccountPort;
}) {
  const { platform, users, teams, accounts } = options;
  const { database } = platform;
  const db = database.sql;

  const find = async (caller: Caller, by: { userId: string } | { login: string }): Promise<UserRow> => {
    const key = 'userId' in by ? by : { email: by.login };
    const row = await organizationUserStore.find(db, caller.organizationId, key);
    const isVisible = canAdminister(caller.role) || row?.id === caller.userId;
    if (!row || !isVisible) throw new AppError(userManagementErrors.userNotFound);
    return row;
  };
  const openForChange = async (caller: Caller, by: { userId: string } | { login: string }): Promise<UserRow> => {
    const row = await find(caller, by);
    if (!mayChangeUser(caller.role, row.role)) throw new AppError(userManagementErrors.userProtected);
    return row;
  };
  const present = async (caller: Caller, userId: string): Promise<OrganizationUser> => {
    const row = await find(caller, { userId });
    return toUser(row, await teamStore.teamsOf(db, [row.id]));
  };
  /** Runs a change after which somebody must still be able to administer the organization. */
  const keepingAnAdministrator = (caller: Caller, change: (tx: Sql) => Promise<void>) =>
    database.transaction(async (tx) => {
      await organizationUserStore.lockOrganization(tx, caller.organizationId);
      const before = await organizationUserStore.countAdministrators(tx, caller.organizationId);
      await change(tx);
      const after = await organizationUserStore.countAdministrators(tx, caller.organizationId);
      if (before > 0 && after === 0) throw new AppError(userManagementErrors.lastAdministrator);
    });
  const notOneself = (caller: Caller, row: UserRow) => {
    if (row.id === caller.userId) throw new AppError(userManagementErrors.notOneself);
  };

  const invite = async (caller: Caller, input: Invitation): Promise<string> => {
    const teamIds = await teams.assertTeams(caller, input.teamIds);
    const { login: email, firstName, lastName, role, phoneNumber, pocStatus } = input;
    const { userId } = await users.createUser({
      ...{ organizationId: caller.organizationId, email, firstName, lastName, role, teamIds, activated: false },
      ...(phoneNumber && { phoneNumber }),
    });
    if (pocStatus) await organizationUserStore.update(db, userId, { pocStatus });
    await accounts().invite(userId, caller);
    await platform.audit(caller, { action: 'user.invited', target: userId, detail: { login: email, role } });
    return userId;
  };

  return {
    findIds: (organizationId: string, searchTerm: string) =>
      organizationUserStore.findIds(db, organizationId, searchTerm),
    countByState: (organizationId: string) => organizationUserStore.countByState(db, organizationId),
    async pageNames(organizationId: string, searchTerm: string | undefined, page: PageOf) {
      const { rows, totalElements } = await organizationUserStore.page(db, { organizationId, searchTerm }, page);
      const content = rows.map((row) => ({
        ...{ userId: row.id, login: row.email, name: `${row.firstName} ${row.lastName}`.trim() },
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
    get: (caller: Caller, userId: string) => present(caller, userId),
    async getByLogin(caller: Caller, login: string) {
      return present(caller, (await find(caller, { login })).id);
    },
    async create(caller: Caller, input: Invitation) {
      return present(caller, await invite(caller, input));
    },
    /** Invites each address by itself: one that has an account does not keep the others from being invited. */
    async inviteMany(caller: Caller, input: { logins: string[]; role: Role; teamIds: string[] }) {
      await teams.assertTeams(caller, input.teamIds);
      const invited: string[] = [];
      const failed: { login: string; message: string }[] = [];
      for (const login of input.logins) {
        try {
          await invite(caller, { ...nameFrom(login), login, role: input.role, teamIds: input.teamIds });
          invited.push(login);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.push({ login, message: error.message });
        }
      }
      if (!invited.length)
        throw new AppError(userManagementErrors.inviteFailed, {
          details: failed.map(({ login, message }) => ({ path: 'logins', message: `${login}: ${message}` })),
        });
      return { invited, failed };
    },
    async exists(login: string) {
      return { exists: await organizationUserStore.exists(db, login) };
    },
    async resendInvitation(caller: Caller, login: string) {
      const row = await openForChange(caller, { login });
      if (row.activatedAt) throw new AppError(userManagementErrors.alreadyActivated);
      await accounts().invite(row.id, caller);
      return { message: 'Invitation sent.' };
    },
    async update(
      caller: Caller,
      {
        userId,
        ...change
      }: { userId: string; firstName?: string; lastName?: string; phoneNumber?: string | undefined },
    ) {
      await openForChange(caller, { userId });
      await organizationUserStore.update(db, userId, change as Partial<UserRow>);
      await platform.audit(caller, { action: 'user.updated', target: userId });
      return present(caller, userId);
    },
    async updateRole(caller: Caller, login: string, role: UserRow['role']) {
      const row = await openForChange(caller, { login });
      await keepingAnAdministrator(caller, (tx) => organizationUserStore.update(tx, row.id, { role }));
      await platform.audit(caller, {
        action: 'user.role-changed',
        target: row.id,
        detail: { from: row.role, to: role },
      });
      return present(caller, row.id);
    },
    async setActive(caller: Caller, login: string, active: boolean | undefined) {
      const row = await openForChange(caller, { login });
      notOneself(caller, row);
      const wanted = active ?? !row.active;
      await keepingAnAdministrator(caller, (tx) => organizationUserStore.update(tx, row.id, { active: wanted }));
      if (!wanted) await accounts().endSessions(row.id);
      await platform.audit(caller, { action: wanted ? 'user.activated' : 'user.deactivated', target: row.id });
      return present(caller, row.id);
    },
    async delete(caller: Caller, userId: string) {
      const row = await openForChange(caller, { userId });
      notOneself(caller, row);
      await keepingAnAdministrator(caller, (tx) => organizationUserStore.delete(tx, row.id));
      await accounts().endSessions(row.id);
      await platform.audit(caller, { action: 'user.deleted', target: row.id, detail: { login: row.email } });
      return { message: 'User deleted.' };
    },
    async getPilot(caller: Caller, userId: string) {
      const row = await find(caller, { userId });
      if (!row.pocStatus) throw new AppError(userManagementErrors.noPilot);
      return present(caller, userId);
    },
    /** A pilot (proof of concept) that has ended lets its user in no longer. */
    async setPocStatus(caller: Caller, userId: string, pocStatus: NonNullable<UserRow['pocStatus']>) {
      const row = await openForChange(caller, { userId });
      if (!row.pocStatus) throw new AppError(userManagementErrors.noPilot);
      const active = pocStatus === 'ACTIVE';
      await organizationUserStore.update(db, userId, { pocStatus, active });
      if (!active) await accounts().endSessions(userId);
      await platform.audit(caller, { action: 'user.pilot-changed', target: userId, detail: { pocStatus } });
      return present(caller, userId);
    },
  };
}

export type OrganizationUsers = ReturnType<typeof createOrganizationUsers>;

/** A name for somebody of whom only the address is known; it can be corrected in the profile. */
function nameFrom(login: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = (login.split('@')[0] ?? '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return { firstName: first || 'New', lastName: rest.join(' ') || 'User' };
}

function toUser(row: UserRow, memberships: { userId: string; teamId: string; teamName: string }[]): OrganizationUser {
  return {
    userId: row.id,
    login: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    phoneNumber: row.phoneNumber,
    active: row.active,
    activated: row.activatedAt !== null,
    pocStatus: row.pocStatus,
    teams: memberships.filter(({ userId }) => userId === row.id).map(({ teamId, teamName }) => ({ teamId, teamName })),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
