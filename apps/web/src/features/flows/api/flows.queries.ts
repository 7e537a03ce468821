import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { flowRoutes } from '@touchstone/contracts/flows';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { baseKinds } from '@touchstone/engine-flow/core';
import { api } from '../../../shared/api.ts';
import { loadFlowNodeLooks } from '../../../shared/flows/flow-node-look.ts';
import type { FlowDocument } from '../model/document/flow-document.ts';
import { BlockKinds } from '../model/kinds.ts';
import { readDocument, sentDocument } from '../model/read-document.ts';
import { runPollMs } from './live-flow-run.ts';

export const flowKeys = { all: ['flows'] as const };

/** A page of the workflows of a workspace. */
export const flowsQuery = (input: { projectId: string; searchTerm?: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'list', input],
    queryFn: ({ signal }) => api.call(flowRoutes.listFlows, { query: input }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A workflow with its document. The editor keeps its own; others' changes arrive with the next save. */
export const flowQuery = (flowId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'one', flowId],
    queryFn: async ({ signal }) => {
      const { document, ...flow } = await api.call(flowRoutes.getFlow, { params: { flowId } }, { signal });
      return { ...flow, document: readDocument(document) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** References of a saved workflow to deleted items, such as scripts. */
export const deletedQuery = (
  flow: { flowId: string; projectId: string; revision: number },
  document: () => FlowDocument,
) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'deleted', flow],
    queryFn: async ({ signal }) => {
      const body = { projectId: flow.projectId, document: sentDocument(document()) };
      const { faults } = await api.call(flowRoutes.validateFlow, { body }, { signal });
      // The page finds all other faults itself, also before a save.
      return faults.filter(({ code }) => code.startsWith('DELETED_'));
    },
  });

/** The node kinds of a workspace, with the features' looks. */
export const kindsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'kinds', projectId],
    queryFn: async ({ signal }) => {
      const [{ kinds }, looks] = await Promise.all([
        api.call(flowRoutes.listFlowKinds, { query: { projectId } }, { signal }),
        loadFlowNodeLooks(),
      ]);
      return new BlockKinds(kinds, looks, baseKinds);
    },
    // Kinds have methods, which can't be compared.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The inputs and outputs of what a node runs. */
export const portsQuery = (projectId: string, kind: string, referenceId: string, environmentId?: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'ports', { projectId, kind, referenceId, environmentId }],
    queryFn: ({ signal }) =>
      api.call(
        flowRoutes.getFlowPorts,
        { query: { projectId, kind, referenceId, ...(environmentId && { environmentId }) } },
        { signal },
      ),
  });

/** A run, node by node; `useLiveFlowRun` refetches it on its events until it ends. */
export const flowRunQuery = (runId: string) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'run', runId],
    queryFn: async ({ signal }) => {
      const { document, ...run } = await api.call(flowRoutes.getFlowRun, { params: { runId } }, { signal });
      return { ...run, document: readDocument(document) };
    },
    refetchInterval: ({ state }) => (state.data && finalRunStatuses.includes(state.data.status) ? false : runPollMs),
  });
