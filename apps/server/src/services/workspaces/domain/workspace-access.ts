import type { Role } from '@touchstone/contracts';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import { workspaceErrors } from '../errors.ts';

/** Roles that see every workspace of their organization. */
export const organizationRoles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];

export const seesWholeOrganization = (role: Role): boolean => organizationRoles.includes(role);

/**
 * workspaceRole is what a caller is in a workspace: owner for administrators of the organization, else the role given to them by name, else
 * editor for members of its team where it is shared; undefined for everybody else. A guest only views.
 */
export function workspaceRole(
  caller: { role: Role; teamIds: readonly string[] },
  workspace: { teamId: string; workspaceType: 'PRIVATE' | 'SHARED'; memberRole: WorkspaceRole | null },
): WorkspaceRole | undefined {
  const inTeam = workspace.workspaceType === 'SHARED' && caller.teamIds.includes(workspace.teamId);
  if (caller.role === 'ROLE_GUEST') return workspace.memberRole || inTeam ? 'VIEWER' : undefined;
  if (seesWholeOrganization(caller.role)) return 'OWNER';
  if (workspace.memberRole) return workspace.memberRole;
  return inTeam ? 'EDITOR' : undefined;
}

export type Need = 'view' | 'edit' | 'own';

/** assertRole refuses a role that is not enough; without any role the workspace does not exist for the caller. */
export function assertRole(role: WorkspaceRole | undefined, need: Need): asserts role is WorkspaceRole {
  if (!role) throw new AppError(workspaceErrors.projectNotFound);
  if (need === 'edit' && role === 'VIEWER') throw new AppError(workspaceErrors.viewerMayNotEdit);
  if (need === 'own' && role !== 'OWNER') throw new AppError(workspaceErrors.ownerOnly);
}
