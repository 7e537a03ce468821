import { ApiError, type Role } from '@touchstone/contracts';

/** WayOn is a screen where those of some roles can remove the cause of an error. */
export interface WayOn {
  label: string;
  path: string;
  roles: readonly Role[];
}

let byCode: Readonly<Record<string, WayOn>> = {};

/** setWaysOn says which error codes have a way on. */
export const setWaysOn = (ways: Readonly<Record<string, WayOn>>): void => {
  byCode = ways;
};

/** isExpiry tells whether a call was refused because the plan or a licence has expired. */
export const isExpiry = (error: unknown): boolean =>
  error instanceof ApiError && ['PLATFORM_PLAN_EXPIRED', 'SUBSCRIPTION_LICENCE_EXPIRED'].includes(error.code);

/** wayOnOf gives the screen where somebody of a role can remove the cause of an error; undefined where there is none. */
export function wayOnOf(error: unknown, role: Role | undefined): WayOn | undefined {
  const way = error instanceof ApiError ? byCode[error.code] : undefined;
  return way && role && way.roles.includes(role) ? way : undefined;
}
