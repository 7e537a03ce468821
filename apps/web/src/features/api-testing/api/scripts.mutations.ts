import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import {
  apiPreviewRoutes,
  apiTestingRoutes,
  type ScriptInput,
  type ScriptSummary,
  type StepDetail,
} from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import { projectKeys } from './projects.queries.ts';
import { scriptKeys, scriptsQuery } from './scripts.queries.ts';
import { type LivePart, sendLive } from './sends/live-send.ts';
import { suiteKeys } from './suites.queries.ts';

/** useScriptMutations provides the mutations of a suite's scripts. */
export function useScriptMutations(suiteId: string, projectId: string | undefined) {
  const client = useQueryClient();
  const listKey = scriptsQuery(suiteId).queryKey;
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: listKey });
    void client.invalidateQueries({ queryKey: suiteKeys.all });
  };
  return {
    save: useMutation({
      /** With `updatedAt` the server refuses to overwrite a newer version. */
      mutationFn: ({ body, updatedAt }: { body: ScriptInput; updatedAt?: string | null }) =>
        api.call(apiTestingRoutes.saveScript, {
          query: {
            ...(body.scriptId ? {} : { suiteId: [suiteId] }),
            ...(body.scriptId && updatedAt ? { updatedAt } : {}),
            projectId,
          },
          body,
        }),
      onSuccess: async (saved) => {
        client.removeQueries({ queryKey: [...scriptKeys.all, 'one', saved.scriptId] });
        await refresh();
      },
    }),
    clone: useMutation({
      mutationFn: (scriptId: string) => api.call(apiTestingRoutes.cloneScript, { body: { scriptId, suiteId } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      /** `trashId` identifies the deletion for undo. */
      mutationFn: async ({ scriptIds, trashId }: { scriptIds: string[]; trashId: string }) => {
        // The ids go in the URL, whose length servers and proxies limit.
        for (let at = 0; at < scriptIds.length; at += 100)
          await api.call(apiTestingRoutes.deleteScripts, {
            query: { scriptIds: scriptIds.slice(at, at + 100), trashId },
          });
      },
      onSuccess: refresh,
    }),
    /** Applies the new order optimistically; rolls back if the server refuses. */
    reorder: useMutation({
      mutationFn: (scriptIds: string[]) => api.call(apiTestingRoutes.reorderScripts, { body: { suiteId, scriptIds } }),
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

/** Where a new request is saved: an existing workspace and suite, or new ones. */
export type SuitePlace = ({ projectId: string } | { newProjectName: string }) &
  ({ suiteId: string } | { newSuiteName: string });

/**
 * useSaveNew saves a request for the first time. A workspace and suite created for it remain if the request is refused.
 */
export function useSaveNew() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ place, script }: { place: SuitePlace; script: ScriptInput }) => {
      const projectId = 'projectId' in place ? place.projectId : await newProject(place.newProjectName);
      const suiteId = 'suiteId' in place ? place.suiteId : await newSuite(projectId, place.newSuiteName);
      return await api.call(apiTestingRoutes.saveScript, { query: { suiteId: [suiteId], projectId }, body: script });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: scriptKeys.all }),
        client.invalidateQueries({ queryKey: suiteKeys.all }),
      ]),
    // Not awaited: the page that shows a request without a workspace is left first.
    onSuccess: () => void client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}

/** newProject creates a workspace and returns its id. */
export const newProject = async (projectName: string): Promise<string> =>
  (await api.call(workspaceRoutes.createProject, { body: { projectName } })).projectId;
/** newSuite creates a suite and returns its id. */
export const newSuite = async (projectId: string, suiteName: string): Promise<string> =>
  (await api.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName } })).suiteId;

/** SendRequest sends an unsaved script once. */
export type SendRequest = (input: {
  body: Omit<CallInput<typeof apiPreviewRoutes.preview>['body'], 'script'> & { script: ScriptInput };
  signal: AbortSignal;
  /** Receives the head and events of an open event stream. */
  onLive: (part: LivePart) => void;
}) => Promise<StepDetail>;

const preview: SendRequest = ({ body, ...live }) => sendLive<StepDetail>(apiPreviewRoutes.preview, { body }, live);

/** usePreview sends an unsaved script once; `send` may store more of it than a preview does. */
export function usePreview(send: SendRequest = preview) {
  return useMutation({ mutationFn: send });
}

/** uploadFile stores a file that form fields may send. */
export function uploadFile(file: File, projectId: string) {
  const body = new FormData();
  body.append('file', file);
  return api.call(apiTestingRoutes.uploadFile, { query: { projectId, fileType: 'form-data' }, body });
}
