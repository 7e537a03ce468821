import { administrators, type Role } from '@touchstone/contracts';

/** Who has My Account; a user sees only the own licences there. */
export const myAccountRoles: readonly Role[] = [...administrators, 'ROLE_USER'];

/** Who has a profile. */
export const profileRoles: readonly Role[] = [...myAccountRoles, 'ROLE_GUEST'];
