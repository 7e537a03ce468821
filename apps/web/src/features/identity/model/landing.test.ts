import type { Account } from '@touchstone/contracts/identity';
import { expect, test } from 'vitest';
import { landingPath } from './landing.ts';
import { dialogText } from './session-dialog.ts';

type Role = Account['role'];
const cases: [
  Role,
  { firstLogin?: boolean; publicCloud?: boolean; pendingInvites?: boolean; saved?: string },
  string,
][] = [
  ['ROLE_USER', {}, '/dashboard'],
  ['ROLE_USER', { firstLogin: true }, '/dashboard'],
  ['ROLE_USER', { saved: '/profile' }, '/profile'],
  ['ROLE_GUEST', { saved: '/help' }, '/help'],
  ['ROLE_ADMIN', { publicCloud: true }, '/api-testing/workspace'],
  ['ROLE_ADMIN', { publicCloud: true, saved: '/profile' }, '/profile'],
  ['ROLE_ADMIN', { publicCloud: true, firstLogin: true, saved: '/profile' }, '/api-onboarding/welcome'],
  ['ROLE_USER', { publicCloud: true, pendingInvites: true }, '/api-testing/collaboration-invite'],
  ['ROLE_USER', { pendingInvites: true }, '/dashboard'],
  ['ROLE_SUPERADMIN', { publicCloud: true, firstLogin: true, saved: '/profile' }, '/organization-dashboard'],
  ['ROLE_SUPERUSER', { saved: '/profile' }, '/organization-dashboard'],
];
test.each(cases)('%s with %j lands at %s [sign-in-2]', (role, situation, expected) => {
  const { firstLogin = false, publicCloud = false, pendingInvites = false, saved = null } = situation;
  expect(landingPath({ role, firstLogin }, { publicCloud, pendingInvites, saved })).toBe(expected);
});

test.each([
  [300, '5 minutes and 0 seconds'],
  [61, '1 minutes and 1 seconds'],
  [1, '0 minutes and 1 seconds'],
])('with %i s left the countdown says %s [idle-session-1]', (left, text) => {
  expect(dialogText('countdownTime', left).text).toBe(
    `Session will be terminated in ${text}. Do you wish to continue the session?`,
  );
});
