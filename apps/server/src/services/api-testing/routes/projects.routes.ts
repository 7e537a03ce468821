import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Statistics } from '../app/suites/statistics.ts';
import type { FindThings } from '../app/workspaces/find-things.ts';
import type { Workspaces } from '../app/workspaces/workspaces.ts';

const calls = apiTestingRoutes;

interface Needs {
  workspaces: Workspaces;
  statistics: Statistics;
  findThings: FindThings;
}

export function addProjectRoutes(registrar: Registrar, { workspaces, statistics, findThings }: Needs): void {
  registrar.add(calls.findThings, async ({ caller, query }) => ({ content: await findThings(caller, query) }));
  registrar.add(calls.listProjects, ({ caller, query: { page, size, ...filter } }) =>
    workspaces.list(caller, filter, { page, size }),
  );
  registrar.add(calls.createProject, ({ caller, body }) => workspaces.create(caller, body));
  registrar.add(calls.updateProject, ({ caller, body }) => workspaces.update(caller, body));
  registrar.add(calls.deleteProject, async ({ caller, query }) => {
    await workspaces.delete(caller, query.projectId, query.projectName);
    return { message: 'Workspace deleted' };
  });
  registrar.add(calls.getProject, ({ caller, query }) => workspaces.view(caller, query.projectId));
  registrar.add(calls.getProjectDetails, ({ caller, body }) => statistics.details(caller, body.projectId));
  registrar.add(calls.getEverydayStatistics, ({ caller, query }) => statistics.everyday(caller, query));
  registrar.add(calls.getScriptsAndExecutionCount, ({ caller, query }) =>
    statistics.scriptsAndExecutions(caller, query),
  );
  registrar.add(calls.getExecutionPercentage, ({ caller, query }) => statistics.percentage(caller, query));
  registrar.add(calls.getMostFailedApis, ({ caller, query }) => statistics.mostFailed(caller, query));
  registrar.add(calls.getDashboardMetrics, ({ caller, query }) => statistics.dashboard(caller, query));
}
