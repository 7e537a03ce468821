import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { apiTestingService, responseChecks } from '../api-testing/index.ts';
import { nodeKinds } from '../flows/index.ts';
import { type RunKind, runKinds, runsService } from '../runs/index.ts';
import { schedulerService, scheduleTargets } from '../scheduler/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { databaseUses, environmentDeleted, workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createCompareSides } from './app/compare-sides.ts';
import { createOpenReconciliation } from './app/open-reconciliation.ts';
import { createPlanReconciliation } from './app/plan-reconciliation.ts';
import { createPreviewSides } from './app/preview-sides.ts';
import { createReadResults } from './app/read-results.ts';
import { createReconciliationPaths } from './app/reconciliation-paths.ts';
import { createReconciliations } from './app/reconciliations.ts';
import { reconcileErrors } from './errors.ts';
import { createFlowKind } from './jobs/flow-kind.ts';
import { createReconcileRun } from './jobs/reconcile-run.ts';
import { createResponseCheck } from './jobs/response-check.ts';
import { createScheduleTarget } from './jobs/schedule-target.ts';
import { reconcileLimits } from './limits.ts';
import { addReconcileRoutes } from './routes/reconcile.routes.ts';
import { reconciliationsStore } from './store/reconciliations.store.ts';
import { resultsStore } from './store/results.store.ts';

const needs = {
  apiTesting: apiTestingService,
  runs: runsService,
  scheduler: schedulerService,
  subscriptions: subscriptionService,
  workspaces: workspacesService,
};

/** reconcileService is the service that compares the rows of responses with the rows of databases; see the README. */
export const reconcileService = defineService<undefined, typeof needs>({
  name: 'reconcile',
  needs,
  errors: reconcileErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(
    platform,
    {
      apiTesting: { requestSender },
      runs,
      scheduler: { testsDeleted },
      subscriptions: { limitOf },
      workspaces: { workspaces, environments, variables, databases, askDatabases },
    },
  ) {
    const { sql } = platform.database;
    const access = createOpenReconciliation({ platform, workspaces, limitOf });
    const sides = createCompareSides({ databases, askDatabases });
    const shared = { platform, runs, workspaces, environments, variables, databases, requestSender, access, sides };
    const plan = createPlanReconciliation(shared);
    const open: RunKind['open'] = async (caller, projectId, need) => {
      await workspaces.open(caller, projectId, need);
    };
    return {
      door: undefined,
      adds: [
        add(runKinds, createReconcileRun({ ...shared, open, plan })),
        add(nodeKinds, createFlowKind({ platform, access, plan, paths: createReconciliationPaths(shared) })),
        add(responseChecks, createResponseCheck(shared)),
        add(scheduleTargets, createScheduleTarget(shared)),
        add(planLimits, reconcileLimits),
        add(databaseUses, (databaseId) => reconciliationsStore.namesAsking(sql, databaseId)),
      ],
      on: [
        on(environmentDeleted, ({ projectId, environmentId }) =>
          reconciliationsStore.withoutEnvironment(sql, projectId, environmentId),
        ),
        on(workspaceDeleted, async ({ projectId, deletedBy: { organizationId } }) => {
          await reconciliationsStore.deleteProject(sql, { organizationId, projectId });
          await resultsStore.deleteProject(sql, projectId);
        }),
      ],
      routes: (registrar) =>
        addReconcileRoutes(registrar, {
          reconciliations: createReconciliations({ ...shared, testsDeleted }),
          results: createReadResults(shared),
          previews: createPreviewSides(shared),
          runs,
        }),
    };
  },
});
