import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes, type Suite } from '@touchstone/contracts/api-testing';
import { eachPage, readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';

export const suiteKeys = { all: ['api-testing', 'suites'] as const };

export interface SuiteListInput {
  projectId: string;
  searchTerm?: string | undefined;
  page: number;
  size: number;
}

/** A page of the suites of a workspace. */
export const suitesQuery = (input: SuiteListInput) =>
  queryOptions({
    queryKey: [...suiteKeys.all, 'list', input],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listSuites, { query: input }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every suite of a workspace, the suites of workflows last. */
export const everySuiteQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...suiteKeys.all, 'every', projectId],
    queryFn: async ({ signal }): Promise<Suite[]> => {
      const read = (isChaining: 'true' | 'false') =>
        readAllPages((page) =>
          api.call(apiTestingRoutes.listSuites, { query: { projectId, isChaining, ...page } }, { signal }),
        );
      return (await Promise.all([read('false'), read('true')])).flat();
    },
  });

/** The contract has no call for a single suite, so pages are read until it is found. */
export const suiteQuery = (projectId: string, suiteId: string) =>
  queryOptions({
    queryKey: [...suiteKeys.all, 'one', { projectId, suiteId }],
    queryFn: async ({ signal }): Promise<Suite | null> => {
      const pages = eachPage((page) =>
        api.call(apiTestingRoutes.listSuites, { query: { projectId, ...page } }, { signal }),
      );
      for await (const suites of pages) {
        const found = suites.find((suite) => suite.suiteId === suiteId);
        if (found) return found;
      }
      return null;
    },
  });

/** The suites of a workspace, as choices. */
export const suiteChoices = (projectId: string): ChoiceSource => ({
  queryKey: [...suiteKeys.all, 'names', projectId],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      apiTestingRoutes.listSuites,
      { query: { projectId, ...query } },
      { signal },
    );
    return {
      total: totalElements,
      choices: content.map((suite) => ({ value: suite.suiteId, label: suite.suiteName })),
    };
  },
});
