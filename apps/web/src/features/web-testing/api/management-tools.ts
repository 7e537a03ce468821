import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Management tools of a project by name. */
export const managementToolsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.managementTools, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listManagementTools, { query: { projectUUID } }, { signal })).managementTools,
  });

/** useManagementToolMutations adds, updates and deletes management tools. */
export function useManagementToolMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.managementTools });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createManagementTool>['body']) =>
        api.call(routes.createManagementTool, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateManagementTool>['body']) =>
        api.call(routes.updateManagementTool, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (uuid: string) => api.call(routes.deleteManagementTool, { query: { uuid } }),
      onSuccess,
    }),
  };
}
