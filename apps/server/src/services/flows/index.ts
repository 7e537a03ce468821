import type { FlowDocument, FlowSummary } from '@touchstone/contracts/flows';
import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add, defineSlot, take } from '../../platform/slots.ts';
import { type RunViewer, runKinds, runsService } from '../runs/index.ts';
import { schedulerService, scheduleTargets } from '../scheduler/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { type Configurations, createConfigurations } from './app/configurations.ts';
import { createFindMissing } from './app/find-missing.ts';
import { createFlowFiles, type FlowFiles } from './app/flow-files.ts';
import { createFlowParts, type FlowParts } from './app/flow-parts.ts';
import { createFlows } from './app/flows.ts';
import { createHooks } from './app/hooks.ts';
import { createOpenFlow } from './app/open-flow.ts';
import { createPlacedFlows, type PlacedFlows } from './app/placed-flows.ts';
import { createProcessFlows } from './app/process-flows.ts';
import { createReferenceHomes } from './app/reference-homes.ts';
import { createCompareFlowRuns } from './app/runs/compare-flow-runs.ts';
import { createFlowRuns } from './app/runs/flow-runs.ts';
import { createListFlowRuns } from './app/runs/list-flow-runs.ts';
import { createPlanFlowRun } from './app/runs/plan-flow-run.ts';
import { createRerunFlow } from './app/runs/rerun-flow.ts';
import { createRunPages, createRunPaths, type RunPathOf, type WorkflowPage } from './app/runs/run-pages.ts';
import { createSummarizeFlow } from './app/summarize-flow.ts';
import { createKindsFor, createValidateDocument } from './app/validate-document.ts';
import { createWebhooks } from './app/webhooks.ts';
import { parsed } from './app/write-flows.ts';
import { flowSettings } from './config.ts';
import { controlKinds } from './domain/control-kinds.ts';
import type { FlowNodeKind } from './domain/flow-kind.ts';
import { flowErrors } from './errors.ts';
import { createCsvDataKind } from './jobs/csv-data-kind.ts';
import { createFlowKind } from './jobs/flow-kind.ts';
import { createForEachKind } from './jobs/for-each-kind.ts';
import { createHttpKind } from './jobs/http-kind.ts';
import { createJavascriptKind } from './jobs/javascript-kind.ts';
import { messageKinds } from './jobs/message-kinds.ts';
import { createScheduleTarget } from './jobs/schedule-target.ts';
import { createSqlQueryKind } from './jobs/sql-query-kind.ts';
import { createSubWorkflowKind } from './jobs/sub-workflow-kind.ts';
import { createWebhookKind } from './jobs/webhook-kind.ts';
import { addConfigurationRoutes } from './routes/configurations.routes.ts';
import { addFlowRoutes } from './routes/flows.routes.ts';
import { addHookRoutes } from './routes/hooks.routes.ts';
import { addProcessFlowRoutes } from './routes/process-flows.routes.ts';

export type { FlowFiles } from './app/flow-files.ts';
export type { PlacedFlows } from './app/placed-flows.ts';
export { engineKind } from './domain/control-kinds.ts';
export { findHomes } from './domain/find-homes.ts';
export { replaceIds } from './domain/flow-file.ts';
export type { AttemptEnd, ChildRun, FlowAttempt, FlowNodeKind } from './domain/flow-kind.ts';
export { asText, fillIn, ofOutputTypes, textsOf } from './domain/values.ts';

/** Services with tests that workflows can run register kinds of nodes here. */
export const nodeKinds = defineSlot<FlowNodeKind>('kinds of nodes of workflows');

/** MakeFlow creates a workflow under a free name: the given one, or one like it. */
export type MakeFlow = (
  caller: RunViewer,
  input: { projectId: string; name: string },
  document: FlowDocument,
) => Promise<FlowSummary>;

/**
 * Services whose workflows may run things in other workspaces register their name here; the starter of a run must have
 * access there.
 */
export const wideServices = defineSlot<string>('services whose workflows reach other workspaces');

/** Services whose workspaces contain workflows register the pages of their runs here. */
export const workflowPages = defineSlot<WorkflowPage>('pages of workflows');

/** FlowsDoor is for services that have folders of workflows or create workflows. */
export interface FlowsDoor extends FlowParts {
  placedFlows: PlacedFlows;
  files: FlowFiles;
  makeFlow: MakeFlow;
  /** The page path of a workflow or a run of it. */
  pathOf: RunPathOf;
  /** A run configuration of a workspace that the caller may see; throws if it isn't there. */
  openConfiguration: Configurations['ofRun'];
}

const needs = {
  runs: runsService,
  scheduler: schedulerService,
  users: userManagementService,
  workspaces: workspacesService,
};

/** flowsService manages workflows and runs them; see the README. */
export const flowsService = defineService<FlowsDoor, typeof needs, typeof flowSettings>({
  name: 'flows',
  needs,
  config: flowSettings,
  errors: flowErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(
    platform,
    {
      runs,
      scheduler: { testsDeleted },
      users,
      workspaces: { workspaces, environments, databases, variables, certificates, dataFiles, askDatabases },
    },
    { AI_MODEL_URL: url, AI_MODEL: model, AI_MODEL_KEY: key },
  ) {
    const kinds = new Map<string, FlowNodeKind>();
    const register = (kind: FlowNodeKind): void => {
      if (kinds.has(kind.node.kind)) throw new Error(`Two kinds of nodes are named ${kind.node.kind}.`);
      kinds.set(kind.node.kind, kind);
    };
    const openFlow = createOpenFlow({ platform, workspaces });
    const kindsFor = createKindsFor({ platform, kinds });
    const wide = new Set<string>();
    const pages = new Map<string, WorkflowPage>();
    const pathOf = createRunPaths({ workspaces, pages });
    const homes = createReferenceHomes({ workspaces, wide });
    const findMissing = createFindMissing({ kinds, environments, databases, homes });
    const validate = createValidateDocument({ kindsFor, findMissing });
    const configurations = createConfigurations({ platform, workspaces, environments });
    const plan = createPlanFlowRun({ platform, kinds, environments, configurations, openFlow, validate });
    const flows = createFlows({ platform, runs, workspaces, openFlow, testsDeleted });
    const webhooks = createWebhooks({ platform, runs, users });
    const flowRuns = createFlowRuns({ platform, runs, webhooks });
    const workflow = createSubWorkflowKind({ platform, flows, plan });
    const sessions = { platform, variables, certificates };
    for (const kind of [
      ...controlKinds,
      ...messageKinds(platform, createRunPages(platform, pathOf)),
      createHttpKind(sessions),
      createJavascriptKind(sessions),
      createSqlQueryKind({ databases, askDatabases }),
      createCsvDataKind(dataFiles),
      createWebhookKind(webhooks),
      workflow,
      createForEachKind({ platform, plan, workflow: { paths: workflow.paths, existing: workflow.existing } }),
    ])
      register(kind);
    const files = createFlowFiles({ kinds, flows, environments, databases, openFlow, workspaces, homes });
    const processFlows = createProcessFlows({ flows, kinds, workspaces, homes, openFlow, validate });
    return {
      door: {
        placedFlows: createPlacedFlows({ platform, openFlow, workspaces, read: flows, testsDeleted }),
        files,
        makeFlow: (caller, input, document) => flows.makeNamedLike(caller, input, parsed(document)),
        pathOf,
        openConfiguration: configurations.ofRun,
        ...createFlowParts({ testsDeleted }),
      },
      adds: [
        add(runKinds, createFlowKind({ platform, runs, workspaces, kinds, homes, plan })),
        add(scheduleTargets, createScheduleTarget({ platform, runs, pathOf })),
      ],
      takes: [
        take(nodeKinds, register),
        take(wideServices, (service) => void wide.add(service)),
        take(workflowPages, (page) => void pages.set(page.service, page)),
      ],
      on: [
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          flows.deleteProject({ organizationId, projectId }),
        ),
      ],
      routes(registrar) {
        addFlowRoutes(registrar, {
          webhooks,
          flows,
          flowRuns,
          compare: createCompareFlowRuns({ platform, runs, flowRuns }),
          rerun: createRerunFlow({ platform, runs, flowRuns, kinds }),
          files,
          summarize: createSummarizeFlow({
            platform,
            runs,
            kinds,
            openFlow,
            model: url ? { url, model, key } : undefined,
          }),
          streams: platform.streams,
          listFlowRuns: createListFlowRuns({ platform, runs, workspaces }),
          kinds,
          kindsFor,
          homes,
          validate,
          runs,
          workspaces,
        });
        addConfigurationRoutes(registrar, configurations);
        addHookRoutes(registrar, createHooks({ platform, runs, users, configurations, openFlow }));
        addProcessFlowRoutes(registrar, { processFlows, flowRuns });
      },
    };
  },
});
