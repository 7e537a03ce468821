import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { finalRunStatuses, type ReportFormat, type RunStatus, runRoutes } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';

export const runKeys = {
  all: ['runs'] as const,
  run: (runId: string) => ['runs', 'run', runId] as const,
};

/** isFinal tells whether a run or step does not change any more. */
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

/** The list asks again every 3 s while a run of the page is open. */
export const runsQuery = (query: RunListInput) =>
  queryOptions({
    queryKey: [...runKeys.all, 'list', query],
    queryFn: ({ signal }) => api.call(runRoutes.listRuns, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.content.some(({ status }) => !isFinal(status)) ? 3000 : false),
  });

/** Kinds of run seldom change: with the services of the installation. */
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

/** One level of the steps of a run; `none` is the top. */
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

/** What the events of a run say of steps that go on, by their ids; it is only told, never asked for. */
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
