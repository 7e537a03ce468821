import type { CollaborationStatus } from '@touchstone/contracts/collaboration';
import { expect, test } from 'vitest';
import { collaboratorCount, invitationLifeMs, type StoredStatus, secondsUntilMail, statusAt } from './invitation.ts';

const now = new Date('2026-11-24T12:00:00Z');
const [earlier, later] = [new Date('2026-11-24T12:00:00Z'), new Date('2026-11-24T12:00:01Z')];

test.each<[StoredStatus, Date, CollaborationStatus]>([
  ['PENDING', later, 'PENDING'],
  ['PENDING', earlier, 'EXPIRED'],
  ['ACCEPTED', earlier, 'ACCEPTED'],
  ['DECLINED', earlier, 'DECLINED'],
  ['REMOVED', later, 'REMOVED'],
])('an invitation stored as %s that ends at %s is %s', (status, expiresAt, expected) => {
  expect(statusAt({ status, expiresAt }, now)).toBe(expected);
});

test.each([
  [0, 60],
  [500, 60],
  [59_001, 1],
  [60_000, 0],
  [invitationLifeMs, 0],
])('%i ms after a link was made, the next may be mailed in %i seconds', (ageMs, seconds) => {
  expect(secondsUntilMail({ expiresAt: new Date(now.getTime() - ageMs + invitationLifeMs) }, now)).toBe(seconds);
});

test.each([
  [0, 0, 0],
  [1, 0, 0],
  [4, 0, 3],
  [1, 3, 3],
  [3, 1, 3],
])('%i people and %i open invitations take %i places', (members, invited, expected) => {
  expect(collaboratorCount({ members, invited })).toBe(expected);
});
