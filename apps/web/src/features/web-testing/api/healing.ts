import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type FailedStep, webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** A step of a run whose element wasn't found, and what became of it. */
export const failedStepQuery = (runId: string, stepId: string) =>
  queryOptions({
    queryKey: [...webKeys.failedSteps, runId, stepId],
    queryFn: ({ signal }) => api.call(routes.getFailedStep, { query: { runId, stepId } }, { signal }),
  });

/**
 * useHealing accepts another element for a step, and undoes that. Refetches what is shown even after a refusal, since
 * another user may have been faster.
 */
export function useHealing() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [webKeys.failedSteps, webKeys.steps, webKeys.functions, webKeys.versions].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return {
    accept: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateFailedStep>['body']): Promise<FailedStep> =>
        api.call(routes.updateFailedStep, { body }),
      onSettled,
    }),
    undo: useMutation({
      mutationFn: (query: { runId: string; stepId: string }): Promise<FailedStep> =>
        api.call(routes.undoFailedStepUpdate, { query }),
      onSettled,
    }),
  };
}
