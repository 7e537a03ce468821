import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { finalRunStatuses, type ReportFormat, type RunStatus, runRoutes } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';

export const runKeys = {
  all: ['runs'] as const,
  run: (runId: string) => ['runs', 'run', runId] as const,
};

/** isFinal returns whether a run or step has reached its final status. */
export const isFinal = (status: RunStatus): boolean => finalRunStatuses.includes(status);

export interface RunListInput {
  projectId: string;
  kind?: string;
  status?: RunStatus;
  searchTerm?: string;
  parentRunId?: string;
  page: number;
  size: number;
}

/** Refetches every 3 s while a listed run is in progress. */
export const runsQuery = (query: RunListInput) =>
  queryOptions({
    queryKey: [...runKeys.all, 'list', query],
    queryFn: ({ signal }) => api.call(runRoutes.listRuns, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.content.some(({ status }) => !isFinal(status)) ? 3000 : false),
  });

/** Kinds of runs rarely change: only with the services of the installation. */
export const runKindsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...runKeys.all, 'kinds', projectId],
    queryFn: async ({ signal }) => (await api.call(runRoutes.listRunKinds, { query: { projectId } }, { signal })).kinds,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'summary'],
    queryFn: ({ signal }) => api.call(runRoutes.getRun, { params: { runId } }, { signal }),
  });

const stepsPerPage = 100;
const filesPerPage = 20;
const next = (last: { page: number; size: number; totalElements: number }) =>
  (last.page + 1) * last.size < last.totalElements ? last.page + 1 : undefined;

/** One level of a run's steps; `none` is the top. */
export const stepsQuery = (runId: string, parentId: string) =>
  infiniteQueryOptions({
    queryKey: [...runKeys.run(runId), 'steps', parentId],
    queryFn: ({ signal, pageParam: page }) =>
      api.call(
        runRoutes.listRunSteps,
        { params: { runId }, query: { parentId, page, size: stepsPerPage } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: next,
  });

/** Progress of active steps by id, from the run's events; it is only set, never fetched. */
export const progressQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'progress'],
    queryFn: (): Readonly<Record<string, string>> => ({}),
    initialData: {},
    enabled: false,
  });

export const attachmentsQuery = (runId: string) =>
  infiniteQueryOptions({
    queryKey: [...runKeys.run(runId), 'attachments'],
    queryFn: ({ signal, pageParam: page }) =>
      api.call(runRoutes.listRunAttachments, { params: { runId }, query: { page, size: filesPerPage } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: next,
  });

/** A file of a finished step never changes. */
export const pictureQuery = (runId: string, attachmentId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'picture', attachmentId],
    queryFn: async ({ signal }) =>
      (await api.raw(runRoutes.downloadRunAttachment, { params: { runId, attachmentId } }, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sectionsQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'sections'],
    queryFn: ({ signal }) => api.call(runRoutes.getRunSections, { params: { runId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fetchRunReport = (runId: string, format: ReportFormat) =>
  api.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } });
export const fetchAttachment = (runId: string, attachmentId: string) =>
  api.raw(runRoutes.downloadRunAttachment, { params: { runId, attachmentId } });
