import { queryOptions, useMutation } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes, type ScriptStepResult } from '@touchstone/contracts/web-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { runKeys } from '../../runs/index.ts';
import { webKeys } from './keys.ts';

/** What a run was run with. It is read again when events of the run tell of steps. */
export const reportQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'steps', 'web-report'],
    queryFn: ({ signal }) => api.call(routes.getTestReport, { query: { runId, page: 0, size: 1 } }, { signal }),
  });

/** Every step of a run in order of execution. */
export const resultsQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'steps', 'web-results'],
    queryFn: ({ signal }): Promise<ScriptStepResult[]> =>
      readAllPages(async (page) => {
        const { steps, totalElements } = await api.call(
          routes.getTestReport,
          { query: { runId, ...page } },
          { signal },
        );
        return { content: steps, totalElements };
      }),
  });

/** Where scripts can be run: all runners, and those of each label. */
export const nodesQuery = queryOptions({
  queryKey: [...webKeys.runs, 'nodes'],
  queryFn: async ({ signal }) => (await api.call(routes.listNodes, {}, { signal })).nodes,
  staleTime: 30_000,
});

/** Browsers of the machine where scripts are run. */
export const browsersQuery = queryOptions({
  queryKey: [...webKeys.runs, 'browsers'],
  queryFn: async ({ signal }) => (await api.call(routes.listBrowsers, {}, { signal })).browsers,
  staleTime: 60_000,
});

/** useExecutions start runs of scripts. */
export function useExecutions() {
  return {
    dryRun: useMutation({
      mutationFn: (body: CallInput<typeof routes.executeModuleTest>['body']) =>
        api.call(routes.executeModuleTest, { body }),
    }),
    run: useMutation({
      mutationFn: (body: CallInput<typeof routes.executeTest>['body']) => api.call(routes.executeTest, { body }),
    }),
  };
}

/** useSendCode gives a run the one-time code that a step waits for. */
export const useSendCode = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof routes.updateOtpValue>['body']) => api.call(routes.updateOtpValue, { body }),
  });
