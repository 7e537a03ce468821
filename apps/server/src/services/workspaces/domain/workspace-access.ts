import type { Role } from '@touchstone/contracts';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import { workspaceErrors } from '../errors.ts';

/** Roles that see every workspace of their organization. */
export const organizationRoles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];

export const seesWholeOrganization = (role: Role): boolean => organizationRoles.includes(role);

/**
 * workspaceRole returns a caller's role in a workspace: owner for administrators of the organization, otherwise the
 * explicitly assigned role, otherwise editor for members of the team of a shared workspace; undefined for everyone
 * else. Guests are at most viewers.
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

/** assertRole rejects an insufficient role; without any role, the workspace doesn't exist for the caller. */
export function assertRole(role: WorkspaceRole | undefined, need: Need): asserts role is WorkspaceRole {
  if (!role) throw new AppError(workspaceErrors.projectNotFound);
  if (need === 'edit' && role === 'VIEWER') throw new AppError(workspaceErrors.viewerMayNotEdit);
  if (need === 'own' && role !== 'OWNER') throw new AppError(workspaceErrors.ownerOnly);
}
