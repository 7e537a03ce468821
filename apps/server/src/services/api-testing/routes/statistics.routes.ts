import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { FindThings } from '../app/suites/find-things.ts';
import type { Statistics } from '../app/suites/statistics.ts';

const calls = apiTestingRoutes;

export function addStatisticsRoutes(
  registrar: Registrar,
  { statistics, findThings }: { statistics: Statistics; findThings: FindThings },
): void {
  registrar.add(calls.findThings, async ({ caller, query }) => ({ content: await findThings(caller, query) }));
  registrar.add(calls.getProjectDetails, ({ caller, body }) => statistics.details(caller, body.projectId));
  registrar.add(calls.getEverydayStatistics, ({ caller, query }) => statistics.everyday(caller, query));
  registrar.add(calls.getScriptsAndExecutionCount, ({ caller, query }) =>
    statistics.scriptsAndExecutions(caller, query),
  );
  registrar.add(calls.getExecutionPercentage, ({ caller, query }) => statistics.percentage(caller, query));
  registrar.add(calls.getMostFailedApis, ({ caller, query }) => statistics.mostFailed(caller, query));
  registrar.add(calls.getDashboardMetrics, ({ caller, query }) => statistics.dashboard(caller, query));
}
