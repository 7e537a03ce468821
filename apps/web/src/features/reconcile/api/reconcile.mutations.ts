import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReconciliationInput, reconcileRoutes } from '@touchstone/contracts/reconcile';
import { api } from '../../../shared/api.ts';
import { reconcileKeys } from './reconcile.queries.ts';

/** useReconcileMutations saves, runs, deletes and previews reconciliations. */
export function useReconcileMutations(projectId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: reconcileKeys.all });
  return {
    save: useMutation({
      mutationFn: ({ id, body }: { id: string | undefined; body: Omit<ReconciliationInput, 'projectId'> }) =>
        id === undefined
          ? api.call(reconcileRoutes.createReconciliation, { body: { projectId, ...body } })
          : api.call(reconcileRoutes.updateReconciliation, { params: { reconciliationId: id }, body }),
      onSuccess: refresh,
    }),
    run: useMutation({
      mutationFn: (reconciliationId: string) =>
        api.call(reconcileRoutes.runReconciliation, { params: { reconciliationId } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (reconciliationId: string) =>
        api.call(reconcileRoutes.deleteReconciliation, { params: { reconciliationId } }),
      onSuccess: refresh,
    }),
    previewQuery: useMutation({
      mutationFn: (side: QuerySide) =>
        api.call(reconcileRoutes.previewReconcileQuery, { body: { projectId, ...side } }),
    }),
    previewResponse: useMutation({
      mutationFn: (side: RequestSide & { rowPath: string }) =>
        api.call(reconcileRoutes.previewReconcileResponse, { body: { projectId, ...side } }),
    }),
    suggest: useMutation({
      mutationFn: (sides: RequestSide & QuerySide) =>
        api.call(reconcileRoutes.suggestReconcileMapping, { body: { projectId, ...sides } }),
    }),
  };
}
/** Mutations of reconciliations. */
export type ReconcileMutations = ReturnType<typeof useReconcileMutations>;

interface RequestSide {
  scriptId: string;
  environmentId: string | null;
}
interface QuerySide {
  environmentId: string | null;
  databaseConfigurationId: string;
  query: string;
  timeoutMs: number;
}
