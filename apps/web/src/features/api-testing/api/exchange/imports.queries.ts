import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes, type exportFormats } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';

export const importKeys = { all: ['api-testing', 'import-sources'] as const };

/** Documents that a suite's requests were imported from. */
export const importSourcesQuery = (suiteId: string) =>
  queryOptions({
    queryKey: [...importKeys.all, { suiteId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.listImportSources, { query: { suiteId } }, { signal })).content,
  });

type LinkedQuery = CallInput<typeof apiTestingRoutes.listLinkedSpecifications>['query'];
/** A workspace's documents that were imported from an address. */
export const linkedSpecificationsQuery = (query: LinkedQuery) =>
  queryOptions({
    queryKey: [...importKeys.all, 'linked', query],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listLinkedSpecifications, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
/** Specifications that differ from their suites. */
export const changedSpecificationsQuery = (projectId: string) =>
  queryOptions({
    ...linkedSpecificationsQuery({ projectId, state: 'changed', size: 200 }),
    staleTime: 30_000,
  });

export type ExportFormat = (typeof exportFormats)[number];
/** fetchExport exports suites of a workspace as another tool's file; all of them without `suiteIds`. */
export const fetchExport = (projectId: string, suiteIds: string[] | undefined, format: ExportFormat) =>
  api.raw(apiTestingRoutes.exportProject, { body: { projectId, format, ...(suiteIds ? { suiteIds } : {}) } });
