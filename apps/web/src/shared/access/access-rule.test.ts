import { expect, test } from 'vitest';
import { type AccessRule, type AccessState, isAllowed } from './access-rule.ts';

const service = 'API Testing';
const user: AccessState = { role: 'ROLE_USER', isPlanExpired: false, expiredServices: new Set() };
const late = { isPlanExpired: true };
const unlicensed = { expiredServices: new Set([service]) };

const cases: [string, AccessRule, Partial<AccessState>, boolean][] = [
  ['a user while the plan holds', {}, {}, true],
  ['an expired plan', {}, late, false],
  ['an expired plan that is ignored', { ignoreExpiry: true }, late, true],
  ['a guest', {}, { role: 'ROLE_GUEST' }, false],
  ['a guest who is ignored', { ignoreGuest: true }, { role: 'ROLE_GUEST' }, true],
  ['a guest who is ignored, with an expired plan', { ignoreGuest: true }, { role: 'ROLE_GUEST', ...late }, false],
  ['an expired licence of the service', { service }, unlicensed, false],
  ['an expired licence, which another switch does not lift', { service, ignoreExpiry: true }, unlicensed, false],
  ['an expired licence of another service', { service: 'Web Testing' }, unlicensed, true],
  ['an expired licence where none is asked for', {}, unlicensed, true],
  ['a denied role', { deniedRoles: ['ROLE_USER'] }, {}, false],
  ['a role that is not in the list', { allowedRoles: ['ROLE_ADMIN'] }, {}, false],
  ['a role in the list', { allowedRoles: ['ROLE_ADMIN', 'ROLE_USER'] }, {}, true],
  ['an empty list', { allowedRoles: [] }, {}, true],
  ['a role both allowed and denied', { allowedRoles: ['ROLE_USER'], deniedRoles: ['ROLE_USER'] }, {}, false],
  ['a listed guest, who is a guest still', { allowedRoles: ['ROLE_GUEST'] }, { role: 'ROLE_GUEST' }, false],
];
test.each(cases)('%s [access-control-3]', (_name, rule, state, expected) => {
  expect(isAllowed(rule, { ...user, ...state })).toBe(expected);
});

test.each(['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'] as const)(
  '%s is exempt from plan and licence [access-control-4]',
  (role) => {
    const state = { role, ...late, ...unlicensed };
    expect(isAllowed({ service }, state)).toBe(true);
    expect(isAllowed({ service, deniedRoles: [role] }, state)).toBe(false);
    expect(isAllowed({ allowedRoles: ['ROLE_ADMIN'] }, state)).toBe(false);
  },
);
