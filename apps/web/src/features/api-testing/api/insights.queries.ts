import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes, type InsightRanking, type RankedBy } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';

/** What the insights cover. */
export interface InsightScope {
  projectId: string;
  startDate: string;
  endDate: string;
  suiteId?: string;
  environmentName?: string;
  withoutEnvironment?: 'true';
}
/** Runs finish while the page is open. */
const fresh = { placeholderData: keepPreviousData, staleTime: 5000, refetchInterval: 30_000 } as const;
const key = [...executionKeys.all, 'insights'] as const;

export const insightsQuery = (scope: InsightScope) =>
  queryOptions({
    queryKey: [...key, 'overview', scope],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getInsights, { query: scope }, { signal }),
    ...fresh,
  });

export const rankingQuery = (
  scope: InsightScope,
  input: { of: RankedBy; by: InsightRanking; page: number; size: number },
) =>
  queryOptions({
    queryKey: [...key, 'ranking', scope, input],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.listInsightRanking, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });

export const insightRunsQuery = (scope: InsightScope, input: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...key, 'runs', scope, input],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listInsightRuns, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });

/** Failed steps grouped by message template. */
export const failureClustersQuery = (scope: InsightScope, input: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...key, 'failures', scope, input],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.listFailureClusters, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });

/** The failed steps of a cluster, and their scripts. */
export const clusteredStepsQuery = (scope: InsightScope, input: { signature: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [...key, 'failed-steps', scope, input],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.listClusteredSteps, { query: { ...scope, ...input } }, { signal }),
    ...fresh,
  });
