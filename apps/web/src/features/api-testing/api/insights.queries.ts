import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type InsightRanking, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';

const { apiTesting } = routes;

/** What the numbers speak of. */
export interface InsightScope {
  projectId: string;
  startDate: string;
  endDate: string;
  suiteId?: string;
  environmentName?: string;
  withoutEnvironment?: 'true';
}
/** Runs end while the page is open. */
const fresh = { placeholderData: keepPreviousData, staleTime: 5000, refetchInterval: 30_000 } as const;
const key = [...executionKeys.all, 'insights'] as const;

export const insightsQuery = (scope: InsightScope) =>
  queryOptions({
    queryKey: [...key, 'overview', scope],
    queryFn: ({ signal }) => api.call(apiTesting.getInsights, { query: scope }, { signal }),
    ...fresh,
  });

export const rankingQuery = (
  scope: InsightScope,
  input: { of: 'suite' | 'script'; by: InsightRanking; page: number; size: number },
) =>
  queryOptions({
    queryKey: [...key, 'ranking', scope, input],
    queryFn: ({ signal }) => api.call(apiTesting.listInsightRanking, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });

export const insightRunsQuery = (scope: InsightScope, input: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...key, 'runs', scope, input],
    queryFn: ({ signal }) => api.call(apiTesting.listInsightRuns, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });
