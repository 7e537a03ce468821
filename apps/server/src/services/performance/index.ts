import { runLoad } from '@touchstone/engine-load';
import type { OpenTopic } from '../../platform/http/topics.ts';
import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { nodeKinds } from '../flows/index.ts';
import { runKinds, runsService } from '../runs/index.ts';
import { scheduleTargets } from '../scheduler/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { virtualUsersService } from '../virtual-users/index.ts';
import { workspacesService } from '../workspaces/index.ts';
import { createFollowPerformance } from './app/follow-performance.ts';
import { createPerformanceReports } from './app/performance-reports.ts';
import { createPlanPerformance } from './app/plan-performance.ts';
import { performanceSettings } from './config.ts';
import { performanceErrors } from './errors.ts';
import { createFlowKind } from './jobs/flow-kind.ts';
import { performanceKinds } from './jobs/performance-kinds.ts';
import { createScheduleTarget } from './jobs/schedule-target.ts';
import { addSweepJobs } from './jobs/sweep.job.ts';
import { performanceLimits } from './limits.ts';
import { addPerformanceRoutes } from './routes/performance.routes.ts';

const needs = {
  runs: runsService,
  subscriptions: subscriptionService,
  workspaces: workspacesService,
  apiTesting: apiTestingService,
  virtualUsers: virtualUsersService,
};

/** performanceService is the service for performance runs of API testing's scripts. */
export const performanceService = defineService<undefined, typeof needs, typeof performanceSettings>({
  name: 'performance',
  needs,
  config: performanceSettings,
  errors: performanceErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(
    platform,
    {
      runs,
      subscriptions: { limitOf },
      workspaces: { workspaces },
      apiTesting: { loadSources, homes, paths, suiteTargets },
      virtualUsers,
    },
    config,
  ) {
    const reports = createPerformanceReports({ platform, runs, workspaces });
    const follow = createFollowPerformance({ platform, runs });
    const openEvents: OpenTopic = async (caller, runId) => {
      const { run } = await reports.open(caller, runId);
      return async function* (after, signal) {
        for await (const { id, event } of follow(run, after, signal))
          yield { ...(id !== undefined && { id }), event: event.type, data: event };
      };
    };
    platform.topics.add('performance', openEvents);
    addSweepJobs({ platform, runs, virtualUsers });
    const plan = createPlanPerformance({
      platform,
      runs,
      loadSources,
      virtualUsers,
      limitOf,
      usersPerRunner: config.LOAD_USERS_PER_RUNNER,
    });
    const { document } = reports;
    const kinds = performanceKinds({ platform, runs, workspaces, virtualUsers, runLoad, document, plan });
    return {
      door: undefined,
      adds: [
        add(runKinds, ...kinds),
        add(nodeKinds, createFlowKind({ platform, homes, paths, plan })),
        add(scheduleTargets, createScheduleTarget({ runs, suites: suiteTargets })),
        add(planLimits, performanceLimits),
      ],
      routes: (registrar) => addPerformanceRoutes(registrar, { reports, openEvents, streams: platform.streams }),
    };
  },
});
