import { ApiError, type Role } from '@touchstone/contracts';

/** WayOn is a screen where users with some roles can fix the cause of an error. */
export interface WayOn {
  label: string;
  path: string;
  roles: readonly Role[];
}

let byCode: Readonly<Record<string, WayOn>> = {};

/** setWaysOn sets which error codes have a way on. */
export const setWaysOn = (ways: Readonly<Record<string, WayOn>>): void => {
  byCode = ways;
};

/** isExpiry returns whether a call was refused because the plan or a licence has expired. */
export const isExpiry = (error: unknown): boolean =>
  error instanceof ApiError && ['PLATFORM_PLAN_EXPIRED', 'SUBSCRIPTION_LICENCE_EXPIRED'].includes(error.code);

/** wayOnOf returns the screen where a role can fix the cause of an error; undefined if there is none. */
export function wayOnOf(error: unknown, role: Role | undefined): WayOn | undefined {
  const way = error instanceof ApiError ? byCode[error.code] : undefined;
  return way && role && way.roles.includes(role) ? way : undefined;
}
