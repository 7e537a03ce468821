import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { performanceKeys } from './performance.queries.ts';

const { apiTesting } = routes;

/** usePerformanceMutations start, stop and delete performance runs. */
export function usePerformanceMutations() {
  const client = useQueryClient();
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: [...performanceKeys.all, 'list'] });
    // A run holds virtual users of a wallet.
    void client.invalidateQueries({ queryKey: ['virtual-users'] });
  };
  return {
    start: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.executeTest>['body']) =>
        api.call(apiTesting.executeTest, { body }),
      onSuccess,
    }),
    stop: useMutation({
      mutationFn: (runId: string) => api.call(apiTesting.stopExecution, { query: { runId } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (runIds: string[]) => api.call(apiTesting.deleteReports, { query: { runIds } }),
      onSuccess,
    }),
  };
}
