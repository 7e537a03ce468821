import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';
import { projectKeys } from './projects.queries.ts';
import { expectReport } from './run-events.ts';
import { suiteKeys } from './suites.queries.ts';

/** useExecutionMutations starts, stops, retries and deletes runs. */
export function useExecutionMutations() {
  const client = useQueryClient();
  const onSuccess = () => {
    void client.invalidateQueries({ queryKey: executionKeys.all });
    void client.invalidateQueries({ queryKey: projectKeys.stats });
    void client.invalidateQueries({ queryKey: suiteKeys.all });
  };
  const onStarted = ({ runId }: { runId: string }) => {
    expectReport(runId);
    onSuccess();
  };
  return {
    start: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.executeTest>['body']) =>
        body.suiteIds
          ? api.call(apiTestingRoutes.executeTest, { body })
          : api.call(apiTestingRoutes.testExecution, { body }),
      onSuccess: onStarted,
    }),
    stop: useMutation({
      mutationFn: (runId: string) => api.call(apiTestingRoutes.stopExecution, { query: { runId } }),
      onSuccess,
    }),
    retry: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.retryTest>['body']) =>
        api.call(apiTestingRoutes.retryTest, { body }),
      onSuccess: onStarted,
    }),
    remove: useMutation({
      mutationFn: (runIds: string[]) => api.call(apiTestingRoutes.deleteReports, { query: { runIds } }),
      onSuccess,
    }),
  };
}
