import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import type { VariableChanges } from '../model/variable-rows.ts';
import { environmentKeys } from './environments.queries.ts';

async function saveVariables(projectId: string, environmentId: string | null, changes: VariableChanges): Promise<void> {
  const { created, updated, removed } = changes;
  if (removed.length > 0) {
    const query = { projectId, variableIds: removed };
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

async function saveSuiteVariables(projectId: string, suiteId: string, changes: VariableChanges): Promise<void> {
  const { created, updated, removed } = changes;
  if (removed.length > 0)
    await api.call(workspaceRoutes.deleteVariables, { query: { projectId, variableIds: removed } });
  for (const body of updated) await api.call(workspaceRoutes.updateVariable, { body });
  if (created.length > 0)
    await api.call(apiTestingRoutes.createSuiteVariables, { body: { suiteId, variables: created } });
}

/** useEnvironmentMutations are the writes on the environments and variables of one workspace. */
export function useEnvironmentMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: environmentKeys.all });
    await client.invalidateQueries({ queryKey: environmentKeys.variables });
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
      mutationFn: (environmentId: string) => api.call(workspaceRoutes.deleteEnvironment, { query: { environmentId } }),
      onSettled,
    }),
    saveSuiteVariables: useMutation({
      mutationFn: (input: { suiteId: string; changes: VariableChanges }) =>
        saveSuiteVariables(projectId, input.suiteId, input.changes),
      onSettled,
    }),
    saveVariables: useMutation({
      mutationFn: (input: { environmentId: string | null; changes: VariableChanges }) =>
        saveVariables(projectId, input.environmentId, input.changes),
      onSettled,
    }),
  };
}
