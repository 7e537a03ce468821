import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';
import { projectKeys } from './projects.queries.ts';
import { expectReport } from './run-events.ts';
import { suiteKeys } from './suites.queries.ts';

const { apiTesting } = routes;

/** useExecutionMutations start, stop, repeat and delete runs. */
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
      mutationFn: (body: CallInput<typeof apiTesting.executeTest>['body']) =>
        body.suiteIds ? api.call(apiTesting.executeTest, { body }) : api.call(apiTesting.testExecution, { body }),
      onSuccess: onStarted,
    }),
    stop: useMutation({
      mutationFn: (runId: string) => api.call(apiTesting.stopExecution, { query: { runId } }),
      onSuccess,
    }),
    retry: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.retryTest>['body']) => api.call(apiTesting.retryTest, { body }),
      onSuccess: onStarted,
    }),
    mail: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.sendReportMail>['body']) =>
        api.call(apiTesting.sendReportMail, { body }),
    }),
    remove: useMutation({
      mutationFn: (runIds: string[]) => api.call(apiTesting.deleteReports, { query: { runIds } }),
      onSuccess,
    }),
  };
}
