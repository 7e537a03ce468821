import {
  maxStepBytes,
  maxSteps,
  type NewerSteps,
  type RepositoryStep,
  type ScriptSteps,
  type StepProblem,
} from '@touchstone/contracts/test-repository';
import type { KeywordFunction } from '@touchstone/engine-keyword/core';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { engineSteps, stepProblems } from '../domain/step-problems.ts';
import { calledFunctions, countSteps, insertAfter, repeatedId, withoutSteps } from '../domain/step-tree.ts';
import { repositoryErrors } from '../errors.ts';
import { dataTablesStore } from '../store/data-tables.store.ts';
import { functionsStore } from '../store/functions.store.ts';
import { type ScriptRow, scriptsStore } from '../store/scripts.store.ts';
import type { Open } from './open.ts';

/** createSteps reads and writes the steps of scripts. */
export function createSteps({ platform, open }: { platform: Platform; open: Open }) {
  const { database } = platform;
  const { sql } = database;

  const problemsOf = async (projectId: string, steps: readonly RepositoryStep[]): Promise<StepProblem[]> =>
    stepProblems(steps, await functionsOf(sql, projectId));
  const show = async (row: Pick<ScriptRow, 'id' | 'projectId' | 'revision'>): Promise<ScriptSteps> => {
    const steps = await scriptsStore.readSteps(sql, row.id);
    return { scriptUUID: row.id, revision: row.revision, steps, problems: await problemsOf(row.projectId, steps) };
  };
  const changed = async (row: ScriptRow): Promise<AppError> => {
    const data: NewerSteps = { ...(await show(row)), savedBy: row.updatedByName, savedAt: row.updatedAt.toISOString() };
    return new AppError(repositoryErrors.stepsChanged, { params: { name: row.updatedByName }, data });
  };
  /** Changes the steps of a locked script; a given `revision` must be the current one. */
  const change = async (
    caller: Actor,
    scriptId: string,
    next: (present: RepositoryStep[]) => RepositoryStep[],
    revision?: number,
  ): Promise<ScriptSteps> => {
    await open.assertUnlocked(caller, await open.script(caller, scriptId, 'edit'));
    const done = await database.transaction(async (db) => {
      const row = await scriptsStore.lock(db, scriptId);
      if (!row) throw new AppError(repositoryErrors.scriptNotFound);
      if (revision !== undefined && revision !== row.revision) return { row, isStale: true };
      return {
        row: await storeSteps(db, row, next(await scriptsStore.readSteps(db, scriptId)), caller),
        isStale: false,
      };
    });
    if (done.isStale) throw await changed(done.row);
    return show(done.row);
  };

  return {
    async read(caller: Actor, scriptId: string): Promise<ScriptSteps> {
      return show(await open.script(caller, scriptId, 'view'));
    },
    /** Replaces all steps; throws with the newer ones if another user has saved in the meantime. */
    save: (caller: Actor, scriptId: string, revision: number | undefined, steps: RepositoryStep[]) =>
      change(caller, scriptId, () => steps, revision),
    add: (caller: Actor, scriptId: string, added: RepositoryStep[], after: string | undefined) =>
      change(caller, scriptId, (present) => {
        if (after === undefined) return [...present, ...added];
        const steps = insertAfter(present, after, added);
        if (!steps) throw new AppError(repositoryErrors.stepNotFound);
        return steps;
      }),
    delete: (caller: Actor, scriptId: string, stepIds: readonly string[]) =>
      change(caller, scriptId, (present) => {
        const { steps, missing } = withoutSteps(present, stepIds);
        if (missing.length > 0) throw new AppError(repositoryErrors.stepNotFound);
        return steps;
      }),
    /** What prevents steps, saved or not, from running in a project. */
    async check(caller: Actor, projectId: string, steps: readonly RepositoryStep[]): Promise<StepProblem[]> {
      await open.project(caller, projectId, 'view');
      return problemsOf(projectId, steps);
    },
    async dataColumns(caller: Actor, scriptId: string): Promise<{ tableUUID: string | null; columns: string[] }> {
      const { dataTableId, organizationId } = await open.script(caller, scriptId, 'view');
      const table = dataTableId ? await dataTablesStore.find(sql, organizationId, dataTableId) : undefined;
      return { tableUUID: table?.id ?? null, columns: table?.columns ?? [] };
    },
  };
}
/** Steps reads and writes the steps of scripts. */
export type Steps = ReturnType<typeof createSteps>;

/** A function with its id. */
export type RunnableFunction = KeywordFunction & { functionId: string };

/** functionsOf returns a project's functions in the engine's form. */
export const functionsOf = async (sql: Sql, projectId: string): Promise<KeywordFunction[]> =>
  (await runnableFunctionsOf(sql, projectId)).map(({ functionId: _id, ...one }) => one);

/** runnableFunctionsOf returns a project's functions in the form a run takes. */
export async function runnableFunctionsOf(sql: Sql, projectId: string): Promise<RunnableFunction[]> {
  return (await functionsStore.list(sql, projectId)).map(({ id, name, inputs, outputs, steps }) => ({
    functionId: id,
    name,
    inputs: inputs.map((one) => one.name),
    outputs: outputs.map((one) => one.name),
    steps: engineSteps(steps),
  }));
}

/** assertSteps throws if there are too many steps, they are too large, or two share an id. */
export function assertSteps(steps: readonly RepositoryStep[]): void {
  if (countSteps(steps) > maxSteps) throw new AppError(repositoryErrors.tooManySteps, { params: { most: maxSteps } });
  const id = repeatedId(steps);
  if (id !== undefined) throw new AppError(repositoryErrors.stepIdTwice, { params: { id } });
  const bytes = Buffer.byteLength(JSON.stringify(steps));
  if (bytes > maxStepBytes)
    throw new AppError(repositoryErrors.stepsTooLarge, { params: { bytes, most: maxStepBytes } });
}

/** storeSteps writes the steps of a locked script as a new revision. */
export async function storeSteps(
  sql: Sql,
  row: ScriptRow,
  steps: RepositoryStep[],
  { name: updatedByName }: { name: string },
): Promise<ScriptRow> {
  assertSteps(steps);
  const values = {
    revision: row.revision + 1,
    stepCount: countSteps(steps),
    calls: calledFunctions(steps),
    updatedByName,
  };
  await scriptsStore.writeSteps(sql, row.id, steps);
  await scriptsStore.update(sql, row.id, values);
  return { ...row, ...values };
}
