import { hostname, platform as systemName } from 'node:os';
import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { type TestedService, testedServices } from '../dashboard/index.ts';
import { flowsService, nodeKinds } from '../flows/index.ts';
import { runKinds, runnerFacts, runsService } from '../runs/index.ts';
import { shopPath } from '../sample-api/index.ts';
import { scheduleTargets } from '../scheduler/index.ts';
import { type Repository, testRepositoryService } from '../test-repository/index.ts';
import { userManagementService } from '../user-management/index.ts';
import {
  environmentDeleted,
  restorableServices,
  type Workspaces,
  workspaceDeleted,
  workspacesService,
} from '../workspaces/index.ts';
import { createBrowserFarm } from './app/browser-farm.ts';
import { createSampleScripts } from './app/create-sample-scripts.ts';
import { createKeptSessions } from './app/kept-sessions.ts';
import { createAllRecordings } from './app/live/all-recordings.ts';
import { LiveBrowsers } from './app/live/live-browsers.ts';
import { Recordings } from './app/live/recordings.ts';
import { WatchedRuns } from './app/live/watched-runs.ts';
import { createOneTimeCodes } from './app/one-time-codes.ts';
import { createPlanScripts } from './app/plan-scripts.ts';
import { createRunTargets } from './app/run-targets.ts';
import { createTestRuns } from './app/test-runs.ts';
import { createUnitRecordings } from './app/unit-recordings.ts';
import type { WebTestingSettings } from './config.ts';
import { browsersFact, placesFact, type RunnerPlaces } from './domain/runner-nodes.ts';
import { createAskDatabase } from './jobs/ask-database.ts';
import { createBrowsers } from './jobs/browsers.ts';
import { createFlowKinds } from './jobs/flow-kinds.ts';
import { createScheduleTarget } from './jobs/schedule-target.ts';
import { createWebScriptKind, webScriptKind } from './jobs/web-script-kind.ts';
import { addExecutionRoutes } from './routes/execution.routes.ts';
import { addKeptSessionRoutes } from './routes/kept-session.routes.ts';
import { addLiveRoutes } from './routes/live.routes.ts';
import { addTraceRoutes, addTraceViewer } from './routes/trace.routes.ts';
import { keptSessionsStore } from './store/kept-sessions.store.ts';

export const needs = {
  flows: flowsService,
  runs: runsService,
  testRepository: testRepositoryService,
  users: userManagementService,
  workspaces: workspacesService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** What the dashboards count. */
const countedIn = ({ counts, open }: Repository, workspaces: Workspaces): TestedService => ({
  serviceName: 'Web Testing',
  kinds: [webScriptKind],
  listWorkspaces: (caller, teamId) => workspaces.listVisible(caller, teamId, open.service),
  countTests: counts.tests,
  countSprints: counts.sprints,
});

const machine = { host: hostname(), system: systemName() };

/** createWebTesting assembles the service. */
export function createWebTesting(
  platform: Platform,
  { runs, testRepository, users, workspaces: { workspaces, variables, databases, askDatabases } }: Doors,
  settings: WebTestingSettings,
): ServiceParts<undefined> {
  const targets = createRunTargets();
  const repository = testRepository.of({
    service: 'web-testing',
    surface: 'web',
    calls: webTestingRoutes,
    checkTargets: targets.plan,
  });
  const browsers = createBrowsers({
    platform,
    slots: settings.BROWSER_SLOTS,
    remoteUrl: settings.BROWSER_REMOTE_URL,
    recordingSlots: settings.RECORDING_BROWSERS,
    readFile: repository.readFile,
    askDatabase: createAskDatabase({ databases, askDatabases }),
  });
  const plan = createPlanScripts({ repository, variables, targets });
  const keptSessions = createKeptSessions({ platform, runs, workspaces, repository });
  const codes = createOneTimeCodes({ platform, runs, kind: webScriptKind });
  const watchedRuns = new WatchedRuns({ runs, kind: webScriptKind, platform });
  const unitRecordings = createUnitRecordings({ platform, runs, users, kind: webScriptKind });
  const kind = createWebScriptKind({
    platform,
    repository,
    browsers,
    plan,
    keptSessions,
    codes,
    watchedRuns,
    recordings: unitRecordings,
  });
  const recordings = new Recordings({
    platform,
    repository,
    variables,
    keptSessions,
    openBrowser: ({ browser, viewport, ...request }) =>
      browsers.openForRecording({ ...request, target: { browser, viewport, device: null } }),
  });
  const allRecordings = createAllRecordings({ platform, recordings, placesHere: () => browsers.recordingPlaces() });
  const liveBrowsers = new LiveBrowsers({ platform, recordings, watchedRuns });
  return {
    door: undefined,
    adds: [
      add(restorableServices, 'web-testing'),
      add(runKinds, kind),
      add(
        runnerFacts,
        { name: browsersFact, read: () => browsers.describe() },
        { name: placesFact, read: async (): Promise<RunnerPlaces> => ({ ...machine, ...browsers.runPlaces() }) },
      ),
      add(testedServices, countedIn(repository, workspaces)),
      add(scheduleTargets, createScheduleTarget({ runs, repository })),
      add(nodeKinds, ...createFlowKinds({ platform, repository, variables, runs, plan })),
    ],
    on: [
      on(environmentDeleted, ({ projectId, environmentId }) =>
        keptSessionsStore.deleteEnvironment(platform.database.sql, projectId, environmentId),
      ),
      on(workspaceDeleted, async ({ projectId }) => {
        await keptSessionsStore.deleteProject(platform.database.sql, projectId);
      }),
    ],
    async http(app) {
      await addTraceViewer(app);
      await repository.addUploads(app);
    },
    async stop() {
      await recordings.closeAll();
      await browsers.close();
    },
    routes(registrar) {
      repository.addRoutes(registrar);
      const samples = createSampleScripts({ repository, shopUrl: platform.config.publicUrl + shopPath });
      registrar.add(webTestingRoutes.createSampleScripts, ({ caller, body }) => samples(caller, body.projectUUID));
      addExecutionRoutes(registrar, {
        repository,
        runs,
        testRuns: createTestRuns({ platform, runs, kind, recordings: unitRecordings }),
        browsers,
        targets,
        codes,
      });
      const farm = createBrowserFarm({ runs, kind: webScriptKind, workspaces, repository, allRecordings });
      registrar.add(webTestingRoutes.getBrowserFarm, ({ caller }) => farm.show(caller));
      addLiveRoutes(registrar, { liveBrowsers, streams: platform.streams });
      addTraceRoutes(registrar, unitRecordings);
      addKeptSessionRoutes(registrar, keptSessions);
    },
  };
}
