import type { RecentTest } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { RecentRun } from '../../runs/index.ts';
import type { DashboardNeeds, DashboardScope, OfTeam } from './dashboard-scope.ts';

interface RecentQuery extends OfTeam {
  state?: 'running' | 'executed' | undefined;
  startDate?: string | undefined;
  size: number;
}

/** createRecentTests returns the latest runs, or one of them. */
export function createRecentTests(
  { runs, services }: DashboardNeeds,
  { servicesOf, visible, serviceOf }: DashboardScope,
) {
  const toTest = (
    run: Omit<RecentRun, 'createdAt'> & { createdAt: Date | string },
    projectName: string,
  ): RecentTest => ({
    projectUuid: run.projectId,
    projectName,
    serviceName: serviceOf(run.kind)?.serviceName ?? '',
    testUuid: run.runId,
    testName: run.name,
    number: run.number,
    status: run.status,
    startedBy: run.createdByName,
    createdAt: new Date(run.createdAt).toISOString(),
    path: runs.linkOf(run) ?? '/dashboard',
  });
  const recent = async (caller: Caller, query: RecentQuery): Promise<RecentTest[]> => {
    const workspaces = (await Promise.all(services.map((service) => visible(caller, service, query)))).flat();
    const names = new Map(workspaces.map((workspace) => [workspace.projectId, workspace.projectName]));
    const scope = {
      organizationId: caller.organizationId,
      kinds: services.flatMap(({ kinds }) => kinds),
      projectIds: [...names.keys()],
      state: query.state,
      ...(query.startDate && { from: query.startDate }),
    };
    const found = await runs.metrics.recent(scope, query.size);
    return found.map((run) => toTest(run, names.get(run.projectId) ?? ''));
  };

  return {
    recent,
    async view(caller: Caller, projectUuid: string, testUuid: string, serviceName?: string): Promise<RecentTest> {
      const shown = servicesOf(serviceName);
      const workspaces = (await Promise.all(shown.map((service) => visible(caller, service, {})))).flat();
      const workspace = workspaces.find(({ projectId }) => projectId === projectUuid);
      const [run] = await runs.listByIds(caller.organizationId, [testUuid]);
      const isShown = run?.projectId === projectUuid && shown.some(({ kinds }) => kinds.includes(run.kind));
      if (!workspace || !isShown) throw new AppError(platformErrors.notFound);
      return toTest(run, workspace.projectName);
    },
  };
}
