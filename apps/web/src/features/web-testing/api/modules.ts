import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import { webKeys } from './keys.ts';

/** Modules of a project by name. */
export const modulesQuery = (projectId: string, query: { searchTerm?: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [...webKeys.modules, 'list', projectId, query],
    queryFn: ({ signal }) => api.call(routes.listModules, { query: { projectId, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One module. */
export const moduleQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.modules, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getModule, { params: { id } }, { signal }),
  });

/** The user's recent modules of a project, newest first. */
export const recentModulesQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.modules, 'recent', projectUUID],
    queryFn: ({ signal }) => api.call(routes.listRecentModules, { query: { projectUUID } }, { signal }),
  });

/** useModuleMutations creates, updates and deletes modules. */
export function useModuleMutations() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [webKeys.modules, webKeys.projects, webKeys.scripts].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  return {
    create: useMutation({
      mutationFn: ({ projectId, ...body }: CallInput<typeof routes.createModule>['body'] & { projectId: string }) =>
        api.call(routes.createModule, { query: { projectId }, body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ projectUUID, ...body }: CallInput<typeof routes.updateModule>['body'] & { projectUUID: string }) =>
        api.call(routes.updateModule, { query: { projectUUID }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteModule, { params: { id } }),
      onSuccess,
    }),
  };
}

/** Modules of a project, as choices. */
export const moduleChoices = (projectId: string): ChoiceSource => ({
  queryKey: [...webKeys.modules, 'names', projectId],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      routes.listModules,
      { query: { projectId, ...query } },
      { signal },
    );
    return {
      total: totalElements,
      choices: content.map(({ uuid, moduleName }) => ({ value: uuid, label: moduleName })),
    };
  },
});
