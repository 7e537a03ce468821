import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { runRoutes } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';
import { runKeys } from './runs.queries.ts';

const pairsPerPage = 100;

/** Earlier finished runs of the same tests, newest first. */
export const earlierRunsQuery = (runId: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'earlier'],
    queryFn: async ({ signal }) => (await api.call(runRoutes.listEarlierRuns, { params: { runId } }, { signal })).runs,
  });

/** Compares a run with an earlier one step by step; by default the last that passed. Finished runs don't change. */
export const comparisonQuery = (
  runId: string,
  { withRunId, steps }: { withRunId: string; steps: 'differing' | 'all' },
) =>
  infiniteQueryOptions({
    queryKey: [...runKeys.run(runId), 'comparison', withRunId, steps],
    queryFn: ({ signal, pageParam: page }) =>
      api.call(
        runRoutes.compareRuns,
        { params: { runId }, query: { steps, page, size: pairsPerPage, ...(withRunId && { with: withRunId }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page, size, totalElements }) => ((page + 1) * size < totalElements ? page + 1 : undefined),
    retry: false,
  });
