import type { RepositoryFunction, RepositoryStep } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../../platform/database/assert-room.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { freeCopyName } from '../../domain/free-copy-name.ts';
import { calledFunctions, callOf, neighbours, replaceNeighbours } from '../../domain/step-tree.ts';
import { repositoryErrors } from '../../errors.ts';
import { type FunctionRow, functionsStore } from '../../store/functions.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import { assertSteps, storeSteps } from '../steps.ts';
import { named, type ShowFunctions } from './show-functions.ts';

const maxFunctions = 1000;

type Ports = RepositoryFunction['inputs'];
interface NewFunction {
  projectUUID: string;
  functionName: string;
  description: string;
  inputs: Ports;
  outputs: Ports;
  steps?: RepositoryStep[] | undefined;
  from?: { scriptUUID: string; stepIds: string[]; replace: boolean } | undefined;
}
interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  show: ShowFunctions;
}

/** createCreateFunctions creates functions: from given steps, from a script's steps, or as copies. */
export function createCreateFunctions({ platform, workspaces, open, show: { showOne } }: Needs) {
  const { database } = platform;

  const insert = async (
    db: Sql,
    caller: Actor,
    values: Pick<FunctionRow, 'projectId' | 'name' | 'description' | 'inputs' | 'outputs' | 'steps'>,
  ): Promise<FunctionRow> => {
    assertSteps(values.steps);
    await assertRoom(
      db,
      { place: `functions of ${values.projectId}`, most: maxFunctions, full: repositoryErrors.tooManyFunctions },
      () => functionsStore.count(db, values.projectId),
    );
    return functionsStore.insert(db, {
      id: newId(),
      organizationId: caller.organizationId,
      ...values,
      calls: calledFunctions(values.steps),
      createdByName: caller.name,
      updatedByName: caller.name,
    });
  };

  return {
    async create(caller: Actor, input: NewFunction): Promise<RepositoryFunction> {
      const { projectUUID: projectId, functionName: name, description, inputs, outputs, from } = input;
      await open.project(caller, projectId, 'edit');
      if (!input.steps && !from) throw new AppError(repositoryErrors.noFunctionSteps);
      const script = from && (await openSource(open, caller, projectId, from));
      const made = await named(
        name,
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          const source = script && from && (await takeSource(db, script, from.stepIds));
          const steps = source?.steps ?? input.steps ?? [];
          const row = await insert(db, caller, { projectId, name, description, inputs, outputs, steps });
          if (source && from?.replace) {
            const call = callOf(newId(), { name, inputs, outputs });
            await storeSteps(db, source.row, replaceNeighbours(source.present, from.stepIds, call), caller);
          }
          return row;
        }),
      );
      return showOne(made);
    },
    async clone(caller: Actor, functionId: string, wanted: string | undefined): Promise<RepositoryFunction> {
      const row = await open.testFunction(caller, functionId, 'edit');
      const { projectId, description, inputs, outputs, steps } = row;
      const made = await named(
        wanted ?? '',
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          const taken = (await functionsStore.list(db, projectId)).map(({ name }) => name);
          const name = wanted ?? freeCopyName(`${row.name} copy`, taken);
          return insert(db, caller, { projectId, name, description, inputs, outputs, steps });
        }),
      );
      return showOne(made);
    },
  };
}
/** CreateFunctions creates functions. */
export type CreateFunctions = ReturnType<typeof createCreateFunctions>;

/** The script that a function is created from; it must be in the project, and editable if a call replaces its steps. */
async function openSource(
  open: Open,
  caller: Actor,
  projectId: string,
  { scriptUUID, replace }: { scriptUUID: string; replace: boolean },
): Promise<ScriptRow> {
  const script = await open.script(caller, scriptUUID, replace ? 'edit' : 'view');
  if (script.projectId !== projectId) throw new AppError(repositoryErrors.scriptNotFound);
  if (replace) await open.assertUnlocked(caller, script);
  return script;
}

async function takeSource(sql: Sql, script: ScriptRow, stepIds: readonly string[]) {
  const row = await scriptsStore.lock(sql, script.id);
  if (!row) throw new AppError(repositoryErrors.scriptNotFound);
  const present = await scriptsStore.readSteps(sql, row.id);
  const steps = neighbours(present, stepIds);
  if (!steps) throw new AppError(repositoryErrors.stepsApart);
  return { row, present, steps };
}
