import type { Access, Role } from '@touchstone/contracts';
import type { Expectation, Outcome, Subject } from './expectation.ts';

export const plans = ['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED'] as const;
/** The plan is PRO, but the licences have ended, or there is none. */
export const licenceStates = ['LICENCE_ENDED', 'NO_LICENCE'] as const;
/** What an organization has when somebody of it calls. */
export const situations = [...plans, ...licenceStates] as const;
export type Situation = (typeof situations)[number];

export const roles = [
  'ROLE_GUEST',
  'ROLE_USER',
  'ROLE_SYSTEM',
  'ROLE_ADMIN',
  'ROLE_SUPERUSER',
  'ROLE_SUPERADMIN',
] as const satisfies readonly Role[];

/** One call: somebody in a situation names things of the own organization or of another one. */
export interface Case {
  role: Role;
  situation: Situation;
  place: 'own' | 'other';
}

/** Services whose calls need a licence. The server has its own list; this one is written by hand, so that they can differ. */
const licensed = ['api-testing', 'api-preview', 'virtual-users'];
export const isLicensed = (service: string): boolean => licensed.includes(service);

const isOverseer = (role: Role) => role === 'ROLE_SUPERUSER' || role === 'ROLE_SUPERADMIN';
const isAdministrator = (role: Role) => role === 'ROLE_ADMIN' || isOverseer(role);

const admits = (access: Access, role: Role): boolean =>
  access.kind === 'public' ||
  ((access.roles?.includes(role) ?? true) &&
    !access.deniedRoles?.includes(role) &&
    !(role === 'ROLE_GUEST' && access.effect === 'write'));

/** refusalOf is the code of the error that a call must answer before anything is done; undefined where it is let in. */
export function refusalOf(
  { service, access }: { service: string; access: Access },
  { role, situation }: Case,
): string | undefined {
  if (access.kind === 'public') return undefined;
  if (!admits(access, role)) return 'PLATFORM_FORBIDDEN';
  if (isOverseer(role)) return undefined;
  const changes = access.effect === 'write' && !access.ignoreExpiry;
  if (situation === 'EXPIRED' && changes) return 'PLATFORM_PLAN_EXPIRED';
  if (situation === 'NO_LICENCE' && isLicensed(service)) return 'SUBSCRIPTION_NO_LICENCE';
  if (situation === 'LICENCE_ENDED' && isLicensed(service) && changes) return 'SUBSCRIPTION_LICENCE_EXPIRED';
  return undefined;
}

/** subjectOf is the column of the table of expectations that speaks of somebody in a team of the own organization. */
const subjectOf = (role: Role): Subject => {
  if (isAdministrator(role)) return 'owner';
  return role === 'ROLE_GUEST' ? 'guest' : 'colleague';
};

/** What a plan does not have although the declaration says nothing of it. */
const beyondPlan: Record<string, { plans: readonly Situation[]; status: number; reason: string }> = {
  'POST /services/api-testing/api/global-create': {
    plans: ['FREE', 'EXPIRED'],
    status: 403,
    reason:
      'Global variables come with PRO (permissions P047); also for super roles, who act within the plan they visit.',
  },
};

/** answerOf is what a call must answer that is let in; `place` says whose things it names. */
export function answerOf(
  route: { key: string; access: Access; status?: number },
  expectation: Expectation,
  { role, situation, place }: Case,
): Outcome {
  const special = expectation.byRole?.[role];
  // Calls that administrators may not make have no column for those who may.
  if (!admits(route.access, 'ROLE_ADMIN')) return special ?? route.status ?? 200;
  if (place === 'other') return expectation.stranger;
  const beyond = beyondPlan[route.key];
  if (beyond?.plans.includes(situation)) return beyond.status;
  // One call of each is enough of what takes long; the others show that they are let in.
  if (expectation.isCostly && !(role === 'ROLE_USER' && situation === 'PRO')) return 'destroys';
  return special ?? expectation[subjectOf(role)];
}
