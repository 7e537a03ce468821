import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes, type ScriptSummary } from '@touchstone/contracts/api-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';

export const scriptKeys = { all: ['api-testing', 'scripts'] as const };

/** All scripts of a suite in order; every page is read, since the tree virtualizes the whole list. */
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
    // The editor has its own draft; a silent refetch would only surprise.
    staleTime: Number.POSITIVE_INFINITY,
  });
