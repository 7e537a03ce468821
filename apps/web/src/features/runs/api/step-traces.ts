import { queryOptions } from '@tanstack/react-query';
import { runRoutes } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';
import { runKeys } from './runs.queries.ts';

/**
 * What a step caused in other services; `address` is what it called, according to its report. Refetched each time it is
 * shown, since journals are pruned.
 */
export const stepTracesQuery = (runId: string, stepId: string, address?: string) =>
  queryOptions({
    queryKey: [...runKeys.run(runId), 'traces', stepId, address],
    queryFn: async ({ signal }) =>
      (
        await api.call(
          runRoutes.listStepTraces,
          { params: { runId, stepId }, query: address === undefined ? {} : { address: address.slice(0, 8192) } },
          { signal },
        )
      ).traces,
  });
