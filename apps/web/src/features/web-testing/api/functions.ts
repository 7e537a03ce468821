import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Functions of a project by name. */
export const functionsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.functions, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listFunctions, { query: { projectUUID } }, { signal })).functions,
  });

/** useFunctionMutations creates, updates, copies and deletes functions. */
export function useFunctionMutations() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([webKeys.functions, webKeys.steps].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createFunction>['body']) => api.call(routes.createFunction, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateFunction>['body']) => api.call(routes.updateFunction, { body }),
      onSuccess,
    }),
    clone: useMutation({
      mutationFn: (functionUUID: string) => api.call(routes.cloneFunction, { body: { functionUUID } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (query: CallInput<typeof routes.deleteFunction>['query']) =>
        api.call(routes.deleteFunction, { query }),
      onSuccess,
    }),
  };
}
