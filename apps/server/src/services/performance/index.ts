import { runLoad } from '@touchstone/engine-load';
import { defineService } from '../../platform/service.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { runsService } from '../runs/index.ts';
import { subscriptionService } from '../subscription/index.ts';
import { virtualUsersService } from '../virtual-users/index.ts';
import { createFollowPerformance } from './app/follow-performance.ts';
import { createPerformanceReports } from './app/performance-reports.ts';
import { createStartPerformance } from './app/start-performance.ts';
import { performanceErrors } from './errors.ts';
import { performanceKinds } from './jobs/performance-kinds.ts';
import { addSweepJobs } from './jobs/sweep.job.ts';
import { addPerformanceRoutes } from './routes/performance.routes.ts';

export { performanceErrors } from './errors.ts';

const needs = {
  runs: runsService,
  subscriptions: subscriptionService,
  apiTesting: apiTestingService,
  virtualUsers: virtualUsersService,
};

/** performanceService gives performance runs of the scripts of API testing. */
export const performanceService = defineService<undefined, typeof needs>({
  name: 'performance',
  needs,
  errors: performanceErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(
    platform,
    { runs, subscriptions: { limitOf }, apiTesting: { loadSources, workspaces, addRunType }, virtualUsers },
  ) {
    const reports = createPerformanceReports({ platform, runs, workspaces });
    const follow = createFollowPerformance({ platform, runs });
    addSweepJobs({ platform, runs, virtualUsers });
    addRunType('performance', createStartPerformance({ platform, runs, loadSources, virtualUsers, limitOf }));
    runs.register(...performanceKinds({ platform, runs, loadSources, workspaces, virtualUsers, runLoad }));
    return {
      door: undefined,
      routes: (registrar) => addPerformanceRoutes(registrar, { reports, follow, streams: platform.streams }),
    };
  },
});
