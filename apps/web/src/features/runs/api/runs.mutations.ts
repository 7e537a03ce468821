import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import { api } from '../../../shared/api.ts';
import { runKeys } from './runs.queries.ts';

/** useRunMutations stops, retries and deletes a run of any kind. */
export function useRunMutations(runId: string) {
  const client = useQueryClient();
  const params = { runId };
  const onSuccess = () => void client.invalidateQueries({ queryKey: runKeys.all });
  return {
    stop: useMutation({ mutationFn: () => api.call(runRoutes.stopRun, { params }), onSuccess }),
    retry: useMutation({
      mutationFn: (onlyFailed: boolean) => api.call(runRoutes.retryRun, { params, body: { onlyFailed } }),
      onSuccess,
    }),
    mail: useMutation({
      mutationFn: (body: CallInput<typeof runRoutes.mailRunReport>['body']) =>
        api.call(runRoutes.mailRunReport, { params, body }),
    }),
    remove: useMutation({
      mutationFn: () => api.call(runRoutes.deleteRuns, { query: { runIds: [runId] } }),
      onSuccess: () => {
        client.removeQueries({ queryKey: runKeys.run(runId) });
        void client.invalidateQueries({ queryKey: [...runKeys.all, 'list'] });
      },
    }),
  };
}
