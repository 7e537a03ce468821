import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
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

/** useFolderMutations are the writes on the folders of one suite. */
export function useFolderMutations(suiteId: string) {
  const client = useQueryClient();
  const onSuccess = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: foldersQuery(suiteId).queryKey }),
      client.invalidateQueries({ queryKey: scriptsQuery(suiteId).queryKey }),
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
      mutationFn: (path: string) => api.call(apiTestingRoutes.deleteFolder, { query: { suiteId, path } }),
      onSuccess,
    }),
    moveScripts: useMutation({
      mutationFn: (move: { scriptIds: string[]; folder: string }) =>
        api.call(apiTestingRoutes.moveScripts, { body: { ...move, suiteId } }),
      onSuccess,
    }),
  };
}
