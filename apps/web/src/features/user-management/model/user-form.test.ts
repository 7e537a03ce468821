import type { OrganizationUser } from '@touchstone/contracts/user-management';
import { expect, test } from 'vitest';
import { changeOf, startValues, type UserForm, userFormSchema } from './user-form.ts';

const user: OrganizationUser = {
  userId: 'u1',
  login: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Lee',
  role: 'ROLE_USER',
  phoneNumber: '+1-2025550123',
  active: true,
  activated: true,
  pocStatus: null,
  teams: [{ teamId: 't1', teamName: 'One' }],
  lastLoginAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const same = startValues(user);
const none = { login: user.login, fields: undefined, role: undefined, teams: undefined };

test.each<[string, Partial<UserForm>, object]>([
  ['nothing', {}, {}],
  [
    'the name',
    { lastName: 'Park' },
    { fields: { userId: 'u1', firstName: 'Ana', lastName: 'Park', phoneNumber: '+1-2025550123' } },
  ],
  ['the role', { role: 'ROLE_ADMIN' }, { role: 'ROLE_ADMIN' }],
  ['a role nobody gives', { role: 'ROLE_SUPERADMIN' }, {}],
  ['the teams', { teams: [] }, { teams: { userId: 'u1', teamIds: [] } }],
  ['one team for another', { teams: [{ value: 't2', label: 'Two' }] }, { teams: { userId: 'u1', teamIds: ['t2'] } }],
])('sends what changed: %s', (_name, change, expected) => {
  expect(changeOf(user, { ...same, ...change })).toEqual({ ...none, ...expected });
});

test.each<[Partial<UserForm>, string]>([
  [{ firstName: '' }, 'Please enter first name'],
  [{ lastName: '1x' }, 'Please enter valid last name'],
  [{ firstName: 'a'.repeat(101) }, 'First name cannot be above 100 characters'],
  [{ login: 'nobody' }, 'Please enter valid email id'],
  [{ phone: { country: 'US', number: '12' } }, 'Please enter valid contact number'],
])('refuses %j', (change, message) => {
  const parsed = userFormSchema.safeParse({ ...same, ...change });
  expect(parsed.error?.issues[0]?.message).toBe(message);
});
