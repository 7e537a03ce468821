import { runLoad } from '@touchstone/engine-load';
import type { EventStreams } from '../../platform/http/event-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { ApiTesting } from '../api-testing/index.ts';
import type { RunKind, Runs } from '../runs/index.ts';
import type { LimitOf } from '../subscription/index.ts';
import type { VirtualUsers } from '../virtual-users/index.ts';
import { createFollowPerformance } from './app/follow-performance.ts';
import { createPerformanceReports } from './app/performance-reports.ts';
import { createStartPerformance, type StartPerformance } from './app/start-performance.ts';
import { performanceErrors } from './errors.ts';
import { performanceKinds } from './jobs/performance-kinds.ts';
import { addSweepJobs } from './jobs/sweep.job.ts';
import { addPerformanceRoutes } from './routes/performance.routes.ts';

export { performanceErrors } from './errors.ts';

/** createPerformance gives performance runs of the scripts of API testing. */
export function createPerformance(needs: {
  platform: Platform;
  runs: Runs;
  apiTesting: Pick<ApiTesting, 'loadSources' | 'workspaces'>;
  virtualUsers: VirtualUsers;
  streams: EventStreams;
  limitOf: LimitOf;
}): { service: Service; kinds: RunKind[]; start: StartPerformance } {
  const { platform, runs, virtualUsers, streams, limitOf } = needs;
  const { loadSources, workspaces } = needs.apiTesting;
  const reports = createPerformanceReports({ platform, runs, workspaces });
  const follow = createFollowPerformance({ platform, runs });
  addSweepJobs({ platform, runs, virtualUsers });
  return {
    start: createStartPerformance({ platform, runs, loadSources, virtualUsers, limitOf }),
    kinds: performanceKinds({ platform, runs, loadSources, virtualUsers, runLoad }),
    service: {
      name: 'performance',
      errors: performanceErrors,
      routes: (registrar) => addPerformanceRoutes(registrar, { reports, follow, streams }),
    },
  };
}
