import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { monitoringReportRoutes as reports, resultRoutes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** A page of the checks of a monitored API, latest first. */
export const resultsQuery = (query: CallInput<typeof resultRoutes.listResults>['query']) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'results', query],
    queryFn: ({ signal }) => api.call(resultRoutes.listResults, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** A check with its stored details. */
export const resultQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'result', id],
    queryFn: ({ signal }) => api.call(resultRoutes.getResult, { params: { id } }, { signal }),
  });

/** The steps of a check that ran a suite or workflow. */
export const stepsQuery = (resultId: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'steps', resultId],
    queryFn: ({ signal }) => api.call(reports.getChainingResult, { query: { resultId } }, { signal }),
  });

/** A time span up to now. */
export interface Span {
  hours: number;
}

const hourMs = 3_600_000;
/** Starts at a full minute, so that the cached response is reused for a while. */
const fromOf = ({ hours }: Span): string =>
  new Date(Math.floor((Date.now() - hours * hourMs) / 60_000) * 60_000).toISOString();

/** Response times of a monitored API: percentiles, distribution, phases and course over time. */
export const performanceQuery = (monitorId: string, span: Span) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'performance', monitorId, span],
    queryFn: ({ signal }) => api.call(reports.getPerformance, { query: { monitorId, from: fromOf(span) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs * 6,
  });

/** Checks of a monitored API by day. */
export const daysQuery = (monitorId: string, days: number) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'days', monitorId, days],
    queryFn: ({ signal }) =>
      api.call(reports.getResultGraph, { query: { monitorId, from: fromOf({ hours: days * 24 }) } }, { signal }),
    refetchInterval: pollMs * 12,
  });

/** How a project's monitored APIs did in a time span. */
export const reportQuery = (query: CallInput<typeof reports.getExecutionReportStatus>['query'], span: Span) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'report', query, span],
    queryFn: ({ signal }) =>
      api.call(reports.getExecutionReportStatus, { query: { ...query, from: fromOf(span) } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Checks of all monitored APIs of a project over time, with their share by collection. */
export const projectGraphQuery = (projectId: string, collectionId: string | undefined, span: Span) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'graph', projectId, collectionId, span],
    queryFn: ({ signal }) =>
      api.call(
        reports.getFunctionalGraph,
        { query: { projectId, from: fromOf(span), ...(collectionId && { collectionId }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
