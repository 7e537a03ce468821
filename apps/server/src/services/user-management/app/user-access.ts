import type { OrganizationUser } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canAdminister, mayChangeUser } from '../domain/administration.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserRow } from '../store/organization-user.store.ts';
import { teamStore } from '../store/team.store.ts';

/** createUserAccess determines which users a caller sees and may change, and returns them. */
export function createUserAccess({ platform }: { platform: Platform }) {
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
  /** Runs a change after which the organization must still have an administrator. */
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

  return { find, openForChange, present, keepingAnAdministrator, notOneself };
}

/** Access to the users of an organization. */
export type UserAccess = ReturnType<typeof createUserAccess>;

/** toUser maps a user, with their teams. */
export function toUser(
  row: UserRow,
  memberships: { userId: string; teamId: string; teamName: string }[],
): OrganizationUser {
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
