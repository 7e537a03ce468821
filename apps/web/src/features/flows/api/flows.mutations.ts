import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import type { FlowDocument } from '../model/document/flow-document.ts';
import { sentDocument } from '../model/read-document.ts';
import { flowKeys } from './flows.queries.ts';

/** useFlowMutations make, save, rename, copy, delete and run workflows. */
export function useFlowMutations() {
  const client = useQueryClient();
  const onSuccess = () => void client.invalidateQueries({ queryKey: [...flowKeys.all, 'list'] });
  return {
    create: useMutation({
      mutationFn: (body: { projectId: string; name: string }) => api.call(flowRoutes.createFlow, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ flowId, revision, document }: { flowId: string; revision: number; document: FlowDocument }) =>
        api.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision, document: sentDocument(document) } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ flowId, name }: { flowId: string; name: string }) =>
        api.call(flowRoutes.renameFlow, { params: { flowId }, body: { name } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [...flowKeys.all, 'list'] }),
    }),
    clone: useMutation({
      mutationFn: (flowId: string) => api.call(flowRoutes.cloneFlow, { params: { flowId }, body: {} }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (flowIds: string[]) => api.call(flowRoutes.deleteFlows, { query: { flowIds } }),
      onSuccess,
    }),
    run: useMutation({
      mutationFn: ({ flowId, environmentId }: { flowId: string; environmentId?: string | undefined }) =>
        api.call(flowRoutes.runFlow, { params: { flowId }, body: environmentId ? { environmentId } : {} }),
      onSuccess,
    }),
  };
}
