import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes, type ExecutionStatus } from '@touchstone/contracts/api-testing';
import type { ReportFormat, RunStatus } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';
import { isFinal } from '../model/run/execution-status.ts';

export const executionKeys = { all: ['api-testing', 'executions'] as const };

export interface ReportListInput {
  projectId: string;
  statuses?: ExecutionStatus[] | undefined;
  searchTerm?: string | undefined;
  suiteId?: string | undefined;
  page: number;
  size: number;
}

export const listReports = (body: ReportListInput, signal: AbortSignal) =>
  api.call(apiTestingRoutes.listReports, { body }, { signal });

/** Refetches every 3 s while a listed run is in progress. */
export const reportsQuery = (input: ReportListInput) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'list', input],
    queryFn: ({ signal }) => listReports(input, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.content.some((run) => !isFinal(run.status)) ? 3000 : false),
  });

export const metricsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'metrics', projectId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getDashboardMetrics, { query: { projectId } }, { signal }),
  });

export const executionQuery = (runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'summary', runId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getExecutionSummary, { query: { runId } }, { signal }),
  });

/** A finished step never changes; `version` identifies a running step's state. */
export const stepQuery = (runId: string, stepId: string, version: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'step', runId, stepId, version],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getExecutionStep, { query: { runId, stepId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => (before?.stepId === stepId ? before : undefined),
  });

/**
 * The step that explains the outcome of a finished run: the first of 100 that didn't pass, or the last; null without
 * steps.
 */
export const decisiveStepQuery = (runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'telling-step', runId],
    queryFn: async ({ signal }) => {
      const { content } = await fetchSteps({ runId, page: 0, size: 100 }, signal);
      return content.find(({ status }) => status === 'failed' || status === 'error') ?? content.at(-1) ?? null;
    },
  });

export const compareQuery = (baseRunId: string, runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'compare', baseRunId, runId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.compareResults, { body: { baseRunId, runId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fetchSteps = (
  input: { runId: string; page: number; size: number; status?: RunStatus },
  signal: AbortSignal,
) => api.call(apiTestingRoutes.listExecutionSteps, { query: input }, { signal });
export const fetchReport = (runId: string, type: ReportFormat) =>
  api.raw(apiTestingRoutes.downloadFile, { query: { runId, type } });
export const fetchBody = (runId: string, stepId: string, side: 'request' | 'response') =>
  api.raw(apiTestingRoutes.downloadBody, { query: { runId, stepId, side } });
export const fetchUploaded = (fileId: string) => api.raw(apiTestingRoutes.downloadScriptFile, { query: { fileId } });
