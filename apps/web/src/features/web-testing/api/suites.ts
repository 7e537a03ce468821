import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import { webKeys } from './keys.ts';

/** Where suites are: in a sprint, or in the test lab of a project. */
export interface SuitePlace {
  projectUUID: string;
  /** Empty for the test lab. */
  sprintUUID: string;
}

const placeOf = ({ projectUUID, sprintUUID }: SuitePlace) => ({
  uuid: sprintUUID || projectUUID,
  isSprintUUID: sprintUUID ? ('true' as const) : ('false' as const),
});

/** Suites of a sprint or test lab by name. */
export const suitesQuery = ({ projectUUID, sprintUUID }: SuitePlace) =>
  queryOptions({
    queryKey: [...webKeys.suites, 'list', projectUUID, sprintUUID],
    queryFn: ({ signal }) =>
      sprintUUID
        ? api.call(routes.listAllSprintSuites, { query: { sprintUUID } }, { signal })
        : api.call(routes.listAllTestLabSuites, { query: { projectUUID } }, { signal }),
  });

/** Result counts of the suites of a sprint or test lab. */
export const suiteMetricsQuery = ({ projectUUID, sprintUUID }: SuitePlace) =>
  queryOptions({
    queryKey: [...webKeys.suites, 'metrics', projectUUID, sprintUUID],
    queryFn: ({ signal }) =>
      sprintUUID
        ? api.call(routes.getSprintMetrics, { query: { sprintUUID } }, { signal })
        : api.call(routes.getTestLabMetrics, { query: { projectUUID } }, { signal }),
  });

/** One suite. */
export const suiteQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.suites, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getSuite, { params: { id } }, { signal }),
  });

/** Runnable suites of a project by name, from any sprint. */
export const openSuitesQuery = (projectId: string, searchTerm: string) =>
  queryOptions({
    queryKey: [...webKeys.suites, 'open', projectId, searchTerm],
    queryFn: ({ signal }) =>
      readAllPages((page) =>
        api.call(
          schedulerRoutes.listTargets,
          { query: { projectId, kind: 'web-suite', searchTerm, ...page } },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
  });

/** Runnable suites of a project, as choices. */
export const suiteChoices = (projectId: string): ChoiceSource => ({
  queryKey: [...webKeys.suites, 'names', projectId],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      schedulerRoutes.listTargets,
      { query: { projectId, kind: 'web-suite', ...query } },
      { signal },
    );
    return { total: totalElements, choices: content.map(({ id, title }) => ({ value: id, label: title })) };
  },
});

/** Scripts of a suite in order. */
export const suiteScriptsQuery = (suiteUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.suites, 'scripts', suiteUUID],
    queryFn: ({ signal }) => api.call(routes.listSuiteScripts, { query: { suiteUUID } }, { signal }),
  });

/** useSuiteMutations creates, updates, fills, moves and deletes suites. */
export function useSuiteMutations(place: SuitePlace) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([webKeys.suites, webKeys.sprints].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createSuite>['body']) =>
        api.call(routes.createSuite, { query: placeOf(place), body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateSuite>['body']) =>
        api.call(routes.updateSuite, { query: placeOf(place), body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (suiteUUIDs: string[]) =>
        api.call(routes.deleteSuites, { query: { uuid: placeOf(place).uuid }, body: { suiteUUIDs } }),
      onSuccess,
    }),
    setScripts: useMutation({
      mutationFn: (body: CallInput<typeof routes.setSuiteScripts>['body']) =>
        api.call(routes.setSuiteScripts, { body }),
      onSuccess,
    }),
    addScripts: useMutation({
      mutationFn: (body: CallInput<typeof routes.importScripts>['body']) => api.call(routes.importScripts, { body }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (body: CallInput<typeof routes.importSuites>['body']) => api.call(routes.importSuites, { body }),
      onSuccess,
    }),
  };
}
