import type { Caller } from '../../../platform/http/caller.ts';
import { dayRange } from '../domain/range.ts';
import { withPercent } from '../domain/totals.ts';
import type { DashboardNeeds, DashboardScope, OfTeam, Range, TestedService } from './dashboard-scope.ts';

/** createTestNumbers counts workspaces, tests and their runs by service. */
export function createTestNumbers(
  { platform, users, services }: DashboardNeeds,
  { visible, scopeOf, totals }: DashboardScope,
) {
  const { clock } = platform;
  return {
    countUsers: (caller: Caller) => users.countUsers(caller.organizationId),
    async counts(caller: Caller, query: OfTeam) {
      const { projectIds, ...scope } = await scopeOf(caller, query);
      const today = clock.now().toISOString().slice(0, 10);
      const [tests, ofToday, open] = await Promise.all([
        countTests(services, projectIds),
        totals({ ...scope, projectIds, from: today, to: today }),
        totals({ ...scope, projectIds, state: 'running' }),
      ]);
      return { workspaces: projectIds.length, ...tests, runsToday: ofToday.runs, running: open.running };
    },
    async consolidated(caller: Caller, query: OfTeam) {
      return Promise.all(
        services.map(async (service) => {
          const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
          const { organizationId } = caller;
          const [tests, outcome] = await Promise.all([
            service.countTests(projectIds),
            totals({ organizationId, kinds: service.kinds, projectIds }),
          ]);
          const { serviceName } = service;
          return { serviceName, workspaces: projectIds.length, tests: tests.scripts, ...withPercent(outcome) };
        }),
      );
    },
    async sprints(caller: Caller, query: Range) {
      const range = dayRange(query, clock.now());
      const counts = await Promise.all(
        services.map(async (service) => {
          if (!service.countSprints) return 0;
          const projectIds = (await visible(caller, service, {})).map(({ projectId }) => projectId);
          return service.countSprints(projectIds, range);
        }),
      );
      return { count: counts.reduce((total, one) => total + one, 0) };
    },
    async testsBuilt(caller: Caller, query: OfTeam) {
      return byService(services, async (service) => {
        const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
        return (await service.countTests(projectIds)).scripts;
      });
    },
    async testsRan(caller: Caller, query: OfTeam) {
      return byService(services, async (service) => {
        const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
        return (await totals({ organizationId: caller.organizationId, kinds: service.kinds, projectIds })).runs;
      });
    },
  };
}

async function countTests(services: readonly TestedService[], projectIds: readonly string[]) {
  const counts = await Promise.all(services.map((service) => service.countTests(projectIds)));
  return counts.reduce((sofar, { suites, scripts }) => ({
    suites: sofar.suites + suites,
    scripts: sofar.scripts + scripts,
  }));
}

async function byService(services: readonly TestedService[], count: (service: TestedService) => Promise<number>) {
  const rows = await Promise.all(
    services.map(async (service) => ({ serviceName: service.serviceName, count: await count(service) })),
  );
  return { count: rows.reduce((total, row) => total + row.count, 0), byService: rows };
}
