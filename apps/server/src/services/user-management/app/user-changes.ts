import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { photoOwner } from '../domain/photo.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserRow } from '../store/organization-user.store.ts';
import type { AccountPort } from './account-port.ts';
import type { UserAccess } from './user-access.ts';

/** createUserChanges changes, deactivates and deletes users; the organization always keeps an administrator. */
export function createUserChanges(
  { platform, accounts }: { platform: Platform; accounts: () => AccountPort },
  { find, openForChange, present, keepingAnAdministrator, notOneself }: UserAccess,
) {
  const db = platform.database.sql;
  return {
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
      await platform.files.deleteOwned(row.organizationId, photoOwner(row.id));
      await platform.audit(caller, { action: 'user.deleted', target: row.id, detail: { login: row.email } });
      return { message: 'User deleted.' };
    },
    async getPilot(caller: Caller, userId: string) {
      const row = await find(caller, { userId });
      if (!row.pocStatus) throw new AppError(userManagementErrors.noPilot);
      return present(caller, userId);
    },
    /** Once a pilot (proof of concept) has ended, its user can no longer sign in. */
    async setPocStatus(caller: Caller, userId: string, pocStatus: NonNullable<UserRow['pocStatus']>) {
      const row = await openForChange(caller, { userId });
      if (!row.pocStatus) throw new AppError(userManagementErrors.noPilot);
      const active = pocStatus === 'ACTIVE';
      if (!active) notOneself(caller, row);
      await keepingAnAdministrator(caller, (tx) => organizationUserStore.update(tx, row.id, { pocStatus, active }));
      if (!active) await accounts().endSessions(userId);
      await platform.audit(caller, { action: 'user.pilot-changed', target: userId, detail: { pocStatus } });
      return present(caller, userId);
    },
  };
}
