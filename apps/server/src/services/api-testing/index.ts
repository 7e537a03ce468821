import { sharedScriptFigures, sharedWorkPool } from '@touchstone/engine-http';
import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { CloneProgress } from '../notifications/index.ts';
import type { RunKind, Runs } from '../runs/index.ts';
import type { LimitOf } from '../subscription/index.ts';
import { createCertificates } from './app/certificates.ts';
import { createCollectScripts } from './app/collect-scripts.ts';
import { createCompareRuns } from './app/compare-runs.ts';
import { createDataFiles } from './app/data-files.ts';
import { createDatabases } from './app/databases.ts';
import { createDetectVariables } from './app/detect-variables.ts';
import { createEnvironments, type Environments } from './app/environments.ts';
import { createExecutionLimit } from './app/execution-limit.ts';
import { createExecutions, type Executions } from './app/executions.ts';
import { createExportSuites } from './app/export-suites.ts';
import { createImportSources } from './app/import-sources.ts';
import { createImports } from './app/imports.ts';
import { createKeepVariables } from './app/keep-variables.ts';
import { createLoadSources, type LoadSources } from './app/load-source.ts';
import { createPendingImports } from './app/pending-imports.ts';
import { createPrerequisites } from './app/prerequisites.ts';
import { createPreviewScript, type PreviewScript } from './app/preview-script.ts';
import { createReimport } from './app/reimport.ts';
import { createRunSuites } from './app/run-suites.ts';
import { createScripts, type Scripts } from './app/scripts.ts';
import { createSendReport } from './app/send-report.ts';
import { createStatistics } from './app/statistics.ts';
import { createSuites, type Suites } from './app/suites.ts';
import { type Actor, createWorkspaces, type Workspaces } from './app/workspaces.ts';
import { apiTestingErrors } from './errors.ts';
import { createFunctionalRun } from './jobs/functional-run.ts';
import { createPrerequisitesRun } from './jobs/prerequisites-run.ts';
import { addCertificateRoutes } from './routes/certificates.routes.ts';
import { addDataFileRoutes } from './routes/data-files.routes.ts';
import { addEnvironmentRoutes } from './routes/environments.routes.ts';
import { addExecutionRoutes, type StartPerformance } from './routes/executions.routes.ts';
import { addExtractionRoutes } from './routes/extraction.routes.ts';
import { addImportRoutes } from './routes/imports.routes.ts';
import { addDatabaseRoutes, addPrerequisiteRoutes } from './routes/prerequisites.routes.ts';
import { addProjectRoutes } from './routes/projects.routes.ts';
import { addReimportRoutes } from './routes/reimport.routes.ts';
import { addScriptRoutes } from './routes/scripts.routes.ts';
import { addSuiteRoutes } from './routes/suites.routes.ts';

export type { LoadSource, LoadSources, LoadTransport } from './app/load-source.ts';
export type { Actor } from './app/workspaces.ts';
export { executionStatusOf } from './domain/execution-status.ts';
export { apiTestingErrors } from './errors.ts';

/** ApiTesting is the front door: what other services and the first start may use. */
export interface ApiTesting {
  service: Service;
  /** The kinds of run that the runs core executes for this service. */
  kinds: RunKind[];
  workspaces: Workspaces;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
  executions: Executions;
  previewScript: PreviewScript;
  /** What performance runs execute. */
  loadSources: LoadSources;
}

/** createApiTesting builds the service; `startPerformance` starts the runs of `type` performance, which another service executes. */
export function createApiTesting({
  platform,
  runs,
  startPerformance,
  limitOf,
  cloneProgress,
  onWorkspaceDeleted,
}: {
  platform: Platform;
  runs: Runs;
  startPerformance: StartPerformance;
  limitOf: LimitOf;
  cloneProgress: CloneProgress;
  onWorkspaceDeleted: (actor: Actor, projectId: string) => Promise<void>;
}): ApiTesting {
  platform.metrics.watchWork(() => ({ scripts: sharedScriptFigures(), evaluation: sharedWorkPool.figures() }));
  const workspaces = createWorkspaces({ platform, runs, onDeleted: onWorkspaceDeleted });
  const scripts = createScripts({ platform, workspaces });
  const environments = createEnvironments({ platform, workspaces });
  const suites = createSuites({ platform, runs, workspaces, environments, cloneProgress });
  const certificates = createCertificates({ platform, workspaces });
  const executions = createExecutions({ platform, runs, workspaces });
  const statistics = createStatistics({ platform, runs, workspaces });
  const assertWithinLimit = createExecutionLimit({ platform, runs, limitOf });
  const databases = createDatabases({ platform, workspaces });
  const prerequisites = createPrerequisites({
    ...{ platform, runs, workspaces, environments, certificates, assertWithinLimit },
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
  const runSuites = createRunSuites({
    ...{ platform, runs, workspaces, environments, certificates, dataFiles },
    ...{ prerequisites, assertWithinLimit, collectScripts },
  });
  return {
    workspaces,
    suites,
    scripts,
    environments,
    executions,
    loadSources: createLoadSources({
      ...{ platform, workspaces, environments, certificates, dataFiles, collectScripts, assertWithinLimit },
    }),
    previewScript: createPreviewScript({ platform, workspaces, environments, certificates }),
    kinds: [
      createFunctionalRun(platform, prerequisiteServices),
      createPrerequisitesRun(platform, prerequisiteServices),
    ],
    service: {
      name: 'api-testing',
      errors: apiTestingErrors,
      routes(registrar) {
        addProjectRoutes(registrar, workspaces, statistics);
        addSuiteRoutes(registrar, suites);
        addScriptRoutes(registrar, { platform, scripts, workspaces });
        addEnvironmentRoutes(registrar, environments, detectVariables);
        addDataFileRoutes(registrar, { dataFiles, workspaces });
        addCertificateRoutes(registrar, { certificates, workspaces });
        addExecutionRoutes(registrar, { executions, runSuites, sendReport, compareRuns, startPerformance });
        addExtractionRoutes(registrar);
        addPrerequisiteRoutes(registrar, prerequisites);
        addDatabaseRoutes(registrar, databases);
        addReimportRoutes(registrar, { imports, reimport, sources });
        addImportRoutes(registrar, { imports, exportSuites, workspaces, uploadMb: platform.config.UPLOAD_MB });
      },
    },
  };
}
