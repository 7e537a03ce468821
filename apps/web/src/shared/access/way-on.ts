import { ApiError, type Role } from '@touchstone/contracts';

export interface WayOn {
  label: string;
  path: string;
}

const renewal: WayOn = { label: 'Go to renewal', path: '/account/subscriptions/renew' };
const licences: WayOn = { label: 'Account Settings', path: '/account/subscriptions/list' };
const byCode: Record<string, { way: WayOn; roles: readonly Role[] }> = {
  PLATFORM_PLAN_EXPIRED: { way: renewal, roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'] },
  SUBSCRIPTION_LICENCE_EXPIRED: { way: renewal, roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'] },
  SUBSCRIPTION_NO_LICENCE: { way: licences, roles: ['ROLE_ADMIN'] },
};

/** isExpiry tells whether a call was refused because the plan or a licence has expired. */
export const isExpiry = (error: unknown): boolean =>
  error instanceof ApiError && ['PLATFORM_PLAN_EXPIRED', 'SUBSCRIPTION_LICENCE_EXPIRED'].includes(error.code);

/** wayOnOf gives the screen where somebody of a role can remove the cause of an error; undefined where there is none. */
export function wayOnOf(error: unknown, role: Role | undefined): WayOn | undefined {
  const known = error instanceof ApiError ? byCode[error.code] : undefined;
  return known && role && known.roles.includes(role) ? known.way : undefined;
}
