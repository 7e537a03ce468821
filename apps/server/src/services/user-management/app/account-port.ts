import { defineSlot } from '../../../platform/slots.ts';

/** AccountPort is what user-management needs from the service that stores passwords and sessions. */
export interface AccountPort {
  /** Mails a link that sets the first password and activates the account. */
  invite(userId: string, invitedBy: { name: string; organizationName: string }): Promise<void>;
  /**
   * Creates a link like the one mailed by `invite`, valid for one activation; `expiresAt` null: an external issuer
   * manages the accounts, and it leads to sign-in.
   */
  createInvitationLink(userId: string): Promise<{ url: string; expiresAt: Date | null }>;
  /**
   * Throws IDENTITY_INVALID_CURRENT_PASSWORD or an error of the password rules; all sessions except the given one end.
   */
  changePassword(
    userId: string,
    passwords: { current: string; next: string },
    session: { sessionId: string; address: string; requestId: string },
  ): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

/** TeamUse counts what another service stores under a team, such as its workspaces. */
export interface TeamUse {
  /** Plural, as shown to the user: "workspaces". */
  noun: string;
  count(organizationId: string, teamId: string): Promise<number>;
}

/** Slot for the service that stores passwords and sessions; without it, no user can be invited. */
export const accountPorts = defineSlot<AccountPort>('keepers of accounts');

/** Slot for services that count what they store under a team; it can only be deleted once nothing is left. */
export const teamUses = defineSlot<TeamUse>('uses of teams');
