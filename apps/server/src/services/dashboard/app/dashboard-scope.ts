import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import type { Runs } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { dayRange } from '../domain/range.ts';
import { sum } from '../domain/totals.ts';

/** TestedService is a service of the product whose workspaces, tests and runs the dashboards count. */
export interface TestedService {
  serviceName: string;
  /** Kinds of its runs. */
  kinds: readonly string[];
  /** Workspaces the caller sees, optionally of one team. */
  listWorkspaces(caller: Caller, teamId?: string): Promise<{ projectId: string; projectName: string }[]>;
  countTests(projectIds: readonly string[]): Promise<{ suites: number; scripts: number }>;
  /** Sprints of the workspaces that overlap a range of days; absent if the service has no sprints. */
  countSprints?(projectIds: readonly string[], range: { from: string; to: string }): Promise<number>;
}

/** Slot for services with tests, declaring what is counted. */
export const testedServices = defineSlot<TestedService>('services of tests');

/** First and last day. */
export interface Range {
  startDate?: string | undefined;
  endDate?: string | undefined;
}
/** Limits the workspaces to one team, if given. */
export interface OfTeam {
  teamUuid?: string | undefined;
}

/** DashboardNeeds is what dashboards read from. */
export interface DashboardNeeds {
  platform: Platform;
  runs: Runs;
  users: UserManagement;
  services: readonly TestedService[];
}

/** createDashboardScope determines which workspaces and runs count for a caller. */
export function createDashboardScope({ platform, runs, users, services }: DashboardNeeds) {
  const { clock } = platform;

  /** The services that count: all of them, or the named one. */
  const servicesOf = (serviceName: string | undefined) =>
    serviceName === undefined ? services : services.filter((service) => service.serviceName === serviceName);
  const visible = async (caller: Caller, service: TestedService, { teamUuid }: OfTeam) => {
    if (teamUuid && !(await users.teamExists(caller.organizationId, teamUuid)))
      throw new AppError(platformErrors.otherTeam);
    return service.listWorkspaces(caller, teamUuid);
  };
  const scopeOf = async (caller: Caller, ofTeam: OfTeam, serviceName?: string) => {
    const counted = servicesOf(serviceName);
    const lists = await Promise.all(counted.map((service) => visible(caller, service, ofTeam)));
    return {
      organizationId: caller.organizationId,
      kinds: counted.flatMap(({ kinds }) => kinds),
      projectIds: lists.flat().map(({ projectId }) => projectId),
    };
  };
  const rangeScope = async (caller: Caller, query: OfTeam & Range) => ({
    ...(await scopeOf(caller, query)),
    ...dayRange(query, clock.now()),
  });
  const serviceOf = (kind: string) => services.find(({ kinds }) => kinds.includes(kind));
  const totals = async (scope: Parameters<typeof runs.metrics.totalsByKind>[0]) =>
    sum(await runs.metrics.totalsByKind(scope));
  return { servicesOf, visible, scopeOf, rangeScope, serviceOf, totals };
}

/** What counts for a caller. */
export type DashboardScope = ReturnType<typeof createDashboardScope>;
