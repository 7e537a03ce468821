import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';

export const performanceKeys = { all: ['performance'] as const };

/** Refetches every 3 s while a listed run is in progress. */
export const performanceListQuery = (body: CallInput<typeof apiTestingRoutes.listPerformanceReports>['body']) =>
  queryOptions({
    queryKey: [...performanceKeys.all, 'list', body],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listPerformanceReports, { body }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.content.some((run) => !finalRunStatuses.includes(run.status)) ? 3000 : false,
  });

/** An hour has a point per second; longer runs have points of several seconds. */
export const performanceReportQuery = (runId: string) =>
  queryOptions({
    queryKey: [...performanceKeys.all, 'report', runId],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.getPerformanceReport, { query: { runId, points: 4000 } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // A reopened run may have progressed.
    refetchOnMount: 'always',
  });

export const performanceComparisonQuery = (runId: string, baselineRunId: string) =>
  queryOptions({
    queryKey: [...performanceKeys.all, 'compare', runId, baselineRunId],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.comparePerformance, { query: { runId, baselineRunId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fetchPerformanceReport = (runId: string, type: 'html' | 'csv' | 'json') =>
  api.raw(apiTestingRoutes.downloadPerformanceReport, { query: { runId, type } });
