import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Sessions saved by a project's steps, by name. */
export const keptSessionsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.keptSessions, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listKeptSessions, { query: { projectUUID } }, { signal })).sessions,
  });

/** useKeptSessionMutations deletes saved sessions: one, or all of a project. */
export function useKeptSessionMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: webKeys.keptSessions });
  return {
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteKeptSession, { params: { id } }),
      onSettled,
    }),
    removeAll: useMutation({
      mutationFn: (projectUUID: string) => api.call(routes.deleteKeptSessions, { query: { projectUUID } }),
      onSettled,
    }),
  };
}
