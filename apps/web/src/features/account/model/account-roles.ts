import { administrators, type Role } from '@touchstone/contracts';

/** Roles with My Account; plain users only see their own licences there. */
export const myAccountRoles: readonly Role[] = [...administrators, 'ROLE_USER'];

/** Roles with a profile. */
export const profileRoles: readonly Role[] = [...myAccountRoles, 'ROLE_GUEST'];
