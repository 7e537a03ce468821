import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Known targets of a project by name. */
export const knownTargetsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.knownTargets, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listKnownTargets, { query: { projectUUID } }, { signal })).knownTargets,
  });

/** useKnownTargetMutations saves, updates and deletes known targets. */
export function useKnownTargetMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.knownTargets });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createKnownTarget>['body']) =>
        api.call(routes.createKnownTarget, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateKnownTarget>['body']) =>
        api.call(routes.updateKnownTarget, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (uuid: string) => api.call(routes.deleteKnownTarget, { query: { uuid } }),
      onSuccess,
    }),
  };
}
