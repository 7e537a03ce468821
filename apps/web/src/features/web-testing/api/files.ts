import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Files of a project by name. */
export const filesQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.files, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listProjectFiles, { query: { projectUUID } }, { signal })).files,
  });

/** useFileMutations uploads and deletes files of a project. */
export function useFileMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.files });
  return {
    save: useMutation({
      mutationFn: (body: CallInput<typeof routes.saveProjectFile>['body']) =>
        api.call(routes.saveProjectFile, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteProjectFile, { params: { id } }),
      onSuccess,
    }),
  };
}

/** fetchFile downloads a project file. */
export const fetchFile = (id: string) => api.raw(routes.downloadProjectFile, { params: { id } });
