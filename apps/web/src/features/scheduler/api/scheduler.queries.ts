import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallInput } from '@touchstone/contracts';
import { type ScheduleInput, type SchedulerJob, schedulerRoutes } from '@touchstone/contracts/scheduler';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import { isOver } from '../model/execution-look.ts';

export const schedulerKeys = { all: ['scheduler'] as const };

/** Replaces an error's message by the documented sentence, except for a refusal, which keeps its reason. */
async function orMessage<T>(sentence: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    if (!(error instanceof ApiError)) throw new Error(sentence, { cause: error });
    if (error.status < 500) throw error;
    const { status, code, details, requestId } = error;
    throw new ApiError(status, { message: sentence, code, details, ...(requestId && { requestId }) });
  }
}

const listFailed = 'Failed to fetch daily schedules.';
/** Polling interval during a run. */
const runningPollMs = 3000;
const maxPollMs = 600_000;

/**
 * nextAsk returns when the next change is expected, in milliseconds: soon during a run, otherwise when the next job is
 * due.
 */
export function nextAsk(jobs: readonly SchedulerJob[] | undefined, nowMs: number): number | false {
  if (!jobs || jobs.length === 0) return false;
  if (jobs.some(({ lastExecution }) => lastExecution && !isOver(lastExecution.status))) return runningPollMs;
  const due = jobs.flatMap(({ nextDueAt, isPaused }) => (nextDueAt && !isPaused ? new Date(nextDueAt).getTime() : []));
  return due.length === 0 ? false : Math.min(Math.max(Math.min(...due) - nowMs, runningPollMs), maxPollMs);
}

type ListInput = CallInput<typeof schedulerRoutes.listUpcomingJobs>['query'];

/** A page of the jobs that will be due again, or of those that won't. */
export const jobsQuery = (which: 'upcoming' | 'completed', query: ListInput) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'jobs', which, query],
    queryFn: ({ signal }) =>
      orMessage(
        listFailed,
        api.call(
          which === 'upcoming' ? schedulerRoutes.listUpcomingJobs : schedulerRoutes.listCompletedJobs,
          { query },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextAsk(state.data?.content, Date.now()),
  });

/** Number of jobs of a workspace. */
export const jobCountQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'count', projectId],
    queryFn: ({ signal }) => api.call(schedulerRoutes.countJobs, { query: { projectId } }, { signal }),
  });

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'job', jobId],
    queryFn: ({ signal }) => api.call(schedulerRoutes.getJob, { query: { jobId } }, { signal }),
  });

/** A page of the results of due times. */
export const executionsQuery = (query: CallInput<typeof schedulerRoutes.listExecutions>['query']) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'executions', query],
    queryFn: ({ signal }) => api.call(schedulerRoutes.listExecutions, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.content.some(({ status }) => !isOver(status)) ? runningPollMs : false),
  });

/** Time zones with their current offset. */
export const timezonesQuery = queryOptions({
  queryKey: [...schedulerKeys.all, 'timezones'],
  queryFn: async ({ signal }) =>
    (
      await orMessage(
        'An error occurred while fetching the time zone.',
        api.call(schedulerRoutes.listTimezones, {}, { signal }),
      )
    ).content,
  staleTime: Number.POSITIVE_INFINITY,
});

/** When a schedule would be due next; its error says why it can't be. */
export const previewQuery = (projectId: string, schedule: ScheduleInput) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'preview', projectId, schedule],
    queryFn: async ({ signal }) =>
      (await api.call(schedulerRoutes.previewSchedule, { body: { projectId, schedule } }, { signal })).dueAt,
    // Due times depend on the current time.
    staleTime: 0,
    gcTime: 0,
  });

/** Kinds of tests that can be scheduled, by title. */
export const targetKindsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'kinds', projectId],
    queryFn: async ({ signal }) =>
      (await api.call(schedulerRoutes.listTargetKinds, { query: { projectId } }, { signal })).content.toSorted((a, b) =>
        a.title.localeCompare(b.title),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Tests of a kind. */
export const targetSource = (projectId: string, kind: string): ChoiceSource => ({
  queryKey: [...schedulerKeys.all, 'targets', projectId, kind],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      schedulerRoutes.listTargets,
      { query: { projectId, kind, ...query } },
      { signal },
    );
    return { choices: content.map(({ id, title }) => ({ value: id, label: title })), total: totalElements };
  },
});
