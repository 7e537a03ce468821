import type { RepositoryStep, StepProblem } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { stepProblems } from '../domain/step-problems.ts';
import { repositoryErrors } from '../errors.ts';
import { dataTablesStore } from '../store/data-tables.store.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import type { Open } from './open.ts';
import { assertSteps, type RunnableFunction, runnableFunctionsOf } from './steps.ts';

/** A script with everything a run of it needs. */
export interface RunnableScript {
  scriptId: string;
  name: string;
  moduleName: string;
  steps: RepositoryStep[];
  problems: StepProblem[];
  table: { columns: string[]; rows: string[][] } | null;
}

/**
 * createReadForRun reads a project's scripts for a run, in the order of their ids; `unsaved` steps replace the saved
 * ones.
 */
export function createReadForRun({ platform, open }: { platform: Platform; open: Open }) {
  const { sql } = platform.database;
  return async function readForRun(
    caller: Actor,
    projectId: string,
    ids: readonly string[],
    unsaved?: RepositoryStep[],
  ): Promise<{ scripts: RunnableScript[]; functions: RunnableFunction[] }> {
    await open.project(caller, projectId, 'edit');
    if (unsaved) assertSteps(unsaved);
    const functions = await runnableFunctionsOf(sql, projectId);
    const rows = new Map((await scriptsStore.findMany(sql, caller.organizationId, ids)).map((row) => [row.id, row]));
    const scripts: RunnableScript[] = [];
    for (const id of ids) {
      const row = rows.get(id);
      if (row?.projectId !== projectId) throw new AppError(repositoryErrors.scriptNotFound);
      const steps = unsaved ?? (await scriptsStore.readSteps(sql, id));
      const { name, moduleName, dataTableId } = row;
      const found = dataTableId ? await dataTablesStore.find(sql, caller.organizationId, dataTableId) : undefined;
      const table = found ? { columns: found.columns, rows: found.rows } : null;
      scripts.push({ scriptId: id, name, moduleName, steps, problems: stepProblems(steps, functions), table });
    }
    return { scripts, functions };
  };
}
