import { defineSlot } from '../../../platform/slots.ts';

/** AccountPort is what user-management asks of whoever keeps passwords and sessions. */
export interface AccountPort {
  /** Mails a link that sets the first password and activates the account. */
  invite(userId: string, invitedBy: { name: string; organizationName: string }): Promise<void>;
  /** Makes a link as `invite` mails it, good for one activation; `expiresAt` null: another issuer keeps the accounts, and it leads to sign-in. */
  createInvitationLink(userId: string): Promise<{ url: string; expiresAt: Date | null }>;
  /** Throws IDENTITY_INVALID_CURRENT_PASSWORD or an error of the password rules; the session given stays, all others end. */
  changePassword(
    userId: string,
    passwords: { current: string; next: string },
    session: { sessionId: string; address: string; requestId: string },
  ): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

/** TeamUse counts what another service keeps under a team, such as its workspaces. */
export interface TeamUse {
  /** In the plural, as the user reads it: "workspaces". */
  noun: string;
  count(organizationId: string, teamId: string): Promise<number>;
}

/** Whoever keeps passwords and sessions adds itself here; without it no user can be invited. */
export const accountPorts = defineSlot<AccountPort>('keepers of accounts');

/** A team is only deleted when nothing is left of what the services count under it. */
export const teamUses = defineSlot<TeamUse>('uses of teams');
