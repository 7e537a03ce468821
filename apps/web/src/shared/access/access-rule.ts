import type { Role } from '@touchstone/contracts';
import { isSuperRole } from '../organization/chosen-organization.ts';

/** AccessRule says who sees an element. Without anything said: everybody but guests, while plan and licence hold. */
export interface AccessRule {
  /** When it is not empty, nobody else sees the element. */
  allowedRoles?: readonly Role[];
  deniedRoles?: readonly Role[];
  /** Name of the service in the catalog whose licence the element needs. */
  service?: string;
  /** The element stays when the plan has expired. */
  ignoreExpiry?: boolean;
  /** Guests see the element too. */
  ignoreGuest?: boolean;
}

export interface AccessState {
  role: Role;
  isPlanExpired: boolean;
  /** Names of the services whose licence of the user has expired. */
  expiredServices: ReadonlySet<string>;
}

/** isAllowed tells whether an element is shown. Super roles are exempt from plan and licence, not from lists of roles. */
export function isAllowed(rule: AccessRule, { role, isPlanExpired, expiredServices }: AccessState): boolean {
  if (rule.deniedRoles?.includes(role)) return false;
  if (rule.allowedRoles?.length && !rule.allowedRoles.includes(role)) return false;
  if (role === 'ROLE_GUEST' && !rule.ignoreGuest) return false;
  if (isSuperRole(role)) return true;
  if (isPlanExpired && !rule.ignoreExpiry) return false;
  return rule.service === undefined || !expiredServices.has(rule.service);
}
