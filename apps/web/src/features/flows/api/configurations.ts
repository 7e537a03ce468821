import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import { inputOf, type RunDraft } from '../model/run-draft.ts';
import { flowKeys } from './flows.queries.ts';

const listKey = (projectId: string) => [...flowKeys.all, 'configurations', projectId];

/** The run configurations of a workspace. */
export const configurationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: listKey(projectId),
    queryFn: async ({ signal }) =>
      (await api.call(flowRoutes.listConfigurations, { query: { projectId } }, { signal })).content,
  });

/** useConfigurations saves and deletes run configurations. */
export function useConfigurations(projectId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: listKey(projectId) });
  return {
    save: useMutation({
      mutationFn: (draft: RunDraft) =>
        draft.configurationId === undefined
          ? api.call(flowRoutes.createConfiguration, { body: { projectId, ...inputOf(draft) } })
          : api.call(flowRoutes.updateConfiguration, {
              params: { configurationId: draft.configurationId },
              body: inputOf(draft),
            }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (configurationId: string) =>
        api.call(flowRoutes.deleteConfiguration, { params: { configurationId } }),
      onSuccess,
    }),
  };
}
