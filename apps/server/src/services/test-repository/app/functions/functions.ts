import type { RepositoryFunction, RepositoryStep } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { calledFunctions, renameCalls, withoutSteps } from '../../domain/step-tree.ts';
import { repositoryErrors } from '../../errors.ts';
import { elementPrintsStore } from '../../store/element-prints.store.ts';
import { type FunctionRow, functionsStore } from '../../store/functions.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import { assertSteps, storeSteps } from '../steps.ts';
import { named, type ShowFunctions } from './show-functions.ts';

const maxNamed = 10;

type Ports = RepositoryFunction['inputs'];
interface FunctionChange {
  uuid: string;
  functionName?: string | undefined;
  description?: string | undefined;
  inputs?: Ports | undefined;
  outputs?: Ports | undefined;
  steps?: RepositoryStep[] | undefined;
  revision?: number | undefined;
}
interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  show: ShowFunctions;
}

/** createFunctions lists, updates and deletes functions: steps that a project's scripts call by name. */
export function createFunctions({ platform, workspaces, open, show: { show, showOne } }: Needs) {
  const { database } = platform;
  const { sql } = database;

  return {
    async list(caller: Actor, projectId: string, searchTerm: string | undefined): Promise<RepositoryFunction[]> {
      await open.project(caller, projectId, 'view');
      return show(projectId, await functionsStore.list(sql, projectId, searchTerm));
    },
    async update(
      caller: Actor,
      { uuid, functionName, revision, ...change }: FunctionChange,
    ): Promise<RepositoryFunction> {
      const { projectId } = await open.testFunction(caller, uuid, 'edit');
      if (change.steps) assertSteps(change.steps);
      const changed = await named(
        functionName ?? '',
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          const row = await lock(db, uuid);
          if (revision !== undefined && revision !== row.revision)
            throw new AppError(repositoryErrors.functionChanged, { params: { name: row.updatedByName } });
          const name = functionName ?? row.name;
          const {
            description = row.description,
            inputs = row.inputs,
            outputs = row.outputs,
            steps = row.steps,
          } = change;
          const values = { name, description, inputs, outputs, steps, calls: calledFunctions(steps) };
          const next = await functionsStore.update(db, uuid, {
            ...values,
            revision: row.revision + 1,
            updatedByName: caller.name,
          });
          if (name !== row.name) await renameIn(db, caller, { projectId, from: row.name, to: name });
          return next ?? row;
        }),
      );
      return showOne(changed);
    },
    /** Deletes a function; one that is in use, only if `isForced`. */
    async delete(caller: Actor, functionId: string, isForced: boolean): Promise<void> {
      const { name, projectId } = await open.testFunction(caller, functionId, 'edit');
      const names = await callersOf(sql, projectId, name);
      if (names.length > 0 && !isForced)
        throw new AppError(repositoryErrors.functionInUse, { params: { names: listed(names) } });
      await database.transaction(async (db) => {
        await functionsStore.delete(db, functionId);
        await elementPrintsStore.deleteOf(db, [functionId]);
      });
      await platform.audit(caller, { action: 'function.deleted', target: functionId, detail: { name, projectId } });
    },
    async deleteSteps(caller: Actor, functionId: string, stepIds: readonly string[]): Promise<RepositoryFunction> {
      await open.testFunction(caller, functionId, 'edit');
      const changed = await database.transaction(async (db) => {
        const row = await lock(db, functionId);
        const { steps, missing } = withoutSteps(row.steps, stepIds);
        if (missing.length > 0) throw new AppError(repositoryErrors.stepNotFound);
        const values = { steps, calls: calledFunctions(steps), revision: row.revision + 1, updatedByName: caller.name };
        return (await functionsStore.update(db, functionId, values)) ?? row;
      });
      return showOne(changed);
    },
  };
}
/** Functions manages the functions that scripts call by name. */
export type Functions = ReturnType<typeof createFunctions>;

async function lock(sql: Sql, id: string): Promise<FunctionRow> {
  const row = await functionsStore.lock(sql, id);
  if (!row) throw new AppError(repositoryErrors.functionNotFound);
  return row;
}

/** Renames the function in all scripts and functions that call it. */
async function renameIn(
  sql: Sql,
  caller: Actor,
  { projectId, from, to }: { projectId: string; from: string; to: string },
): Promise<void> {
  for (const { id } of await scriptsStore.listCalling(sql, projectId, from)) {
    const row = await scriptsStore.lock(sql, id);
    if (row) await storeSteps(sql, row, renameCalls(await scriptsStore.readSteps(sql, id), from, to), caller);
  }
  for (const row of await functionsStore.list(sql, projectId)) {
    if (!row.calls.includes(from)) continue;
    const steps = renameCalls(row.steps, from, to);
    await functionsStore.update(sql, row.id, { steps, calls: calledFunctions(steps), revision: row.revision + 1 });
  }
}

async function callersOf(sql: Sql, projectId: string, name: string): Promise<string[]> {
  const scripts = await scriptsStore.listCalling(sql, projectId, name);
  const functions = (await functionsStore.list(sql, projectId)).filter((row) => row.name !== name);
  return [
    ...scripts.map((row) => row.name),
    ...functions.filter(({ calls }) => calls.includes(name)).map((row) => row.name),
  ];
}

const listed = (names: readonly string[]): string =>
  names.length > maxNamed
    ? `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`
    : names.join(', ');
