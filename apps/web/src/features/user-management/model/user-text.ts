import type { Role } from '@touchstone/contracts';
import { assignableRoles, invitedRoles, type OrganizationUser } from '@touchstone/contracts/user-management';

const roleNames: Record<Role, string> = {
  ROLE_SYSTEM: 'System',
  ROLE_SUPERADMIN: 'Super administrator',
  ROLE_SUPERUSER: 'Super user',
  ROLE_ADMIN: 'Administrator',
  ROLE_USER: 'User',
  ROLE_GUEST: 'Guest (read only)',
  ROLE_DEVOPS: 'DevOps (no access)',
};

/** roleName returns the display name of a role. */
export const roleName = (role: string): string => roleNames[role as Role] ?? role;

const choice = <R extends Role>(value: R) => ({ value, label: roleName(value) });
/** Roles that an administrator can assign, as choices. */
export const roleChoices = assignableRoles.map(choice);
/** Roles that people can be invited with, as choices. */
export const invitedRoleChoices = invitedRoles.map(choice);

export const isInvited = (role: string): role is (typeof invitedRoles)[number] =>
  invitedRoles.some((invited) => invited === role);

export const isAssignable = (role: string): role is (typeof assignableRoles)[number] =>
  assignableRoles.some((assignable) => assignable === role);

/** stateName says whether a user can sign in. */
export function stateName({ active, activated }: Pick<OrganizationUser, 'active' | 'activated'>): string {
  if (!active) return 'Deactivated';
  return activated ? 'Active' : 'Invited';
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
