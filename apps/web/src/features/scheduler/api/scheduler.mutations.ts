import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SchedulerJob, type SchedulerJobInput, schedulerRoutes } from '@touchstone/contracts/scheduler';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';
import { schedulerKeys } from './scheduler.queries.ts';

const jobsKey = [...schedulerKeys.all, 'jobs'];

/** useSchedulerMutations creates, updates, pauses and deletes jobs, and deletes their history. */
export function useSchedulerMutations(projectId: string) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['jobs', 'job', 'count', 'executions'].map((part) =>
        client.invalidateQueries({ queryKey: [...schedulerKeys.all, part] }),
      ),
    );
  return {
    save: useMutation({
      mutationFn: ({ jobId, body }: { jobId: string | undefined; body: SchedulerJobInput }) =>
        jobId === undefined
          ? api.call(schedulerRoutes.createJob, { query: { projectId }, body })
          : api.call(schedulerRoutes.updateJob, { params: { jobId }, body }),
      onSuccess: refresh,
    }),
    pause: useMutation({
      mutationFn: (body: { jobId: string; isPaused: boolean }) =>
        api.call(schedulerRoutes.pauseJob, { body: { ...body, projectId } }),
      // The switch moves immediately; if the server refuses, the list is refetched.
      onMutate: async ({ jobId, isPaused }) => {
        await client.cancelQueries({ queryKey: jobsKey });
        client.setQueriesData<{ content: SchedulerJob[] }>(
          { queryKey: jobsKey },
          (page) =>
            page && {
              ...page,
              content: page.content.map((job) => (job.jobId === jobId ? { ...job, isPaused } : job)),
            },
        );
      },
      onError: toastError,
      onSettled: refresh,
    }),
    runNow: useMutation({
      mutationFn: (jobId: string) => api.call(schedulerRoutes.runJobNow, { params: { jobId } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (jobIds: string[]) => api.call(schedulerRoutes.deleteJobs, { query: { jobIds, projectId } }),
      onSuccess: refresh,
    }),
    resendResult: useMutation({
      mutationFn: (executionId: string) =>
        api.call(schedulerRoutes.tellExecution, { params: { executionId }, query: { projectId } }),
      onSuccess: refresh,
      onError: toastError,
    }),
    clearHistory: useMutation({
      mutationFn: (which: { jobId?: string; executionIds?: string[] }) =>
        api.call(schedulerRoutes.deleteExecutions, { query: { projectId, ...which } }),
      onSuccess: refresh,
    }),
  };
}
