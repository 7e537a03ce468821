import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Sprints of a project, newest first. */
export const sprintsQuery = (projectUUID: string, query: { searchTerm?: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [...webKeys.sprints, 'list', projectUUID, query],
    queryFn: ({ signal }) => api.call(routes.listSprints, { query: { projectUUID, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every sprint of a project, newest first. */
export const allSprintsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.sprints, 'all', projectUUID],
    queryFn: ({ signal }) => api.call(routes.listAllSprints, { query: { projectUUID } }, { signal }),
  });

/** The results of a sprint's suites. */
export const sprintResultQuery = (sprintUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.sprints, 'result', sprintUUID],
    queryFn: ({ signal }) => api.call(routes.getSprintResult, { query: { sprintUUID } }, { signal }),
  });

/** useSprintMutations creates, updates, starts, completes and deletes sprints. */
export function useSprintMutations(projectUUID: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([webKeys.sprints, webKeys.suites].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createSprint>['body']) =>
        api.call(routes.createSprint, { query: { projectUUID }, body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateSprint>['body']) =>
        api.call(routes.updateSprint, { query: { projectUUID }, body }),
      onSuccess,
    }),
    start: useMutation({
      mutationFn: (sprintUUID: string) => api.call(routes.startSprint, { body: { sprintUUID } }),
      onSuccess,
    }),
    complete: useMutation({
      mutationFn: (body: CallInput<typeof routes.completeSprint>['body']) => api.call(routes.completeSprint, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteSprint, { params: { id } }),
      onSuccess,
    }),
  };
}
