import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes, type ScriptInput, type ScriptSummary } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { scriptKeys, scriptsQuery } from './scripts.queries.ts';
import { suiteKeys } from './suites.queries.ts';

const { apiTesting, apiPreview } = routes;

/** useScriptMutations are the writes on the scripts of one suite. */
export function useScriptMutations(suiteId: string, projectId: string) {
  const client = useQueryClient();
  const listKey = scriptsQuery(suiteId).queryKey;
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: listKey });
    void client.invalidateQueries({ queryKey: suiteKeys.all });
  };
  return {
    save: useMutation({
      mutationFn: (body: ScriptInput) =>
        api.call(apiTesting.saveScript, {
          query: { ...(body.scriptId ? {} : { suiteId: [suiteId] }), projectId },
          body,
        }),
      onSuccess: async (saved) => {
        client.removeQueries({ queryKey: [...scriptKeys.all, 'one', saved.scriptId] });
        await refresh();
      },
    }),
    clone: useMutation({
      mutationFn: (scriptId: string) => api.call(apiTesting.cloneScript, { body: { scriptId, suiteId } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (scriptIds: string[]) => api.call(apiTesting.deleteScripts, { query: { scriptIds } }),
      onSuccess: refresh,
    }),
    /** Shows the new order at once and takes it back when the server refuses. */
    reorder: useMutation({
      mutationFn: (scriptIds: string[]) => api.call(apiTesting.reorderScripts, { body: { suiteId, scriptIds } }),
      onMutate: async (scriptIds) => {
        await client.cancelQueries({ queryKey: listKey });
        const before = client.getQueryData(listKey);
        const byId = new Map(before?.map((script) => [script.scriptId, script]));
        client.setQueryData(
          listKey,
          scriptIds.map((id) => byId.get(id)).filter((script): script is ScriptSummary => script !== undefined),
        );
        return { before };
      },
      onError: (_error, _ids, context) => client.setQueryData(listKey, context?.before),
      onSettled: () => client.invalidateQueries({ queryKey: listKey }),
    }),
  };
}

/** usePreview sends an unsaved script once. */
export function usePreview() {
  return useMutation({
    mutationFn: ({ body, signal }: { body: CallInput<typeof apiPreview.preview>['body']; signal: AbortSignal }) =>
      api.call(apiPreview.preview, { body }, { signal }),
  });
}

/** uploadFile stores a file that form fields may send. */
export function uploadFile(file: File, projectId: string) {
  const body = new FormData();
  body.append('file', file);
  return api.call(apiTesting.uploadFile, { query: { projectId, fileType: 'form-data' }, body });
}
