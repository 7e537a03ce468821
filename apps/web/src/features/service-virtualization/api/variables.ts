import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mockVariableRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import type { VariableChanges } from '../../api-testing/index.ts';
import { mockKeys } from './keys.ts';

/** Variables of a project; secrets are empty. */
export const variablesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...mockKeys.variables, projectId],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listVariables, { query: { projectId } }, { signal })).variables,
  });

async function save(projectId: string, { created, updated, removed }: VariableChanges): Promise<void> {
  // Removals come first, so that a removed name can be reused.
  if (removed.length > 0)
    await api.call(routes.deleteVariables, { query: { projectId, variableIds: removed.join(',') } });
  for (const change of updated) await api.call(routes.updateVariable, { body: change });
  if (created.length > 0) await api.call(routes.createVariables, { body: { projectId, variables: created } });
}

/** useSaveVariables saves the changes of the variables grid. */
export function useSaveVariables(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: VariableChanges) => save(projectId, changes),
    onSettled: () =>
      Promise.all([mockKeys.variables, mockKeys.assets].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
