import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { deletedRoutes, type RestoredVariableItem } from '@touchstone/contracts/recently-deleted';
import { api } from '../../../shared/api.ts';
import { toast } from '../../../shared/toasts.ts';
import { undoToast } from '../../../shared/undo-toast.tsx';
import { environmentKeys } from './environments.queries.ts';

const deletedKeys = { all: ['api-testing', 'deleted-variables'] as const };

/** A page of a workspace's deleted environments and variables. */
export const deletedVariablesQuery = (query: CallInput<typeof deletedRoutes.listDeletedVariables>['query']) =>
  queryOptions({
    queryKey: [...deletedKeys.all, query],
    queryFn: ({ signal }) => api.call(deletedRoutes.listDeletedVariables, { query }, { signal }),
  });

const refresh = (client: QueryClient) =>
  Promise.all(
    [deletedKeys.all, environmentKeys.all, environmentKeys.variables].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

const restoredText = (restored: readonly RestoredVariableItem[]): string =>
  restored.length === 1 ? `${restored[0]?.name} restored` : `${restored.length} items restored`;

/** useDeletedVariables restores environments and variables, or deletes them permanently. */
export function useDeletedVariables(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => refresh(client);
  return {
    restore: useMutation({
      mutationFn: (itemIds: string[]) =>
        api.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, itemIds } }),
      onSuccess: ({ restored }) => toast('success', restoredText(restored)),
      onSettled,
    }),
    deleteForGood: useMutation({
      mutationFn: (itemIds: string[]) =>
        api.call(deletedRoutes.deleteVariablesForGood, { query: { projectId, itemIds } }),
      onSettled,
    }),
  };
}

/** showVariablesUndo reports what was deleted, with a button to restore it. */
export function showVariablesUndo(
  client: QueryClient,
  { message, projectId, trashId }: { message: string; projectId: string; trashId: string },
): void {
  undoToast(message, async () => {
    const { restored } = await api.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, trashId } });
    await refresh(client);
    toast('success', restoredText(restored));
  });
}
