import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { movedTree, type TreeMove } from '../model/tree/tree-move.ts';
import { scriptKeys, scriptsQuery } from './scripts.queries.ts';
import { suiteKeys } from './suites.queries.ts';

export const foldersQuery = (suiteId: string) =>
  queryOptions({
    queryKey: [...scriptKeys.all, 'folders', { suiteId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.listFolders, { query: { suiteId } }, { signal })).folders,
  });

type Body<Route extends 'createFolder' | 'updateFolder'> = Omit<
  CallInput<(typeof apiTestingRoutes)[Route]>['body'],
  'suiteId'
>;

/** useFolderMutations provides the mutations of a suite's folders. */
export function useFolderMutations(suiteId: string) {
  const client = useQueryClient();
  const listKey = scriptsQuery(suiteId).queryKey;
  const foldersKey = foldersQuery(suiteId).queryKey;
  const onSuccess = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: foldersKey }),
      client.invalidateQueries({ queryKey: listKey }),
    ]);
    void client.invalidateQueries({ queryKey: suiteKeys.all });
  };
  return {
    create: useMutation({
      mutationFn: (body: Body<'createFolder'>) =>
        api.call(apiTestingRoutes.createFolder, { body: { ...body, suiteId } }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: Body<'updateFolder'>) =>
        api.call(apiTestingRoutes.updateFolder, { body: { ...body, suiteId } }),
      onSuccess,
    }),
    remove: useMutation({
      /** `trashId` identifies the deletion for undo. */
      mutationFn: (query: { path: string; trashId: string }) =>
        api.call(apiTestingRoutes.deleteFolder, { query: { suiteId, ...query } }),
      onSuccess,
    }),
    /** Applies the move optimistically; rolls back if the server refuses. */
    move: useMutation({
      mutationFn: ({ toSuiteId, ...move }: TreeMove & { toSuiteId?: string | undefined }) =>
        api.call(apiTestingRoutes.moveScripts, {
          body: {
            suiteId,
            folder: move.folder,
            scriptIds: [...move.scriptIds],
            folders: [...move.folders],
            ...(move.before === undefined ? {} : { before: move.before }),
            ...(toSuiteId === undefined ? {} : { toSuiteId }),
          },
        }),
      onMutate: async ({ toSuiteId, ...move }) => {
        await Promise.all([
          client.cancelQueries({ queryKey: listKey }),
          client.cancelQueries({ queryKey: foldersKey }),
        ]);
        const scripts = client.getQueryData(listKey);
        const folders = client.getQueryData(foldersKey);
        if (!scripts || !folders) return undefined;
        const moved = movedTree({ scripts, folders }, move, toSuiteId !== undefined && toSuiteId !== suiteId);
        client.setQueryData(listKey, moved.scripts);
        client.setQueryData(foldersKey, moved.folders);
        return { scripts, folders };
      },
      onError: (_error, _move, before) => {
        client.setQueryData(listKey, before?.scripts);
        client.setQueryData(foldersKey, before?.folders);
      },
      onSettled: async (_answer, _error, { toSuiteId }) => {
        if (toSuiteId !== undefined) void client.invalidateQueries({ queryKey: scriptKeys.all });
        await onSuccess();
      },
    }),
  };
}
