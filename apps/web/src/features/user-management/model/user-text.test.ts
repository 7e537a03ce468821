import { expect, test } from 'vitest';
import {
  fullName,
  invitedRoleChoices,
  isAssignable,
  isInvited,
  roleChoices,
  roleName,
  stateName,
} from './user-text.ts';

test.each([
  [{ active: true, activated: true }, 'Active'],
  [{ active: true, activated: false }, 'Invited'],
  [{ active: false, activated: true }, 'Deactivated'],
  [{ active: false, activated: false }, 'Deactivated'],
])('a user that is %j is "%s"', (user, state) => {
  expect(stateName(user)).toBe(state);
});

test.each([
  ['ROLE_ADMIN', true, true],
  ['ROLE_USER', true, true],
  ['ROLE_GUEST', true, true],
  ['ROLE_DEVOPS', true, false],
  ['ROLE_SUPERADMIN', false, false],
  ['ROLE_SYSTEM', false, false],
  ['', false, false],
])('the role %s can be assigned: %s; invited with: %s', (role, given, invited) => {
  expect([isAssignable(role), isInvited(role)]).toEqual([given, invited]);
  expect(roleChoices.some(({ value }) => value === role)).toBe(given);
  expect(invitedRoleChoices.some(({ value }) => value === role)).toBe(invited);
});

test('a role has a name, and an unknown one is shown as it is', () => {
  expect([roleName('ROLE_ADMIN'), roleName('ROLE_CAPTAIN')]).toEqual(['Administrator', 'ROLE_CAPTAIN']);
});

test.each([
  ['Ana', 'Lee', 'Ana Lee'],
  ['Ana', '', 'Ana'],
  ['', '', ''],
])('%j and %j make the name %j', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name);
});
