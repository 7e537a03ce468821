import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { performanceKeys } from './performance.queries.ts';

/** usePerformanceMutations starts, stops and deletes performance runs. */
export function usePerformanceMutations() {
  const client = useQueryClient();
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: [...performanceKeys.all, 'list'] });
    // A run reserves virtual users of a wallet.
    void client.invalidateQueries({ queryKey: ['virtual-users'] });
  };
  return {
    start: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.executeTest>['body']) =>
        api.call(apiTestingRoutes.executeTest, { body }),
      onSuccess,
    }),
    stop: useMutation({
      mutationFn: (runId: string) => api.call(apiTestingRoutes.stopExecution, { query: { runId } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (runIds: string[]) => api.call(apiTestingRoutes.deleteReports, { query: { runIds } }),
      onSuccess,
    }),
  };
}
