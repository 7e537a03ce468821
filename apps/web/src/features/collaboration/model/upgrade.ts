import type { Role } from '@touchstone/contracts';
import type { Project } from '@touchstone/contracts/workspaces';

/** Upgrade is what removes a restriction of a plan; `by` says who can: the organization's administrator, or an owner of the workspace. */
export interface Upgrade {
  label: 'Upgrade to PRO' | 'Upgrade Workspace';
  by: 'administrator' | 'owner';
  /** Whether the user may do it here and now. */
  isAllowed: boolean;
}

/**
 * upgradeOf tells which upgrade a workspace needs before a PRO feature: the organization's on the free plan, then the workspace's own.
 * Undefined: none.
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
