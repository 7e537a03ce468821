import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type Environment, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { api } from '../../../shared/api.ts';
import type { VariableChanges } from '../model/variable-rows.ts';
import { environmentKeys } from './environments.queries.ts';
import { offerVariablesUndo } from './offer-undo.ts';

/** The workspace and the changes to save, with the trash id under which removed variables can be restored. */
interface Saving {
  projectId: string;
  changes: VariableChanges;
  trashId: string;
}

async function saveVariables(
  environmentId: string | null,
  { projectId, changes: { created, updated, removed }, trashId }: Saving,
): Promise<void> {
  if (removed.length > 0) {
    const query = { projectId, variableIds: removed, trashId };
    await api.call(environmentId === null ? workspaceRoutes.deleteGlobals : workspaceRoutes.deleteVariables, {
      query,
    });
  }
  for (const body of updated)
    await api.call(environmentId === null ? workspaceRoutes.updateGlobal : workspaceRoutes.updateVariable, { body });
  if (created.length === 0) return;
  if (environmentId === null)
    await api.call(workspaceRoutes.createGlobals, { body: { projectId, variables: created } });
  else await api.call(workspaceRoutes.createVariables, { body: { environmentId, variables: created } });
}

async function saveSuiteVariables(
  suiteId: string,
  { projectId, changes: { created, updated, removed }, trashId }: Saving,
): Promise<void> {
  if (removed.length > 0)
    await api.call(workspaceRoutes.deleteVariables, { query: { projectId, variableIds: removed, trashId } });
  for (const body of updated) await api.call(workspaceRoutes.updateVariable, { body });
  if (created.length > 0)
    await api.call(apiTestingRoutes.createSuiteVariables, { body: { suiteId, variables: created } });
}

/** useEnvironmentMutations provides the mutations of a workspace's environments and variables. */
export function useEnvironmentMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: environmentKeys.all });
    await client.invalidateQueries({ queryKey: environmentKeys.variables });
  };
  /** Saves with a new trash id, so that removed variables can be restored. */
  const saved = async ({ changes }: { changes: VariableChanges }, save: (saving: Saving) => Promise<void>) => {
    const trashId = newId();
    await save({ projectId, changes, trashId });
    const count = changes.removed.length;
    if (count === 0) return;
    const message = count === 1 ? 'Variable deleted' : `${count} variables deleted`;
    await offerVariablesUndo(client, { message, projectId, trashId });
  };
  return {
    create: useMutation({
      mutationFn: (environmentName: string) =>
        api.call(workspaceRoutes.createEnvironment, { body: { projectId, environmentName } }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: (body: CallInput<typeof workspaceRoutes.renameEnvironment>['body']) =>
        api.call(workspaceRoutes.renameEnvironment, { body }),
      onSettled,
    }),
    clone: useMutation({
      mutationFn: (query: CallInput<typeof workspaceRoutes.cloneEnvironment>['query']) =>
        api.call(workspaceRoutes.cloneEnvironment, { query }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: async ({ environmentId, environmentName }: Environment) => {
        const trashId = newId();
        await api.call(workspaceRoutes.deleteEnvironment, { query: { environmentId, trashId } });
        await offerVariablesUndo(client, { message: `${environmentName} deleted`, projectId, trashId });
      },
      onSettled,
    }),
    saveSuiteVariables: useMutation({
      mutationFn: (input: { suiteId: string; changes: VariableChanges }) =>
        saved(input, (saving) => saveSuiteVariables(input.suiteId, saving)),
      onSettled,
    }),
    saveVariables: useMutation({
      mutationFn: (input: { environmentId: string | null; changes: VariableChanges }) =>
        saved(input, (saving) => saveVariables(input.environmentId, saving)),
      onSettled,
    }),
  };
}
