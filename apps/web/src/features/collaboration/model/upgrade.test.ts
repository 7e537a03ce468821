import type { Role } from '@touchstone/contracts';
import type { Project } from '@touchstone/contracts/workspaces';
import { expect, test } from 'vitest';
import { upgradeOf } from './upgrade.ts';

type Kind = Pick<Project, 'workspaceType' | 'workspacePlan' | 'role'>;
const workspace = (workspaceType: Kind['workspaceType'], workspacePlan: Kind['workspacePlan'], role: Kind['role']) => ({
  workspaceType,
  workspacePlan,
  role,
});

test.each<[Kind, { plan: string; role: Role }, string | undefined, boolean | undefined]>([
  [workspace('PRIVATE', 'FREE', 'OWNER'), { plan: 'FREE', role: 'ROLE_ADMIN' }, 'Upgrade to PRO', true],
  [workspace('PRIVATE', 'FREE', 'OWNER'), { plan: 'FREE', role: 'ROLE_USER' }, 'Upgrade to PRO', false],
  [workspace('SHARED', 'FREE', 'OWNER'), { plan: 'FREE', role: 'ROLE_ADMIN' }, 'Upgrade Workspace', true],
  [workspace('SHARED', 'PRO', 'OWNER'), { plan: 'EXPIRED', role: 'ROLE_ADMIN' }, 'Upgrade Workspace', true],
  [workspace('SHARED', 'FREE', 'EDITOR'), { plan: 'PRO', role: 'ROLE_USER' }, 'Upgrade Workspace', false],
  [workspace('PRIVATE', 'FREE', 'OWNER'), { plan: 'ENTERPRISE', role: 'ROLE_USER' }, 'Upgrade Workspace', true],
  [workspace('SHARED', 'PRO', 'OWNER'), { plan: 'PRO', role: 'ROLE_ADMIN' }, undefined, undefined],
])('%o for %o needs %s [api-workspaces-4]', (project, account, label, isAllowed) => {
  expect(upgradeOf(project, account)?.label).toBe(label);
  expect(upgradeOf(project, account)?.isAllowed).toBe(isAllowed);
});
