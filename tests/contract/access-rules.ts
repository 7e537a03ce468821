import type { Role } from '@touchstone/contracts';
import { audienceLines } from './calls.ts';
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

/** Services whose calls need a licence; runs need that of their kind. The server has its own list; this one is written by hand, so that they can differ. */
const licensed = [
  'api-testing',
  'api-preview',
  'virtual-users',
  'workflow',
  'orchestration',
  'api-monitoring',
  'service-virtualization',
  'web-testing',
  'runs',
  'scheduler',
  'collaboration',
  'comments',
];
/** Calls of these services that open no workspace, and tell nothing of one. */
const unlicensed = [
  'GET /services/scheduler/api/timezones',
  'GET /services/collaboration/api/collaboration/invites',
  'GET /services/collaboration/api/validate-invitation',
  'PUT /services/collaboration/api/accept-invite',
  'PUT /services/collaboration/api/decline-invite',
  'PUT /services/runs/api/report-link-policy',
];
export const isLicensed = (service: string): boolean => licensed.includes(service);

const isSuperRole = (role: Role) => role === 'ROLE_SUPERUSER' || role === 'ROLE_SUPERADMIN';
const isAdministrator = (role: Role) => role === 'ROLE_ADMIN' || isSuperRole(role);

const without = (...left: Role[]): readonly Role[] => roles.filter((role) => !left.includes(role));
const administratorRoles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERUSER', 'ROLE_SUPERADMIN'];

/** Who makes a call, by the rules of the requirements (`P…` of permissions.json). */
interface Audience {
  /** `nobody` needs no session at all. */
  roles: readonly Role[] | 'nobody';
  /** Refused when the plan has expired (P017). */
  needsPlan?: true;
}

/**
 * Who may make which call, kept by hand from the requirements and never made from what the server declares: a declaration that is changed
 * by mistake differs from its line. The lines of these audiences stand in `services/`.
 */
export const audiences = {
  /** P037, P068: the way in. */
  everyone: { roles: 'nobody' },
  /** The use case asks for a session or for another proof, such as a challenge of the sign-in. */
  withProof: { roles: 'nobody' },
  /** P032: whoever is signed in. */
  members: { roles },
  /** P002: whoever is denied the application may still sign out. */
  evenShutOut: { roles },
  /** P007: a profile, and what belongs to a person; SYSTEM is none. */
  people: { roles: without('ROLE_SYSTEM') },
  /** P007, P018: keys of one's own. */
  peopleButGuests: { roles: without('ROLE_SYSTEM', 'ROLE_GUEST') },
  /** P017, P018: what changes something. */
  membersWhoChange: { roles: without('ROLE_GUEST'), needsPlan: true },
  /** P021: what stays possible after the end of the plan, since the data are the users' own. */
  membersWhoTakeAlong: { roles: without('ROLE_GUEST') },
  /** What holds links and addresses of a whole organization. */
  owners: { roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'] },
  ownersWhoChange: { roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'], needsPlan: true },
  /** P004, P015: teams, users, licences and invoices of an organization. */
  administrators: { roles: administratorRoles },
  administratorsWhoChange: { roles: administratorRoles, needsPlan: true },
  /** P004: My Account works even when the plan has expired. */
  administratorsOfAccounts: { roles: administratorRoles },
  /** P003, P027: the organization dashboard. */
  superRoles: { roles: ['ROLE_SUPERUSER', 'ROLE_SUPERADMIN'] },
  superAdministrators: { roles: ['ROLE_SUPERADMIN'] },
  /** P027: suspension, upgrade, trial extension, limits, flags, announcements. P014: a plan hides nothing from super roles. */
  superAdministratorsWhoChange: { roles: ['ROLE_SUPERADMIN'], needsPlan: true },
} as const satisfies Record<string, Audience>;

/** The audience of each call, such as `GET /services/runs/api/runs`; a call in two lists is named by the test of the table. */
export const audienceOf = new Map<string, Audience>();
export const listedTwice: string[] = [];
for (const [key, name] of audienceLines) {
  if (!Object.hasOwn(audiences, name))
    throw new Error(`${key} has the audience ${name}, which is not one of access-rules.ts.`);
  if (audienceOf.has(key)) listedTwice.push(key);
  audienceOf.set(key, audiences[name as keyof typeof audiences]);
}
export const needsNoSession = (key: string): boolean => audienceOf.get(key)?.roles === 'nobody';

const admits = (key: string, role: Role): boolean => {
  const allowed = audienceOf.get(key)?.roles;
  return allowed === 'nobody' || (allowed?.includes(role) ?? false);
};

/** refusalOf is the code of the error that a call must answer before anything is done; undefined where it is let in. */
export function refusalOf(
  { key, service }: { key: string; service: string },
  { role, situation }: Case,
): string | undefined {
  const audience = audienceOf.get(key);
  if (audience?.roles === 'nobody') return undefined;
  if (!admits(key, role)) return 'PLATFORM_FORBIDDEN';
  if (isSuperRole(role)) return undefined;
  if (situation === 'EXPIRED' && audience?.needsPlan) return 'PLATFORM_PLAN_EXPIRED';
  if (unlicensed.includes(key)) return undefined;
  if (situation === 'NO_LICENCE' && isLicensed(service)) return 'SUBSCRIPTION_NO_LICENCE';
  if (situation === 'LICENCE_ENDED' && isLicensed(service) && audience?.needsPlan)
    return 'SUBSCRIPTION_LICENCE_EXPIRED';
  return undefined;
}

/** subjectOf is the column of the table of expectations that speaks of somebody in a team of the own organization. */
const subjectOf = (role: Role): Subject => {
  if (isAdministrator(role)) return 'owner';
  return role === 'ROLE_GUEST' ? 'guest' : 'colleague';
};

const scheduledTests = {
  plans: ['FREE', 'EXPIRED'] as const,
  status: 403,
  reason: 'Scheduled tests come with PRO (permissions P046); also for super roles.',
};

const reconciliation = {
  plans: ['FREE', 'EXPIRED'] as const,
  status: 403,
  reason: 'API to database reconciliation comes with PRO (permissions P053); also for super roles.',
};

/** What a plan does not have although the declaration says nothing of it. */
const beyondPlan: Record<string, { plans: readonly Situation[]; status: number; reason: string }> = {
  'POST /services/api-testing/api/global-create': {
    plans: ['FREE', 'EXPIRED'],
    status: 403,
    reason:
      'Global variables come with PRO (permissions P047); also for super roles, who act within the plan they visit.',
  },
  'POST /services/scheduler/api/scheduler-jobs': scheduledTests,
  'PUT /services/scheduler/api/scheduler-jobs/{jobId}': scheduledTests,
  'POST /services/scheduler/api/scheduler-jobs/{jobId}/run': scheduledTests,
  'POST /services/api-testing/api/reconciliations': reconciliation,
  'PUT /services/api-testing/api/reconciliations/{reconciliationId}': reconciliation,
  'POST /services/api-testing/api/reconciliations/{reconciliationId}/run': reconciliation,
  'POST /services/api-testing/api/reconciliations-preview/query': reconciliation,
  'POST /services/api-testing/api/reconciliations-preview/response': reconciliation,
  'POST /services/api-testing/api/reconciliations-preview/mapping': reconciliation,
};

/** answerOf is what a call must answer that is let in; `place` says whose things it names. */
export function answerOf(
  route: { key: string; status?: number },
  expectation: Expectation,
  { role, situation, place }: Case,
): Outcome {
  const special = expectation.byRole?.[role];
  // Calls that administrators may not make have no column for those who may.
  if (!admits(route.key, 'ROLE_ADMIN')) return special ?? route.status ?? 200;
  if (place === 'other') return expectation.stranger;
  const beyond = beyondPlan[route.key];
  if (beyond?.plans.includes(situation)) return beyond.status;
  // One call of each is enough of what takes long; the others show that they are let in.
  if (expectation.isCostly && !(role === 'ROLE_USER' && situation === 'PRO')) return 'destroys';
  return special ?? expectation[subjectOf(role)];
}
