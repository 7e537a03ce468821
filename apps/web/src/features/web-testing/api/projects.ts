import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Projects of a team by name; none without a team. */
export const projectsQuery = (
  teamId: string | undefined,
  query: { searchTerm?: string; page?: number; size?: number } = {},
) =>
  queryOptions({
    queryKey: [...webKeys.projects, 'list', teamId, query],
    queryFn: ({ signal }) =>
      teamId === undefined
        ? { content: [], totalElements: 0, page: 0, size: 0 }
        : api.call(routes.listProjects, { query: { teamId, size: 200, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A project with its counts. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.projects, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getProject, { params: { id } }, { signal }),
  });

/** The user's recent projects, newest first. */
export const recentProjectsQuery = (teamUUID: string | undefined) =>
  queryOptions({
    queryKey: [...webKeys.projects, 'recent', teamUUID],
    queryFn: ({ signal }) =>
      teamUUID === undefined ? [] : api.call(routes.listRecentProjects, { query: { teamUUID } }, { signal }),
  });

/** useProjectMutations creates, updates and deletes projects of web testing. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.projects });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createProject>['body']) => api.call(routes.createProject, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({
        projectId,
        ...change
      }: Omit<CallInput<typeof routes.updateProject>['body'], 'projectUUID'> & { projectId: string }) =>
        api.call(routes.updateProject, { body: { projectUUID: projectId, ...change } }),
      onSuccess,
    }),
    /** It can be restored for 30 days. */
    remove: useMutation({
      mutationFn: ({ projectId, projectName }: { projectId: string; projectName: string }) =>
        api.call(routes.deleteProject, { params: { id: projectId }, query: { projectName, restorable: 'true' } }),
      onSuccess,
    }),
  };
}

/** useSampleScripts creates a module with scripts that test the installation's sample shop. */
export function useSampleScripts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectUUID: string) => api.call(routes.createSampleScripts, { body: { projectUUID } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webKeys.all }),
  });
}
