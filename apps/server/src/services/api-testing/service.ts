import { sharedWorkPool } from '@touchstone/engine-assert';
import { sharedScriptFigures } from '@touchstone/engine-script';
import { on } from '../../platform/events.ts';
import type { Registrar } from '../../platform/http/registrar.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { type Addition, add, take } from '../../platform/slots.ts';
import { commentSubjects, commentsService } from '../comments/index.ts';
import { testedServices } from '../dashboard/index.ts';
import { featureFlags } from '../feature-flags/index.ts';
import { flowsService, nodeKinds, workflowPages } from '../flows/index.ts';
import { notificationsService } from '../notifications/index.ts';
import { type RunKind, runEnded, runKinds, runsService } from '../runs/index.ts';
import { schedulerService, scheduleTargets } from '../scheduler/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { userActivated, userManagementService } from '../user-management/index.ts';
import {
  databaseUses,
  environmentDeleted,
  testCounters,
  workspaceDeleted,
  workspacesService,
} from '../workspaces/index.ts';
import { commentKinds, createCommentSubjects } from './app/comment-subjects.ts';
import { createCompareRuns } from './app/executions/compare-runs.ts';
import { createExecutionLimit } from './app/executions/execution-limit.ts';
import { createExecutions, type Executions } from './app/executions/executions.ts';
import { createPlanSuites, functionalKind } from './app/executions/plan-suites.ts';
import { createPreviewScript, type PreviewScript } from './app/executions/preview-script.ts';
import { type ResponseCheck, responseChecks } from './app/executions/response-checks.ts';
import { createRequestSender, type RequestSender } from './app/executions/send-request.ts';
import { createStreamStops, type StreamStops } from './app/executions/stream-stops.ts';
import { createExtraction, type Extraction } from './app/extraction.ts';
import { createFailureClusters } from './app/failure-clusters.ts';
import { createFirstSteps, type FirstStepsKeeper } from './app/first-steps/first-steps.ts';
import { createSampleWorkspaces } from './app/first-steps/sample-workspace.ts';
import { createExportSuites } from './app/imports/export-suites.ts';
import { createImportSources } from './app/imports/import-sources.ts';
import { createImports, type Imports } from './app/imports/imports.ts';
import { createLoadSources, type LoadSources } from './app/imports/load-source.ts';
import { createMakeWorkflows } from './app/imports/make-workflows.ts';
import { createPendingImports, type PendingImports } from './app/imports/pending-imports.ts';
import { createReimport } from './app/imports/reimport.ts';
import { createSourceWatches } from './app/imports/source-watches.ts';
import { createWatchChecks } from './app/imports/watch-checks.ts';
import { createInsights } from './app/insights.ts';
import { createOutcomes } from './app/outcomes.ts';
import { createPrerequisites } from './app/prerequisites/prerequisites.ts';
import { createRunResults } from './app/run-results.ts';
import { createClearWorkspace } from './app/suites/clear-workspace.ts';
import { createCollectScripts } from './app/suites/collect-scripts.ts';
import { createDetectVariables } from './app/suites/detect-variables.ts';
import { createFindThings } from './app/suites/find-things.ts';
import { createMoveScripts } from './app/suites/move-scripts.ts';
import { createOpenSuites } from './app/suites/open-suites.ts';
import { createReferenceHomes, type ReferenceHomes } from './app/suites/reference-homes.ts';
import { createScriptPaths, type ScriptPaths } from './app/suites/script-paths.ts';
import { createScriptTargets, type ScriptTargets } from './app/suites/script-targets.ts';
import { createScripts, type Scripts } from './app/suites/scripts.ts';
import { createStatistics } from './app/suites/statistics.ts';
import { createSuiteFolders } from './app/suites/suite-folders.ts';
import { createOwnVariables } from './app/suites/suite-variables.ts';
import { createSuites, type Suites } from './app/suites/suites.ts';
import { createUsedVariables } from './app/suites/used-variables.ts';
import { createTrash } from './app/trash/trash.ts';
import type { FileParts } from './app/workspace-file/file-parts.ts';
import { createWorkspaceFiles } from './app/workspace-file/workspace-files.ts';
import { fetchDocument } from './clients/fetch-document.ts';
import { importFigures } from './clients/read-document.ts';
import { apiTestingFlags } from './flags.ts';
import { createFlowKinds } from './jobs/flow-kinds.ts';
import { createFunctionalRun } from './jobs/functional-run.ts';
import { createPrerequisitesRun } from './jobs/prerequisites-run.ts';
import { addRunResultJobs } from './jobs/run-results.job.ts';
import { createScheduleTarget, createSuiteTargets, type SuiteTargets } from './jobs/schedule-target.ts';
import { addSourceWatchesJob } from './jobs/source-watches.job.ts';
import { addTrashJob } from './jobs/trash.job.ts';
import { apiTestingLimits } from './limits.ts';
import { addDataFileRoutes } from './routes/data-files.routes.ts';
import { addExecutionRoutes } from './routes/executions.routes.ts';
import { addExtractionRoutes } from './routes/extraction.routes.ts';
import { addFirstStepsRoutes } from './routes/first-steps.routes.ts';
import { addImportRoutes } from './routes/imports/imports.routes.ts';
import { addMakeWorkflowRoutes } from './routes/imports/make-workflows.routes.ts';
import { addReimportRoutes } from './routes/imports/reimport.routes.ts';
import { addWorkspaceFileRoutes } from './routes/imports/workspace-files.routes.ts';
import { addInsightRoutes } from './routes/insights.routes.ts';
import { addOutcomeRoutes } from './routes/outcomes.routes.ts';
import { addPrerequisiteRoutes } from './routes/prerequisites.routes.ts';
import { addScriptRoutes } from './routes/scripts.routes.ts';
import { addStatisticsRoutes } from './routes/statistics.routes.ts';
import { addSuiteRoutes } from './routes/suites.routes.ts';
import { addTrashRoutes } from './routes/trash/trash.routes.ts';
import { addVariableRoutes } from './routes/variables.routes.ts';

/** ApiTesting is the service's front door for other services and the first start. */
export interface ApiTesting {
  suites: Suites;
  scripts: Scripts;
  executions: Executions;
  previewScript: PreviewScript;
  /** Stops a forwarded event stream of a preview. */
  stopStream: StreamStops['stop'];
  /** What performance runs execute. */
  loadSources: LoadSources;
  /** Sends saved requests for services that need the full response. */
  requestSender: RequestSender;
  /** Imports documents and requests as scripts. */
  imports: Pick<Imports, 'fromSample' | 'fromRequests' | 'fromUrl' | 'fromFiles'>;
  /** Fetches a document subject to the rules for tested addresses; throws a message for the user. */
  fetchDocument(
    scope: { organizationId: string; projectId: string },
    url: string,
    signal: AbortSignal,
  ): Promise<Buffer>;
  /** A parsed document that is waiting for a selection; the caller has checked the workspace. */
  openImport: PendingImports['open'];
  /** The workspaces of referenced scripts and suites. */
  homes: ReferenceHomes;
  /** Paths of names for scripts and suites. */
  paths: ScriptPaths;
  /** Suites that jobs can run. */
  suiteTargets: SuiteTargets;
  /** Scripts that monitors send. */
  scriptTargets: ScriptTargets;
  /** Evaluates extraction expressions on responses. */
  extraction: Extraction;
}

export const needs = {
  workspaces: workspacesService,
  runs: runsService,
  flows: flowsService,
  subscriptions: subscriptionService,
  notifications: notificationsService,
  scheduler: schedulerService,
  users: userManagementService,
  comments: commentsService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** createApiTesting assembles the service. */
export function createApiTesting(platform: Platform, doors: Doors): ServiceParts<ApiTesting> {
  platform.metrics.watchWork(() => ({
    scripts: sharedScriptFigures(),
    evaluation: sharedWorkPool.figures(),
    imports: importFigures(),
  }));
  const content = createContent(platform, doors);
  addTrashJob(platform.jobs, content.trash);
  const importing = createImporting(platform, doors, content);
  const sampleWorkspaces = createSampleWorkspaces({ platform, ...doors.workspaces, ...content, users: doors.users });
  const firstSteps = createFirstSteps({ platform, ...doors.workspaces, sampleWorkspaces });
  const running = createRunning(platform, doors, { ...content, firstSteps });
  const { suites, scripts } = content;
  const { executions, previewScript, streamStops, loadSources, requestSender, runResults, prerequisites, checks } =
    running;
  const { homes, paths } = content;
  const suiteTargets = createSuiteTargets(platform, doors.workspaces.dataFiles);
  const extraction = createExtraction({ limitMs: platform.config.EXPRESSION_LIMIT_MS });
  return {
    door: {
      suites,
      scripts,
      executions,
      previewScript,
      stopStream: streamStops.stop,
      loadSources,
      requestSender,
      imports: importing.imports,
      openImport: importing.openImport,
      fetchDocument: (scope, url, signal) => fetchDocument(platform, scope, url, signal),
      homes,
      paths,
      suiteTargets,
      extraction,
      scriptTargets: createScriptTargets({ platform, scripts, previewScript }),
    },
    adds: [
      add(scheduleTargets, createScheduleTarget({ runs: doors.runs, suites: suiteTargets })),
      add(runKinds, ...running.kinds),
      add(nodeKinds, ...createFlowKinds({ runs: doors.runs, ...content, plan: running.plan })),
      add(workflowPages, {
        service: 'api-testing',
        pathOf: ({ projectId, flowId, runId }) =>
          `/api-testing/process?project=${projectId}&workflow=${flowId}${runId ? `&run=${runId}` : ''}`,
      }),
      add(commentSubjects, ...createCommentSubjects({ platform, ...content, ...doors, ...doors.workspaces })),
      ...additionsTo(doors, { suites, prerequisites }),
    ],
    takes: [take(responseChecks, (check) => void checks.push(check))],
    on: [
      on(workspaceDeleted, createClearWorkspace(platform)),
      on(environmentDeleted, prerequisites.leaveEnvironment),
      on(runEnded, runResults.record),
      on(userActivated, sampleWorkspaces.userActivated),
    ],
    seed: sampleWorkspaces.seed,
    routes(registrar) {
      addContentRoutes(registrar, { platform, doors, content });
      addFirstStepsRoutes(registrar, { firstSteps, sampleWorkspaces });
      addRunningRoutes(registrar, running);
      addExtractionRoutes(registrar, extraction);
      const { workspaces } = doors.workspaces;
      addReimportRoutes(registrar, importing);
      const uploads = { ...importing, workspaces, uploadMb: platform.config.UPLOAD_MB };
      addImportRoutes(registrar, uploads);
      addMakeWorkflowRoutes(registrar, uploads);
      addWorkspaceFileRoutes(registrar, uploads);
    },
  };
}

/** Suites and their content. */
function createContent(platform: Platform, doors: Doors) {
  const { workspaces, environments, variables, suiteVariables } = doors.workspaces;
  const { runs } = doors;
  const { cloneProgress } = doors.notifications;
  const { testsDeleted, testsRestored } = doors.scheduler;
  const access = createOpenSuites({ platform, workspaces });
  const detectVariables = createDetectVariables({ platform, access, variables, suiteVariables });
  return {
    access,
    homes: createReferenceHomes(access),
    suites: createSuites({ platform, runs, workspaces, access, suiteVariables, cloneProgress, testsDeleted }),
    scripts: createScripts({ platform, workspaces, access }),
    moveScripts: createMoveScripts({ platform, access }),
    folders: createSuiteFolders({ platform, access }),
    trash: createTrash({ platform, workspaces, suiteVariables, testsRestored }),
    paths: createScriptPaths({ platform, workspaces }),
    findThings: createFindThings({ platform, workspaces, environments }),
    ownVariables: createOwnVariables({ access, suiteVariables }),
    detectVariables,
    usedVariables: createUsedVariables({ detectVariables, environments }),
    statistics: createStatistics({ platform, runs, workspaces, environments }),
  };
}
type Content = ReturnType<typeof createContent>;

function createImporting(platform: Platform, doors: Doors, { access, suites, scripts, ownVariables }: Content) {
  const { workspaces, environments, suiteVariables, sharedItems } = doors.workspaces;
  const { testsDeleted, jobPart } = doors.scheduler;
  const parts = {
    certificates: doors.workspaces.certificatePart,
    configurations: doors.flows.configurationPart,
    workflows: doors.flows.flowPart,
    schedules: jobPart,
  } as unknown as FileParts;
  const pending = createPendingImports({ platform });
  const sources = createImportSources({ platform, access });
  const shared = { platform, access, sources, pending, suiteVariables: ownVariables };
  const needs = { ...shared, workspaces, suites, scripts, environments };
  const { makeFlow } = doors.flows;
  const { notify } = doors.notifications;
  const checks = createWatchChecks({ platform, workspaces, sources, users: doors.users, notify });
  addSourceWatchesJob(platform.jobs, checks);
  return {
    sources,
    openImport: pending.open,
    watches: createSourceWatches({ platform, workspaces, sources, checks }),
    imports: createImports(needs),
    makeWorkflows: createMakeWorkflows({ ...needs, makeFlow, copyVariables: suiteVariables.copy }),
    reimport: createReimport(shared),
    exportSuites: createExportSuites({ platform, workspaces, access, suiteVariables }),
    workspaceFiles: createWorkspaceFiles({
      platform,
      workspaces,
      sharedItems,
      suiteVariables,
      testsDeleted,
      parts,
      flowFiles: doors.flows.files,
    }),
  };
}

function createRunning(
  platform: Platform,
  doors: Doors,
  { access, firstSteps }: Pick<Content, 'access'> & { firstSteps: FirstStepsKeeper },
) {
  const { workspaces, environments, variables, suiteVariables, certificates, dataFiles } = doors.workspaces;
  const { databases, askDatabases, keepVariables } = doors.workspaces;
  const { runs } = doors;
  const shared = { platform, runs, workspaces, access, variables, suiteVariables, certificates, dataFiles };
  const { limitOf } = doors.subscriptions;
  const streamStops = createStreamStops(platform);
  const assertWithinLimit = createExecutionLimit({ platform, runs, limitOf });
  const collectScripts = createCollectScripts({ platform, access });
  const runResults = createRunResults({ platform, runs });
  addRunResultJobs(platform.jobs, runResults);
  const executions = createExecutions(shared);
  const prerequisites = createPrerequisites({ ...shared, environments, databases, assertWithinLimit });
  const plan = createPlanSuites({ ...shared, prerequisites, assertWithinLimit, collectScripts });
  const open: RunKind['open'] = async (caller, projectId, need) => {
    await workspaces.open(caller, projectId, need);
  };
  const prerequisiteServices = { databases, askDatabases, keepVariables };
  const checks: ResponseCheck[] = [];
  return {
    kinds: [
      createFunctionalRun(platform, prerequisiteServices, {
        open,
        plan,
        async onDeleted(runIds) {
          await runResults.forget(runIds);
          await doors.comments.forgetContainers(commentKinds.step, runIds);
        },
        assertWithinLimit,
        checks,
      }),
      createPrerequisitesRun(platform, prerequisiteServices, {
        open,
        plan: prerequisites.planRun,
        assertWithinLimit,
      }),
    ],
    plan,
    checks,
    runResults,
    executions,
    prerequisites,
    runs,
    compareRuns: createCompareRuns({ platform, runs, executions }),
    outcomes: createOutcomes({ platform, runs, workspaces, executions }),
    insights: createInsights({ platform, runs, workspaces }),
    failures: createFailureClusters({ platform, runs, workspaces }),
    streamStops,
    previewScript: createPreviewScript({ ...shared, firstSteps, streamStops }),
    requestSender: createRequestSender(shared),
    loadSources: createLoadSources({ ...shared, collectScripts, assertWithinLimit }),
  };
}
type Running = ReturnType<typeof createRunning>;

/** Additions to the slots of other services. */
function additionsTo(
  { workspaces: { workspaces } }: Doors,
  { suites, prerequisites }: Pick<Content, 'suites'> & Pick<Running, 'prerequisites'>,
): Addition[] {
  return [
    add(planLimits, apiTestingLimits),
    add(featureFlags, apiTestingFlags),
    add(testCounters, suites.countByProject),
    add(databaseUses, prerequisites.namesAsking),
    add(testedServices, {
      serviceName: 'API Testing',
      kinds: [functionalKind, 'api-performance'],
      listWorkspaces: workspaces.listVisible,
      countTests: suites.countTests,
    }),
  ];
}

function addContentRoutes(
  registrar: Registrar,
  { platform, doors, content }: { platform: Platform; doors: Doors; content: Content },
): void {
  const { workspaces, dataFiles } = doors.workspaces;
  const { access, suites, scripts, moveScripts, folders, usedVariables } = content;
  addStatisticsRoutes(registrar, content);
  addSuiteRoutes(registrar, { suites, folders });
  addTrashRoutes(registrar, content.trash);
  addScriptRoutes(registrar, { platform, scripts, moveScripts, workspaces, access });
  addVariableRoutes(registrar, content.ownVariables, content.detectVariables);
  addDataFileRoutes(registrar, { dataFiles, workspaces, usedVariables });
}

function addRunningRoutes(registrar: Registrar, running: Running): void {
  addExecutionRoutes(registrar, running);
  addInsightRoutes(registrar, running.insights, running.failures);
  addOutcomeRoutes(registrar, running.outcomes);
  addPrerequisiteRoutes(registrar, running);
}
