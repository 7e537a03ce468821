import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes, type ScriptSummary } from '@touchstone/contracts/api-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';

export const scriptKeys = { all: ['api-testing', 'scripts'] as const };

/** All scripts of a suite in their order; the tree virtualizes them, so all pages are read. */
export const scriptsQuery = (suiteId: string) =>
  queryOptions({
    queryKey: [...scriptKeys.all, 'list', { suiteId }],
    queryFn: ({ signal }): Promise<ScriptSummary[]> =>
      readAllPages((page) => api.call(apiTestingRoutes.listScripts, { query: { suiteId, ...page } }, { signal })),
  });

export const scriptQuery = (scriptId: string) =>
  queryOptions({
    queryKey: [...scriptKeys.all, 'one', scriptId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getScript, { query: { scriptId } }, { signal }),
    // The editor holds its own draft; a silent refetch would only surprise.
    staleTime: Number.POSITIVE_INFINITY,
  });
