import type { Role } from '@touchstone/contracts';

const administrators: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];
/** Roles of the installation's administrators, which an organization's administrator can't manage. */
const installationRoles: readonly Role[] = ['ROLE_SYSTEM', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];

/** canAdminister returns whether a role sees and changes all users and teams of its organization. */
export const canAdminister = (role: Role): boolean => administrators.includes(role);

/** mayChangeUser returns whether a user with role `by` may change an account with role `of`. */
export const mayChangeUser = (by: Role, of: Role): boolean =>
  canAdminister(by) && (by === 'ROLE_SUPERADMIN' || !installationRoles.includes(of));
