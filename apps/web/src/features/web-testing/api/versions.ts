import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';
import { stepsQuery } from './steps.ts';

/** Restore points of a script, newest first. */
export const versionsQuery = (scriptUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.versions, scriptUUID],
    queryFn: ({ signal }) => api.call(routes.listVersions, { query: { scriptUUID, size: 100 } }, { signal }),
  });

/** useVersionMutations saves, restores and deletes restore points of a script. */
export function useVersionMutations(scriptUUID: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.versions });
  return {
    create: useMutation({
      mutationFn: (versionName: string) =>
        api.call(routes.createVersion, { query: { scriptUUID }, body: { versionName } }),
      onSuccess,
    }),
    restore: useMutation({
      mutationFn: (scriptVersionUUID: string) => api.call(routes.restoreVersion, { body: { scriptVersionUUID } }),
      onSuccess: (restored) => {
        client.setQueryData(stepsQuery(scriptUUID).queryKey, restored);
        return onSuccess();
      },
    }),
    remove: useMutation({
      mutationFn: (scriptVersionUUID: string) => api.call(routes.deleteVersion, { query: { scriptVersionUUID } }),
      onSuccess,
    }),
  };
}
