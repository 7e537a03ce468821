import type { CollaborationStatus } from '@touchstone/contracts/collaboration';

/** How long an invitation can be answered. */
export const invitationLifeMs = 7 * 86_400_000;

/** The minimum time between mailed links, so that no one's mailbox can be flooded. */
const mailPauseMs = 60_000;

/** secondsUntilMail returns the seconds until the next link of an invitation may be mailed; 0: now. */
export const secondsUntilMail = ({ expiresAt }: { expiresAt: Date }, now: Date): number => {
  const madeAtMs = expiresAt.getTime() - invitationLifeMs;
  return Math.max(0, Math.ceil((madeAtMs + mailPauseMs - now.getTime()) / 1000));
};

/** Maximum people of a workspace, including invitations; lists of people aren't paged. */
export const maxPeople = 200;

/** The stored status of an invitation. */
export type StoredStatus = Exclude<CollaborationStatus, 'EXPIRED'>;

/** statusAt returns the status of an invitation at an instant. */
export const statusAt = (
  { status, expiresAt }: { status: StoredStatus; expiresAt: Date },
  now: Date,
): CollaborationStatus => (status === 'PENDING' && expiresAt <= now ? 'EXPIRED' : status);

/**
 * collaboratorCount returns how many places of the limit are taken: all members but one owner, and open invitations.
 */
export const collaboratorCount = ({ members, invited }: { members: number; invited: number }): number =>
  Math.max(0, members - 1) + invited;
