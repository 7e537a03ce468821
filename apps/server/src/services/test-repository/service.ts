import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import { on } from '../../platform/events.ts';
import type { Registrar } from '../../platform/http/registrar.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { runsService } from '../runs/index.ts';
import { schedulerService } from '../scheduler/index.ts';
import { type Actor, environmentDeleted, workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createBaselines } from './app/baselines/baselines.ts';
import { createKeepBaseline } from './app/baselines/keep-baseline.ts';
import { createRunBaselines } from './app/baselines/run-baselines.ts';
import { createStepBaselines } from './app/baselines/step-baselines.ts';
import { createBringModule } from './app/bring-module.ts';
import { createDataTables } from './app/data-tables.ts';
import { createExchange } from './app/exchange.ts';
import { createCreateFunctions } from './app/functions/create-functions.ts';
import { createFunctions } from './app/functions/functions.ts';
import { createShowFunctions } from './app/functions/show-functions.ts';
import { createElementPrints } from './app/healing/element-prints.ts';
import { createStepHealing } from './app/healing/step-healing.ts';
import { createKnownTargets } from './app/known-targets.ts';
import { createManagementTools } from './app/management-tools.ts';
import { createModules } from './app/modules.ts';
import { createOpen } from './app/open.ts';
import { createPaths } from './app/paths.ts';
import { createProjectFiles } from './app/project-files.ts';
import { createProjectVariables } from './app/project-variables.ts';
import { clearProject, createProjects } from './app/projects.ts';
import { createReadForRun } from './app/read-for-run.ts';
import { type CheckTargets, createRunConfigurations } from './app/run-configurations.ts';
import { createScriptVariables } from './app/script-variables.ts';
import { createArrangeScripts } from './app/scripts/arrange-scripts.ts';
import { createListScripts } from './app/scripts/list-scripts.ts';
import { createShowScripts } from './app/scripts/show-scripts.ts';
import { createWriteScripts } from './app/scripts/write-scripts.ts';
import { createArrangeSuites } from './app/sprints/arrange-suites.ts';
import { createShowSuites } from './app/sprints/show-suites.ts';
import { createSprintFlow } from './app/sprints/sprint-flow.ts';
import { createSprintParts } from './app/sprints/sprint-parts.ts';
import { createSprints } from './app/sprints/sprints.ts';
import { createSuiteMetrics } from './app/sprints/suite-metrics.ts';
import { createSuiteScripts } from './app/sprints/suite-scripts.ts';
import { createSuites } from './app/sprints/suites.ts';
import { createSteps } from './app/steps.ts';
import { createVersions } from './app/versions.ts';
import type { KeywordSurface } from './domain/keywords.ts';
import { addBaselineRoutes } from './routes/baseline.routes.ts';
import { addExchangeRoutes } from './routes/exchange.routes.ts';
import { addHealingRoutes } from './routes/healing.routes.ts';
import {
  addDatabaseRoutes,
  addDataTableRoutes,
  addEnvironmentRoutes,
  addKnownTargetRoutes,
  addManagementToolRoutes,
  addProjectFileRoutes,
  addRunConfigurationRoutes,
  addVariableRoutes,
} from './routes/part.routes.ts';
import { addModuleRoutes, addProjectRoutes } from './routes/project.routes.ts';
import { addScriptRoutes } from './routes/script.routes.ts';
import { addSprintRoutes, addSuiteRoutes } from './routes/sprint.routes.ts';
import { addFunctionRoutes, addStepRoutes, addVersionRoutes } from './routes/step.routes.ts';
import { dataTablesStore } from './store/data-tables.store.ts';
import { scriptsStore } from './store/scripts.store.ts';
import { sprintsStore } from './store/sprints.store.ts';
import { suitesStore } from './store/suites.store.ts';

export const needs = { runs: runsService, scheduler: schedulerService, workspaces: workspacesService };
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** Everything one keyword-test service has of projects, modules, scripts and related items. */
export type Repository = ReturnType<typeof createRepository>;

interface RepositoryOptions {
  service: string;
  surface: KeywordSurface;
  calls: RepositoryCalls;
  checkTargets: CheckTargets;
}

/** TestRepository creates repositories, one for each keyword-test service. */
export interface TestRepository {
  of(options: RepositoryOptions): Repository;
}

/** createTestRepository assembles the service. */
export function createTestRepository(platform: Platform, doors: Doors): ServiceParts<TestRepository> {
  const { database } = platform;
  return {
    door: { of: (options) => createRepository(platform, doors, options) },
    on: [
      on(environmentDeleted, ({ projectId, environmentId }) =>
        dataTablesStore.withoutEnvironment(database.sql, projectId, environmentId),
      ),
      on(workspaceDeleted, ({ projectId }) => database.transaction((sql) => clearProject(sql, projectId))),
    ],
  };
}

function createRepository(
  platform: Platform,
  { runs, scheduler: { testsDeleted }, workspaces: door }: Doors,
  { service, surface, calls, checkTargets }: RepositoryOptions,
) {
  const { workspaces, environments, variables, databases } = door;
  const open = createOpen({ platform, workspaces, service });
  const show = createShowScripts({ platform, runs });
  const shared = { ...door, platform, open, show, testsDeleted };
  const steps = createSteps(shared);
  const forFunctions = { ...shared, show: createShowFunctions(platform) };
  const { sql } = platform.database;
  const files = createProjectFiles(shared);
  const keep = createKeepBaseline(shared);
  const configurations = createRunConfigurations({ ...shared, checkTargets });
  const forSuites = { ...shared, showSuites: createShowSuites({ platform, runs }) };
  const suiteScripts = createSuiteScripts(forSuites);
  const healing = createStepHealing({ platform, runs, open });
  return {
    ...createBringModule({ platform, workspaces, variables, open }),
    open,
    /** Paths of scripts and suites in files. */
    paths: createPaths(shared),
    /** Variables that scripts and suites need and set. */
    variablesOf: createScriptVariables(shared),
    readForRun: createReadForRun(shared),
    /** The distinct projects of the scripts; throws if the caller can't see one of them. */
    async projectsOf(caller: Actor, scriptIds: readonly string[]): Promise<string[]> {
      const rows: string[] = [];
      for (const id of new Set(scriptIds)) rows.push((await open.script(caller, id, 'view')).projectId);
      return [...new Set(rows)];
    },
    /** The content of a project's file, as named by a step of a run. */
    readFile: files.readByName,
    /** Accepts uploads of project files to presigned addresses. */
    addUploads: files.addUploads,
    /** Pictures that a script's steps compare with in one target of a run. */
    baselinesOf: createRunBaselines({ platform, runs, keep }),
    /** What runs see of steps' elements. */
    elementPrints: createElementPrints(shared),
    /** Deletes who accepted other elements in deleted runs. */
    forgetHealing: healing.forget,
    /** A project's run configuration, for a run; throws if it was deleted. */
    readRunConfiguration: configurations.readForRun,
    /** Of the run configuration ids, the ones that exist in a project. */
    findRunConfigurations: configurations.find,
    /** Counts the suites and scripts of projects, and their sprints in a range of days; the caller has checked access. */
    counts: {
      tests: (projectIds: readonly string[]) => suitesStore.countTests(sql, projectIds),
      sprints: (projectIds: readonly string[], range: { from: string; to: string }) =>
        sprintsStore.countInRange(sql, projectIds, range),
    },
    /** Records the newest run of scripts. */
    setLastRun: (scriptIds: readonly string[], runId: string): Promise<void> =>
      scriptsStore.setLastRun(sql, scriptIds, runId),
    /** A suite with its scripts in order, for a run. */
    readSuiteForRun: suiteScripts.readForRun,
    /** Suites of a project that can be run, by name; the caller has checked access to the project. */
    listOpenSuites: (
      scope: { organizationId: string; projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ) => suitesStore.listOpen(sql, scope, page),
    /** Of the suites, the ones that exist in a project of the organization. */
    findSuites: async (
      { organizationId, projectId }: { organizationId: string; projectId: string },
      ids: readonly string[],
    ) => (await suitesStore.findMany(sql, organizationId, ids)).filter((row) => row.projectId === projectId),
    /** Records the newest run of a suite. */
    setLastRunOfSuite: (suiteId: string, runId: string): Promise<void> => suitesStore.setLastRun(sql, suiteId, runId),
    addRoutes(registrar: Registrar): void {
      addProjectRoutes(registrar, calls, createProjects(shared));
      addModuleRoutes(registrar, calls, createModules(shared));
      const write = createWriteScripts(shared);
      addScriptRoutes(registrar, calls, {
        list: createListScripts(shared),
        write,
        arrange: createArrangeScripts(shared),
      });
      addStepRoutes(registrar, calls, { steps, surface });
      const creating = createCreateFunctions(forFunctions);
      addFunctionRoutes(registrar, calls, { functions: createFunctions(forFunctions), creating });
      addExchangeRoutes(registrar, calls, {
        platform,
        exchange: createExchange({ ...shared, steps, write, functions: creating }),
      });
      addVersionRoutes(registrar, calls, createVersions({ ...shared, steps }));
      addVariableRoutes(registrar, calls, createProjectVariables({ open, variables }));
      addEnvironmentRoutes(registrar, calls, { open, environments });
      addDatabaseRoutes(registrar, calls, { open, databases });
      addDataTableRoutes(registrar, calls, createDataTables(shared));
      addProjectFileRoutes(registrar, calls, files);
      addRunConfigurationRoutes(registrar, calls, configurations);
      addKnownTargetRoutes(registrar, calls, createKnownTargets(shared));
      addManagementToolRoutes(registrar, calls, createManagementTools(shared));
      const ofSteps = createStepBaselines({ platform, runs, open, keep });
      addBaselineRoutes(registrar, calls, { baselines: createBaselines(shared), ofSteps });
      addHealingRoutes(registrar, calls, healing);
      const forSprints = { ...forSuites, parts: createSprintParts(shared) };
      addSprintRoutes(registrar, calls, { sprints: createSprints(forSprints), flow: createSprintFlow(forSprints) });
      addSuiteRoutes(registrar, calls, {
        suites: createSuites(forSuites),
        arrange: createArrangeSuites(forSuites),
        scripts: suiteScripts,
        numbers: createSuiteMetrics({ platform, runs, open }),
      });
    },
  };
}
