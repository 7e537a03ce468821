import type { Role } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserRow } from '../store/organization-user.store.ts';
import type { UserStore } from '../store/user.store.ts';
import type { AccountPort } from './account-port.ts';
import type { Teams } from './teams.ts';
import type { UserAccess } from './user-access.ts';

interface Invitation {
  login: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string | undefined;
  role: Role;
  teamIds: string[];
  pocStatus?: UserRow['pocStatus'];
}

/** createInvitations adds users to an organization and sends them their invitation. */
export function createInvitations(
  needs: { platform: Platform; users: UserStore; teams: Teams; accounts: () => AccountPort },
  { openForChange, present }: UserAccess,
) {
  const { platform, users, teams, accounts } = needs;
  const db = platform.database.sql;

  const invite = async (caller: Caller, input: Invitation): Promise<string> => {
    const teamIds = await teams.assertTeams(caller, input.teamIds);
    const { login: email, firstName, lastName, role, phoneNumber, pocStatus } = input;
    const { userId } = await users.createUser({
      organizationId: caller.organizationId,
      email,
      firstName,
      lastName,
      role,
      teamIds,
      activated: false,
      ...(phoneNumber && { phoneNumber }),
    });
    if (pocStatus) await organizationUserStore.update(db, userId, { pocStatus });
    await accounts().invite(userId, caller);
    await platform.audit(caller, { action: 'user.invited', target: userId, detail: { login: email, role } });
    return userId;
  };

  return {
    async create(caller: Caller, input: Invitation) {
      return present(caller, await invite(caller, input));
    },
    /** Invites each address separately: one that already has an account doesn't prevent the other invitations. */
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
      await platform.audit(caller, { action: 'user.invitation-resent', target: row.id, detail: { login } });
      return { message: 'Invitation sent.' };
    },
    /** Creates a link that is handed over by other means than mail. It is shown once and stored only as a digest. */
    async createInvitationLink(caller: Caller, login: string) {
      const row = await openForChange(caller, { login });
      if (row.activatedAt) throw new AppError(userManagementErrors.alreadyActivated);
      const { url, expiresAt } = await accounts().createInvitationLink(row.id);
      await platform.audit(caller, { action: 'user.invitation-link-made', target: row.id, detail: { login } });
      return { url, expiresAt: expiresAt?.toISOString() ?? null };
    },
  };
}

/** A name for a person of whom only the address is known; it can be corrected in the profile. */
function nameFrom(login: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = (login.split('@')[0] ?? '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return { firstName: first || 'New', lastName: rest.join(' ') || 'User' };
}
