import type { CollaborationStatus } from '@touchstone/contracts/collaboration';

/** How long an invitation can be answered. */
export const invitationLifeMs = 7 * 86_400_000;

/** A link is mailed at most this often, so that nobody's mailbox is filled by others. */
const mailPauseMs = 60_000;

/** secondsUntilMail tells how long to wait before the next link of an invitation may be mailed; 0: it may be now. */
export const secondsUntilMail = ({ expiresAt }: { expiresAt: Date }, now: Date): number => {
  const madeAtMs = expiresAt.getTime() - invitationLifeMs;
  return Math.max(0, Math.ceil((madeAtMs + mailPauseMs - now.getTime()) / 1000));
};

/** Most people of a workspace, invitations included; lists of people are shown whole. */
export const mostPeople = 200;

/** What is stored of how far an invitation has come. */
export type StoredStatus = Exclude<CollaborationStatus, 'EXPIRED'>;

/** statusAt tells how far an invitation has come at an instant. */
export const statusAt = (
  { status, expiresAt }: { status: StoredStatus; expiresAt: Date },
  now: Date,
): CollaborationStatus => (status === 'PENDING' && expiresAt <= now ? 'EXPIRED' : status);

/** collaboratorCount counts who takes a place of the limit: everyone but one owner, and open invitations. */
export const collaboratorCount = ({ members, invited }: { members: number; invited: number }): number =>
  Math.max(0, members - 1) + invited;
