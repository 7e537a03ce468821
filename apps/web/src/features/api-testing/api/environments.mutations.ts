import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import type { VariableChanges } from '../model/variable-rows.ts';
import { environmentKeys } from './environments.queries.ts';

const { apiTesting } = routes;

async function saveVariables(projectId: string, environmentId: string | null, changes: VariableChanges): Promise<void> {
  const { created, updated, removed } = changes;
  if (removed.length > 0) {
    const query = { projectId, variableIds: removed };
    await api.call(environmentId === null ? apiTesting.deleteGlobals : apiTesting.deleteVariables, { query });
  }
  for (const body of updated)
    await api.call(environmentId === null ? apiTesting.updateGlobal : apiTesting.updateVariable, { body });
  if (created.length === 0) return;
  if (environmentId === null) await api.call(apiTesting.createGlobals, { body: { projectId, variables: created } });
  else await api.call(apiTesting.createVariables, { body: { environmentId, variables: created } });
}

async function saveSuiteVariables(projectId: string, suiteId: string, changes: VariableChanges): Promise<void> {
  const { created, updated, removed } = changes;
  if (removed.length > 0) await api.call(apiTesting.deleteVariables, { query: { projectId, variableIds: removed } });
  for (const body of updated) await api.call(apiTesting.updateVariable, { body });
  if (created.length > 0) await api.call(apiTesting.createSuiteVariables, { body: { suiteId, variables: created } });
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
        api.call(apiTesting.createEnvironment, { body: { projectId, environmentName } }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.renameEnvironment>['body']) =>
        api.call(apiTesting.renameEnvironment, { body }),
      onSettled,
    }),
    clone: useMutation({
      mutationFn: (query: CallInput<typeof apiTesting.cloneEnvironment>['query']) =>
        api.call(apiTesting.cloneEnvironment, { query }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (environmentId: string) => api.call(apiTesting.deleteEnvironment, { query: { environmentId } }),
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
