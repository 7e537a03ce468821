import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { flowsService, nodeKinds } from '../flows/index.ts';
import { runKinds, runsService } from '../runs/index.ts';
import { shopPath } from '../sample-api/index.ts';
import { scheduleTargets } from '../scheduler/index.ts';
import { testRepositoryService } from '../test-repository/index.ts';
import { workspacesService } from '../workspaces/index.ts';
import { createSampleScripts } from './app/create-sample-scripts.ts';
import { createOneTimeCodes } from './app/one-time-codes.ts';
import { createPlanScripts } from './app/plan-scripts.ts';
import { createTestRuns } from './app/test-runs.ts';
import type { WebTestingSettings } from './config.ts';
import { createBrowsers } from './jobs/browsers.ts';
import { createFlowKinds } from './jobs/flow-kinds.ts';
import { createScheduleTarget } from './jobs/schedule-target.ts';
import { createWebScriptKind, webScriptKind } from './jobs/web-script-kind.ts';
import { addExecutionRoutes } from './routes/execution.routes.ts';

export const needs = {
  flows: flowsService,
  runs: runsService,
  testRepository: testRepositoryService,
  workspaces: workspacesService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** createWebTesting puts the service together. */
export function createWebTesting(
  platform: Platform,
  { runs, testRepository, workspaces: { variables } }: Doors,
  settings: WebTestingSettings,
): ServiceParts<undefined> {
  const repository = testRepository.of({ service: 'web-testing', surface: 'web', calls: webTestingRoutes });
  const browsers = createBrowsers({
    platform,
    slots: settings.BROWSER_SLOTS,
    readFile: repository.readFile,
  });
  const plan = createPlanScripts({ repository, variables });
  const codes = createOneTimeCodes({ platform, runs, kind: webScriptKind });
  const kind = createWebScriptKind({ platform, repository, browsers, plan, codes });
  return {
    door: undefined,
    adds: [
      add(runKinds, kind),
      add(scheduleTargets, createScheduleTarget({ runs, repository })),
      add(nodeKinds, ...createFlowKinds({ platform, repository, variables, runs, plan })),
    ],
    stop: () => browsers.close(),
    routes(registrar) {
      repository.addRoutes(registrar);
      const samples = createSampleScripts({ repository, shopUrl: platform.config.publicUrl + shopPath });
      registrar.add(webTestingRoutes.createSampleScripts, ({ caller, body }) => samples(caller, body.projectUUID));
      addExecutionRoutes(registrar, {
        repository,
        runs,
        testRuns: createTestRuns({ platform, runs, kind }),
        browsers,
        codes,
      });
    },
  };
}
