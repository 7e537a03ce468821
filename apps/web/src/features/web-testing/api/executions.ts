import { queryOptions, useMutation } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes, type ScriptStepResult } from '@touchstone/contracts/web-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { runKeys } from '../../runs/index.ts';
import { webKeys } from './keys.ts';

/** The settings of a run. Refetched when events of the run report steps. */
export const reportQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'steps', 'web-report'],
    queryFn: ({ signal }) => api.call(routes.getTestReport, { query: { runId, page: 0, size: 1 } }, { signal }),
  });

/** Every step of a run in execution order. */
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

/** Where scripts can run: all runners, and those of each label. */
export const nodesQuery = queryOptions({
  queryKey: [...webKeys.runs, 'nodes'],
  queryFn: async ({ signal }) => (await api.call(routes.listNodes, {}, { signal })).nodes,
  staleTime: 30_000,
});

/** Browsers of the machine that runs scripts. */
export const browsersQuery = queryOptions({
  queryKey: [...webKeys.runs, 'browsers'],
  queryFn: async ({ signal }) => (await api.call(routes.listBrowsers, {}, { signal })).browsers,
  staleTime: 60_000,
});

/** useExecutions starts runs of scripts. */
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

/** useSendCode sends a run the one-time code that a step is waiting for. */
export const useSendCode = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof routes.updateOtpValue>['body']) => api.call(routes.updateOtpValue, { body }),
  });
