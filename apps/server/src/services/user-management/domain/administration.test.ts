import type { Role } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { mayChangeUser } from './administration.ts';

test.each<[Role, Role, boolean]>([
  ['ROLE_ADMIN', 'ROLE_USER', true],
  ['ROLE_ADMIN', 'ROLE_ADMIN', true],
  ['ROLE_ADMIN', 'ROLE_SUPERADMIN', false],
  ['ROLE_ADMIN', 'ROLE_SYSTEM', false],
  ['ROLE_SUPERUSER', 'ROLE_ADMIN', true],
  ['ROLE_SUPERUSER', 'ROLE_SUPERADMIN', false],
  ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER', true],
  ['ROLE_USER', 'ROLE_GUEST', false],
  ['ROLE_GUEST', 'ROLE_GUEST', false],
])('%s may change %s: %s', (by, of, expected) => {
  expect(mayChangeUser(by, of)).toBe(expected);
});
