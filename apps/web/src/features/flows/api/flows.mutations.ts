import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type Configuration, type FlowFile, flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import type { FlowDocument } from '../model/document/flow-document.ts';
import { sentDocument } from '../model/read-document.ts';
import { inputOf, isChanged, type RunDraft } from '../model/run-draft.ts';
import { flowKeys, flowRunQuery } from './flows.queries.ts';

/** uploadDataFile uploads a data file to a workspace; resolves with its contents. */
export function uploadDataFile(projectId: string, file: File) {
  const body = new FormData();
  body.append('file', file, file.name);
  return api.call(apiTestingRoutes.uploadDataFile, { query: { projectId }, body });
}

/** An unchanged configuration is sent by id; changed or unsaved ones are sent as values. */
function runBody(draft: RunDraft, saved: Configuration | undefined) {
  if (saved && draft.configurationId === saved.configurationId && !isChanged(draft, saved))
    return { configurationId: saved.configurationId };
  const { environmentId, variables, parallel } = inputOf(draft);
  return { variables, ...(environmentId !== null && { environmentId }), ...(parallel !== null && { parallel }) };
}

/** useFlowMutations creates, saves, renames, copies, deletes and runs workflows, and answers what a run waits for. */
export function useFlowMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: [...flowKeys.all, 'list'] });
  return {
    create: useMutation({
      mutationFn: (body: { projectId: string; name: string }) => api.call(flowRoutes.createFlow, { body }),
      onSuccess,
    }),
    importFile: useMutation({
      mutationFn: (body: { projectId: string; file: FlowFile }) => api.call(flowRoutes.importFlow, { body }),
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
      onSuccess,
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
      mutationFn: ({ flowId, draft, saved }: { flowId: string; draft: RunDraft; saved?: Configuration | undefined }) =>
        api.call(flowRoutes.runFlow, { params: { flowId }, body: runBody(draft, saved) }),
      onSuccess,
    }),
    rerun: useMutation({
      mutationFn: ({ runId, fromNode }: { runId: string; fromNode: string }) =>
        api.call(flowRoutes.rerunFlow, { params: { runId }, body: { fromNode } }),
    }),
    signal: useMutation({
      mutationFn: ({
        runId,
        ...body
      }: {
        runId: string;
        node: string;
        outcome: 'approved' | 'rejected';
        comment: string;
      }) => api.call(flowRoutes.signalFlowRun, { params: { runId }, body }),
      onSuccess: (_answer, { runId }) => client.invalidateQueries({ queryKey: flowRunQuery(runId).queryKey }),
    }),
  };
}
