import { sharedWorkPool } from '@touchstone/engine-assert';
import { sharedScriptFigures } from '@touchstone/engine-script';
import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type DoorOf, defineService, type ServiceParts } from '../../platform/service.ts';
import { dashboardService } from '../dashboard/index.ts';
import { notificationsService } from '../notifications/index.ts';
import { type RunKind, runEnded, runsService } from '../runs/index.ts';
import { subscriptionService } from '../subscription/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { createCompareRuns } from './app/executions/compare-runs.ts';
import { createExecutionLimit } from './app/executions/execution-limit.ts';
import { createExecutions, type Executions } from './app/executions/executions.ts';
import { createPlanSuites, functionalKind } from './app/executions/plan-suites.ts';
import { createPreviewScript, type PreviewScript } from './app/executions/preview-script.ts';
import { createSendReport } from './app/executions/send-report.ts';
import { createExportSuites } from './app/imports/export-suites.ts';
import { createImportSources } from './app/imports/import-sources.ts';
import { createImports } from './app/imports/imports.ts';
import { createLoadSources, type LoadSources } from './app/imports/load-source.ts';
import { createPendingImports } from './app/imports/pending-imports.ts';
import { createReimport } from './app/imports/reimport.ts';
import { createSeedPetstore } from './app/imports/seed-petstore.ts';
import { createInsights } from './app/insights.ts';
import { createDatabases } from './app/prerequisites/databases.ts';
import { createPrerequisites } from './app/prerequisites/prerequisites.ts';
import { createRunResults } from './app/run-results.ts';
import { createCollectScripts } from './app/suites/collect-scripts.ts';
import { createMoveScripts } from './app/suites/move-scripts.ts';
import { createScripts, type Scripts } from './app/suites/scripts.ts';
import { createStatistics } from './app/suites/statistics.ts';
import { createSuiteFolders } from './app/suites/suite-folders.ts';
import { createSuites, type Suites } from './app/suites/suites.ts';
import { createCertificates } from './app/workspaces/certificates.ts';
import { createDataFiles } from './app/workspaces/data-files.ts';
import { createDetectVariables } from './app/workspaces/detect-variables.ts';
import { createEnvironments, type Environments } from './app/workspaces/environments.ts';
import { createFindThings } from './app/workspaces/find-things.ts';
import { createKeepVariables } from './app/workspaces/keep-variables.ts';
import { createWorkspaces, type Workspaces } from './app/workspaces/workspaces.ts';
import { importFigures } from './clients/read-document.ts';
import { apiTestingErrors } from './errors.ts';
import { workspaceDeleted } from './events.ts';
import { createFunctionalRun } from './jobs/functional-run.ts';
import { createPrerequisitesRun } from './jobs/prerequisites-run.ts';
import { addRunResultJobs } from './jobs/run-results.job.ts';
import { addCertificateRoutes } from './routes/certificates.routes.ts';
import { addDataFileRoutes } from './routes/data-files.routes.ts';
import { addEnvironmentRoutes } from './routes/environments.routes.ts';
import { addExecutionRoutes } from './routes/executions.routes.ts';
import { addExtractionRoutes } from './routes/extraction.routes.ts';
import { addImportRoutes } from './routes/imports/imports.routes.ts';
import { addReimportRoutes } from './routes/imports/reimport.routes.ts';
import { addInsightRoutes } from './routes/insights.routes.ts';
import { addDatabaseRoutes, addPrerequisiteRoutes } from './routes/prerequisites.routes.ts';
import { addProjectRoutes } from './routes/projects.routes.ts';
import { addScriptRoutes } from './routes/scripts.routes.ts';
import { addSuiteRoutes } from './routes/suites.routes.ts';

export type { LoadSource, LoadSources, LoadTransport } from './app/imports/load-source.ts';
export type { Actor } from './app/workspaces/workspaces.ts';
export { executionStatusOf } from './domain/executions/execution-status.ts';
export { apiTestingErrors } from './errors.ts';
export { workspaceDeleted } from './events.ts';

/** ApiTesting is the front door: what other services and the first start may use. */
export interface ApiTesting {
  workspaces: Workspaces;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
  executions: Executions;
  previewScript: PreviewScript;
  /** What performance runs execute. */
  loadSources: LoadSources;
}

const needs = {
  users: userManagementService,
  runs: runsService,
  subscriptions: subscriptionService,
  notifications: notificationsService,
  dashboards: dashboardService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

function createApiTesting(
  platform: Platform,
  { users, runs, subscriptions: { limitOf }, notifications: { cloneProgress }, dashboards }: Doors,
): ServiceParts<ApiTesting> {
  platform.metrics.watchWork(() => ({
    scripts: sharedScriptFigures(),
    evaluation: sharedWorkPool.figures(),
    imports: importFigures(),
  }));
  const workspaces = createWorkspaces({ platform, runs });
  const scripts = createScripts({ platform, workspaces });
  const environments = createEnvironments({ platform, workspaces });
  const suites = createSuites({ platform, runs, workspaces, environments, cloneProgress });
  const folders = createSuiteFolders({ platform, workspaces });
  const moveScripts = createMoveScripts({ platform, workspaces });
  const certificates = createCertificates({ platform, workspaces });
  const runResults = createRunResults({ platform, runs });
  addRunResultJobs(platform.jobs, runResults);
  const executions = createExecutions({ platform, runs, workspaces });
  const insights = createInsights({ platform, workspaces });
  const statistics = createStatistics({ platform, runs, workspaces });
  const assertWithinLimit = createExecutionLimit({ platform, runs, limitOf });
  const databases = createDatabases({ platform, workspaces });
  const prerequisites = createPrerequisites({
    platform,
    runs,
    workspaces,
    environments,
    certificates,
    assertWithinLimit,
  });
  const prerequisiteServices = { databases, keepVariables: createKeepVariables(platform) };
  const compareRuns = createCompareRuns({ platform, runs, executions });
  const sendReport = createSendReport({ platform, executions });
  const pending = createPendingImports({ platform });
  const sources = createImportSources({ platform, workspaces });
  const imports = createImports({ platform, workspaces, suites, scripts, environments, pending, sources });
  const reimport = createReimport({ platform, workspaces, sources, pending, environments });
  const exportSuites = createExportSuites({ platform, workspaces });
  const detectVariables = createDetectVariables({ platform, workspaces, environments });
  const dataFiles = createDataFiles({ platform, workspaces, detectVariables });
  const collectScripts = createCollectScripts({ platform, workspaces });
  const planSuites = createPlanSuites({
    platform,
    environments,
    certificates,
    dataFiles,
    prerequisites,
    assertWithinLimit,
    collectScripts,
  });
  const open: RunKind['open'] = async (caller, projectId, need) => {
    await workspaces.open(caller, projectId, need);
  };
  runs.register(
    createFunctionalRun(platform, prerequisiteServices, {
      open,
      plan: planSuites,
      onDeleted: runResults.forget,
    }),
    createPrerequisitesRun(platform, prerequisiteServices, {
      open,
      plan: prerequisites.planRun.bind(prerequisites),
      assertWithinLimit,
    }),
  );
  users.addTeamUse({ noun: 'workspaces', count: workspaces.countOfTeam });
  dashboards.addTestedService({
    serviceName: 'API Testing',
    kinds: [functionalKind, 'api-performance'],
    listWorkspaces: workspaces.listVisible,
    countTests: workspaces.countTests,
  });
  const door: ApiTesting = {
    workspaces,
    suites,
    scripts,
    environments,
    executions,
    loadSources: createLoadSources({
      platform,
      workspaces,
      environments,
      certificates,
      dataFiles,
      collectScripts,
      assertWithinLimit,
    }),
    previewScript: createPreviewScript({ platform, workspaces, environments, certificates }),
  };
  return {
    door,
    on: [on(workspaceDeleted, workspaces.clear), on(runEnded, runResults.record)],
    seed: createSeedPetstore(door),
    routes(registrar) {
      addProjectRoutes(registrar, { workspaces, statistics, findThings: createFindThings({ platform }) });
      addSuiteRoutes(registrar, { suites, folders });
      addScriptRoutes(registrar, { platform, scripts, moveScripts, workspaces });
      addEnvironmentRoutes(registrar, environments, detectVariables);
      addDataFileRoutes(registrar, { dataFiles, workspaces });
      addCertificateRoutes(registrar, { certificates, workspaces });
      addExecutionRoutes(registrar, { executions, runs, sendReport, compareRuns });
      addInsightRoutes(registrar, insights);
      addExtractionRoutes(registrar, { limitMs: platform.config.EXPRESSION_LIMIT_MS });
      addPrerequisiteRoutes(registrar, { prerequisites, runs });
      addDatabaseRoutes(registrar, databases);
      addReimportRoutes(registrar, { imports, reimport, sources });
      addImportRoutes(registrar, { imports, exportSuites, workspaces, uploadMb: platform.config.UPLOAD_MB });
    },
  };
}

/** apiTestingService keeps workspaces, suites, scripts and environments, and runs them. */
export const apiTestingService = defineService<ApiTesting, typeof needs>({
  name: 'api-testing',
  needs,
  errors: apiTestingErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createApiTesting,
});
