import type { Role } from '@touchstone/contracts';
import { audienceLines } from './calls.ts';
import type { Expectation, Outcome, Subject } from './expectation.ts';

export const plans = ['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED'] as const;
/** The plan is PRO, but the licences have expired, or there is none. */
export const licenceStates = ['LICENCE_ENDED', 'NO_LICENCE'] as const;
/** Situations of the caller's organization. */
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

/** One call: a person in a situation, with ids of their own organization or of another one. */
export interface Case {
  role: Role;
  situation: Situation;
  place: 'own' | 'other';
}

/**
 * Services whose calls need a licence; runs need the one of their kind. The server has its own list; this one is
 * written by hand, so that the two can differ.
 */
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
/** Calls of these services that open no workspace, and reveal nothing about one. */
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

/** Who may make a call, by the rules of the requirements (`P…` in permissions.json). */
interface Audience {
  /** `nobody`: no session is needed. */
  roles: readonly Role[] | 'nobody';
  /** Refused once the plan has expired (P017). */
  needsPlan?: true;
}

/**
 * Who may make which call, maintained by hand from the requirements and never generated from the server's declarations:
 * a declaration changed by mistake then differs from its line. `services/` assigns these audiences to calls.
 */
export const audiences = {
  /** P037, P068: the sign-in. */
  everyone: { roles: 'nobody' },
  /** The use case requires a session or another proof, such as a challenge of the sign-in. */
  withProof: { roles: 'nobody' },
  /** P032: anyone who is signed in. */
  members: { roles },
  /** P002: users without access to the application may still sign out. */
  evenShutOut: { roles },
  /** P007: a profile, and a person's own data; SYSTEM has none. */
  people: { roles: without('ROLE_SYSTEM') },
  /** P007, P018: a user's own keys. */
  peopleButGuests: { roles: without('ROLE_SYSTEM', 'ROLE_GUEST') },
  /** P017, P018: changes. */
  membersWhoChange: { roles: without('ROLE_GUEST'), needsPlan: true },
  /** P021: exports remain possible after the end of the plan, since the data belong to the users. */
  membersWhoTakeAlong: { roles: without('ROLE_GUEST') },
  /** Links and addresses of a whole organization. */
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
  /**
   * P027: suspension, upgrade, trial extension, limits, flags, announcements. P014: a plan hides nothing from super
   * roles.
   */
  superAdministratorsWhoChange: { roles: ['ROLE_SUPERADMIN'], needsPlan: true },
} as const satisfies Record<string, Audience>;

/** The audience of each call, such as `GET /services/runs/api/runs`; the table's test reports a call in two lists. */
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

/** refusalOf returns the error code that a call must return before anything is done; undefined if it is allowed. */
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

/** subjectOf returns the column of the expectations for a member of a team in the caller's own organization. */
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

/** Calls that a plan lacks although the declaration doesn't say so. */
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

/** answerOf returns the expected answer of an allowed call; `place` says whose ids it uses. */
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
  // One execution of each slow call is enough; the other calls show that they are allowed.
  if (expectation.isCostly && !(role === 'ROLE_USER' && situation === 'PRO')) return 'destroys';
  return special ?? expectation[subjectOf(role)];
}
