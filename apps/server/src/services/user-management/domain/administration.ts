import type { Role } from '@touchstone/contracts';

const administrators: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];
/** Roles of those who run the installation; an organization's administrator has no say over them. */
const installationRoles: readonly Role[] = ['ROLE_SYSTEM', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];

/** canAdminister tells whether a role sees and changes all users and teams of its organization. */
export const canAdminister = (role: Role): boolean => administrators.includes(role);

/** mayChangeUser tells whether a user of role `by` may change an account of role `of`. */
export const mayChangeUser = (by: Role, of: Role): boolean =>
  canAdminister(by) && (by === 'ROLE_SUPERADMIN' || !installationRoles.includes(of));
