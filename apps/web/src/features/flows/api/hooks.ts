import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import { flowKeys } from './flows.queries.ts';

/** Webhooks that start a workflow, without their addresses. */
export const hooksQuery = (flowId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'hooks', flowId],
    queryFn: async ({ signal }) => (await api.call(flowRoutes.listHooks, { params: { flowId } }, { signal })).content,
  });

/** useHooks creates and revokes webhooks. */
export function useHooks(flowId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: hooksQuery(flowId).queryKey });
  return {
    create: useMutation({
      mutationFn: (body: { name: string; configurationId: string | null }) =>
        api.call(flowRoutes.createHook, { params: { flowId }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (hookId: string) => api.call(flowRoutes.deleteHook, { params: { flowId, hookId } }),
      onSuccess,
    }),
  };
}
