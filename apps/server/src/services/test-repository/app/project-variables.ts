import { canWrite } from '@touchstone/contracts';
import type { Variable } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Actor, VariableInput, Variables } from '../../workspaces/index.ts';
import { readVariables } from '../domain/read-variables.ts';
import { repositoryErrors } from '../errors.ts';
import type { Open } from './open.ts';

/** byPart returns a caller whose workspace is only known from its content: that workspace's licence applies there. */
export const byPart = (caller: Actor): Actor => ({ ...caller, workspaceAccess: canWrite });

/** createProjectVariables manages the variables of projects and their environments. */
export function createProjectVariables({ open, variables }: { open: Open; variables: Variables }) {
  /** Throws if the environment belongs to another project. */
  const assertScope = async (caller: Actor, projectId: string, environmentId: string | null | undefined) => {
    if (environmentId) await variables.plan(caller, projectId, environmentId);
  };
  const inScope = async (caller: Actor, projectId: string, environmentId: string | null | undefined) => {
    await open.project(caller, projectId, 'view');
    await assertScope(caller, projectId, environmentId);
    const all = await variables.list(caller, { projectId });
    return environmentId === undefined ? all : all.filter((one) => one.environmentId === environmentId);
  };
  const add = (caller: Actor, projectId: string, environmentId: string | null, given: VariableInput[]) =>
    environmentId === null
      ? variables.addGlobals(caller, projectId, given)
      : variables.add(caller, environmentId, given);
  const openScope = async (caller: Actor, projectId: string, environmentId: string | null): Promise<void> => {
    await open.project(caller, projectId, 'edit');
    await assertScope(caller, projectId, environmentId);
  };

  return {
    list: inScope,
    async create(
      caller: Actor,
      projectId: string,
      environmentId: string | null,
      given: VariableInput[],
    ): Promise<Variable[]> {
      await openScope(caller, projectId, environmentId);
      return add(caller, projectId, environmentId, given);
    },
    update: (caller: Actor, change: Parameters<Variables['update']>[1]): Promise<Variable> =>
      variables.update(byPart(caller), change),
    async delete(caller: Actor, projectId: string, ids: string[]): Promise<void> {
      const known = new Set((await inScope(caller, projectId, undefined)).map(({ variableId }) => variableId));
      if (!ids.every((id) => known.has(id))) throw new AppError(repositoryErrors.variableNotFound);
      await variables.delete(caller, projectId, ids);
    },
    async copy(caller: Actor, projectId: string, ids: readonly string[], environmentId: string) {
      await open.project(caller, projectId, 'edit');
      return variables.copy(caller, projectId, ids, environmentId);
    },
    /** Imports the variables of a file; existing names get the new value. */
    async upload(caller: Actor, projectId: string, environmentId: string | null, text: string): Promise<Variable[]> {
      await openScope(caller, projectId, environmentId);
      const read = readVariables(text);
      if ('reason' in read)
        throw new AppError(repositoryErrors.variablesUnreadable, { params: { reason: read.reason } });
      const present = await inScope(caller, projectId, environmentId);
      const known = new Map(present.map(({ name, variableId }) => [name, variableId]));
      const fresh = read.variables.filter(({ name }) => !known.has(name));
      if (fresh.length > 0)
        await add(
          caller,
          projectId,
          environmentId,
          fresh.map((one) => ({ ...one, isSecret: false })),
        );
      for (const { name, value } of read.variables) {
        const variableId = known.get(name);
        if (variableId) await variables.update(caller, { variableId, value });
      }
      const given = new Set(read.variables.map(({ name }) => name));
      return (await inScope(caller, projectId, environmentId)).filter(({ name }) => given.has(name));
    },
  };
}
/** ProjectVariables manages the variables of projects and their environments. */
export type ProjectVariables = ReturnType<typeof createProjectVariables>;
