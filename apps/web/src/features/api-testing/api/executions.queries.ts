import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ExecutionStatus, type ReportFormat, type RunStatus, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { isFinal } from '../model/execution-status.ts';

const { apiTesting } = routes;
export const executionKeys = { all: ['api-testing', 'executions'] as const };

export interface ReportListInput {
  projectId: string;
  statuses?: ExecutionStatus[] | undefined;
  searchTerm?: string | undefined;
  suiteId?: string | undefined;
  page: number;
  size: number;
}

/** The list asks again every 3 s while a run of the page is on its way. */
export const reportsQuery = (input: ReportListInput) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'list', input],
    queryFn: ({ signal }) => api.call(apiTesting.listReports, { body: input }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.content.some((run) => !isFinal(run.status)) ? 3000 : false),
  });

export const metricsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'metrics', projectId],
    queryFn: ({ signal }) => api.call(apiTesting.getDashboardMetrics, { query: { projectId } }, { signal }),
  });

export const executionQuery = (runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'summary', runId],
    queryFn: ({ signal }) => api.call(apiTesting.getExecutionSummary, { query: { runId } }, { signal }),
  });

/** A finished step never changes; `version` tells a running step's states apart. */
export const stepQuery = (runId: string, stepId: string, version: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'step', runId, stepId, version],
    queryFn: ({ signal }) => api.call(apiTesting.getExecutionStep, { query: { runId, stepId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => (before?.stepId === stepId ? before : undefined),
  });

export const compareQuery = (baseRunId: string, runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'compare', baseRunId, runId],
    queryFn: ({ signal }) => api.call(apiTesting.compareResults, { body: { baseRunId, runId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fetchSteps = (
  input: { runId: string; page: number; size: number; status?: RunStatus },
  signal: AbortSignal,
) => api.call(apiTesting.listExecutionSteps, { query: input }, { signal });
export const fetchReport = (runId: string, type: ReportFormat) =>
  api.raw(apiTesting.downloadFile, { query: { runId, type } });
export const fetchBody = (runId: string, stepId: string, side: 'request' | 'response') =>
  api.raw(apiTesting.downloadBody, { query: { runId, stepId, side } });
export const fetchUploaded = (fileId: string) => api.raw(apiTesting.downloadScriptFile, { query: { fileId } });
