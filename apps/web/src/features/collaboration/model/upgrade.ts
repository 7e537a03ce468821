import type { Role } from '@touchstone/contracts';
import type { Project } from '@touchstone/contracts/workspaces';

/**
 * Upgrade is an upgrade that lifts a plan restriction; `by` says who can perform it: the organization's administrator,
 * or an owner of the workspace.
 */
export interface Upgrade {
  label: 'Upgrade to PRO' | 'Upgrade Workspace';
  by: 'administrator' | 'owner';
  /** Whether the user may perform it now. */
  isAllowed: boolean;
}

/**
 * upgradeOf returns the upgrade that a workspace needs before a PRO feature: the organization's on the free plan, then
 * the workspace's own. Undefined if none is needed.
 */
export function upgradeOf(
  { workspaceType, workspacePlan, role: own }: Pick<Project, 'workspaceType' | 'workspacePlan' | 'role'>,
  { plan, role }: { plan: string; role: Role },
): Upgrade | undefined {
  const isPaid = plan === 'PRO' || plan === 'ENTERPRISE';
  if (isPaid)
    return workspacePlan === 'FREE'
      ? { label: 'Upgrade Workspace', by: 'owner', isAllowed: own === 'OWNER' }
      : undefined;
  return {
    label: workspaceType === 'PRIVATE' ? 'Upgrade to PRO' : 'Upgrade Workspace',
    by: 'administrator',
    isAllowed: role === 'ROLE_ADMIN' || role === 'ROLE_SUPERADMIN',
  };
}
