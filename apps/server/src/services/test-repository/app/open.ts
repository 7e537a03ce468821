import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { dataTablesStore } from '../store/data-tables.store.ts';
import { functionsStore } from '../store/functions.store.ts';
import { knownTargetsStore } from '../store/known-targets.store.ts';
import { managementToolsStore } from '../store/management-tools.store.ts';
import { modulesStore } from '../store/modules.store.ts';
import { runConfigurationsStore } from '../store/run-configurations.store.ts';
import { type ScriptRow, scriptsStore } from '../store/scripts.store.ts';
import { type SprintRow, sprintsStore } from '../store/sprints.store.ts';
import { type SuiteRow, suitesStore } from '../store/suites.store.ts';

type Need = 'view' | 'edit' | 'own';

/** createOpen opens the projects of one service and their content for callers, checking their role in the workspace. */
export function createOpen({
  platform,
  workspaces,
  service,
}: {
  platform: Platform;
  workspaces: Workspaces;
  service: string;
}) {
  const { sql } = platform.database;
  const project = async (caller: Actor, projectId: string, need: Need) => {
    const opened = await workspaces.open(caller, projectId, need);
    if (opened.project.service !== service) throw new AppError(repositoryErrors.projectNotFound);
    return opened;
  };
  /** Throws if another user has locked a script, unless the caller owns its project. */
  const assertUnlocked = async (
    caller: Actor,
    row: Pick<ScriptRow, 'projectId' | 'name' | 'lockedBy' | 'lockedByName'>,
  ): Promise<void> => {
    if (row.lockedBy === null || row.lockedBy === caller.userId) return;
    const params = { name: row.lockedByName ?? 'Another user', script: row.name };
    await project(caller, row.projectId, 'own').catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(repositoryErrors.scriptLocked, { params }) : error;
    });
  };
  return {
    service,
    project,
    assertUnlocked,
    /** Throws if a deletion would include a script locked by another user, unless the caller owns the project. */
    async assertUnlockedIn(
      caller: Actor,
      moduleId: string,
      { ids, allBut }: { ids: readonly string[]; allBut: boolean },
    ): Promise<void> {
      const locked = await scriptsStore.lockedIn(sql, moduleId, { ids, allBut, userId: caller.userId });
      for (const row of locked) await assertUnlocked(caller, row);
    },
    async module(caller: Actor, moduleId: string, need: Need) {
      const row = await modulesStore.find(sql, caller.organizationId, moduleId);
      if (!row) throw new AppError(repositoryErrors.moduleNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async script(caller: Actor, scriptId: string, need: Need): Promise<ScriptRow> {
      const row = await scriptsStore.find(sql, caller.organizationId, scriptId);
      if (!row) throw new AppError(repositoryErrors.scriptNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async testFunction(caller: Actor, functionId: string, need: Need) {
      const row = await functionsStore.find(sql, caller.organizationId, functionId);
      if (!row) throw new AppError(repositoryErrors.functionNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async dataTable(caller: Actor, tableId: string, need: Need) {
      const row = await dataTablesStore.find(sql, caller.organizationId, tableId);
      if (!row) throw new AppError(repositoryErrors.tableNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async runConfiguration(caller: Actor, configurationId: string, need: Need) {
      const row = await runConfigurationsStore.find(sql, caller.organizationId, configurationId);
      if (!row) throw new AppError(repositoryErrors.runConfigurationNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async knownTarget(caller: Actor, targetId: string, need: Need) {
      const row = await knownTargetsStore.find(sql, caller.organizationId, targetId);
      if (!row) throw new AppError(repositoryErrors.knownTargetNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async managementTool(caller: Actor, toolId: string, need: Need) {
      const row = await managementToolsStore.find(sql, caller.organizationId, toolId);
      if (!row) throw new AppError(repositoryErrors.managementToolNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async sprint(caller: Actor, sprintId: string, need: Need): Promise<SprintRow> {
      const row = await sprintsStore.find(sql, caller.organizationId, sprintId);
      if (!row) throw new AppError(repositoryErrors.sprintNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async suite(caller: Actor, suiteId: string, need: Need): Promise<SuiteRow> {
      const row = await suitesStore.find(sql, caller.organizationId, suiteId);
      if (!row) throw new AppError(repositoryErrors.suiteNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
  };
}
/** Opens the projects of one service and their content. */
export type Open = ReturnType<typeof createOpen>;
