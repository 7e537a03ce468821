import type { Role } from '@touchstone/contracts';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { expect, test } from 'vitest';
import { assertRole, type Need, seesWholeOrganization, workspaceRole } from './workspace-access.ts';

test.each<[Role, boolean]>([
  ['ROLE_ADMIN', true],
  ['ROLE_SUPERADMIN', true],
  ['ROLE_SUPERUSER', true],
  ['ROLE_USER', false],
  ['ROLE_GUEST', false],
])('%s sees every workspace of the organization: %s', (role, sees) => {
  expect(seesWholeOrganization(role)).toBe(sees);
});

test.each<[Role, 'in' | 'outside', WorkspaceRole | null, WorkspaceRole | undefined]>([
  ['ROLE_ADMIN', 'outside', null, 'OWNER'],
  ['ROLE_SUPERUSER', 'outside', 'VIEWER', 'OWNER'],
  ['ROLE_USER', 'in', null, 'EDITOR'],
  ['ROLE_USER', 'in', 'VIEWER', 'VIEWER'],
  ['ROLE_USER', 'outside', 'OWNER', 'OWNER'],
  ['ROLE_USER', 'outside', 'EDITOR', 'EDITOR'],
  ['ROLE_USER', 'outside', null, undefined],
  ['ROLE_GUEST', 'in', null, 'VIEWER'],
  ['ROLE_GUEST', 'outside', 'OWNER', 'VIEWER'],
  ['ROLE_GUEST', 'in', 'EDITOR', 'VIEWER'],
  ['ROLE_GUEST', 'outside', null, undefined],
])('%s %s the team, with the role %s, is %s', (role, place, memberRole, expected) => {
  const teamIds = place === 'in' ? ['other', 'team'] : ['other'];
  expect(workspaceRole({ role, teamIds }, { teamId: 'team', workspaceType: 'SHARED', memberRole })).toBe(expected);
});

test.each<[Role, WorkspaceRole | null, WorkspaceRole | undefined]>([
  ['ROLE_ADMIN', null, 'OWNER'],
  ['ROLE_USER', null, undefined],
  ['ROLE_USER', 'OWNER', 'OWNER'],
  ['ROLE_USER', 'EDITOR', 'EDITOR'],
  ['ROLE_USER', 'VIEWER', 'VIEWER'],
  ['ROLE_GUEST', null, undefined],
  ['ROLE_GUEST', 'EDITOR', 'VIEWER'],
])('in a private workspace of the own team %s with the role %s is %s', (role, memberRole, expected) => {
  const workspace = { teamId: 'team', workspaceType: 'PRIVATE' as const, memberRole };
  expect(workspaceRole({ role, teamIds: ['team'] }, workspace)).toBe(expected);
});

const notFound = 'No such workspace';
const viewer = 'You can view this workspace but not change it.';
const ownersOnly = 'Only an owner of this workspace may do this.';

test.each<[WorkspaceRole | undefined, Need, string | undefined]>([
  ['OWNER', 'own', undefined],
  ['OWNER', 'edit', undefined],
  ['OWNER', 'view', undefined],
  ['EDITOR', 'own', ownersOnly],
  ['EDITOR', 'edit', undefined],
  ['EDITOR', 'view', undefined],
  ['VIEWER', 'own', ownersOnly],
  ['VIEWER', 'edit', viewer],
  ['VIEWER', 'view', undefined],
  [undefined, 'own', notFound],
  [undefined, 'edit', notFound],
  [undefined, 'view', notFound],
])('for %s to %s the answer is %s', (role, need, message) => {
  const attempt = () => assertRole(role, need);
  if (message === undefined) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(message);
});
