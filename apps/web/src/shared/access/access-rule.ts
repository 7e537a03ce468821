import type { Role } from '@touchstone/contracts';
import { isSuperRole } from '../organization/chosen-organization.ts';

/** AccessRule says who sees an element. By default everyone but guests, as long as plan and licence are valid. */
export interface AccessRule {
  /** Unless empty, no other role sees the element. */
  allowedRoles?: readonly Role[];
  deniedRoles?: readonly Role[];
  /** Name of the service in the catalog whose licence the element needs. */
  service?: string;
  /** Shown even after the plan has expired. */
  ignoreExpiry?: boolean;
  /** Shown to guests too. */
  ignoreGuest?: boolean;
}

export interface AccessState {
  role: Role;
  isPlanExpired: boolean;
  /** Names of the services for which the user's licence has expired. */
  expiredServices: ReadonlySet<string>;
}

/** isAllowed returns whether an element is shown. Super roles are exempt from plan and licence, not from role lists. */
export function isAllowed(rule: AccessRule, { role, isPlanExpired, expiredServices }: AccessState): boolean {
  if (rule.deniedRoles?.includes(role)) return false;
  if (rule.allowedRoles?.length && !rule.allowedRoles.includes(role)) return false;
  if (role === 'ROLE_GUEST' && !rule.ignoreGuest) return false;
  if (isSuperRole(role)) return true;
  if (isPlanExpired && !rule.ignoreExpiry) return false;
  return rule.service === undefined || !expiredServices.has(rule.service);
}
