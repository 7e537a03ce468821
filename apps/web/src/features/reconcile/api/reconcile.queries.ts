import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { reconcileRoutes } from '@touchstone/contracts/reconcile';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';

export const reconcileKeys = { all: ['reconcile'] as const };

/** A page of the reconciliations of a workspace. */
export const reconciliationsQuery = (query: CallInput<typeof reconcileRoutes.listReconciliations>['query']) =>
  queryOptions({
    queryKey: [...reconcileKeys.all, 'list', query],
    queryFn: ({ signal }) => api.call(reconcileRoutes.listReconciliations, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The reconciliations of a workspace, as choices. */
export const reconciliationChoices = (projectId: string): ChoiceSource => ({
  queryKey: [...reconcileKeys.all, 'names', projectId],
  load: async (given, signal) => {
    const query = { projectId, ...given };
    const { content, totalElements } = await api.call(reconcileRoutes.listReconciliations, { query }, { signal });
    return {
      total: totalElements,
      choices: content.map(({ reconciliationId, name }) => ({ value: reconciliationId, label: name })),
    };
  },
});

export const reconciliationQuery = (reconciliationId: string) =>
  queryOptions({
    queryKey: [...reconcileKeys.all, 'one', reconciliationId],
    queryFn: ({ signal }) => api.call(reconcileRoutes.getReconciliation, { params: { reconciliationId } }, { signal }),
    // The editor has its own draft.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The result of a finished run. */
export const resultQuery = (runId: string) =>
  queryOptions({
    queryKey: [...reconcileKeys.all, 'result', runId],
    queryFn: ({ signal }) => api.call(reconcileRoutes.getReconcileResult, { query: { runId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of the differences of a run. */
export const differencesQuery = (query: CallInput<typeof reconcileRoutes.listRowDifferences>['query']) =>
  queryOptions({
    queryKey: [...reconcileKeys.all, 'differences', query],
    queryFn: ({ signal }) => api.call(reconcileRoutes.listRowDifferences, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
