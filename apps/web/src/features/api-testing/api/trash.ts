import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes as calls, type RestoredItem } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { toast } from '../../../shared/toasts.ts';
import { undoToast } from '../../../shared/undo-toast.tsx';
import { projectKeys } from './projects.queries.ts';
import { scriptKeys } from './scripts.queries.ts';
import { suiteKeys } from './suites.queries.ts';

const trashKeys = { all: ['api-testing', 'trash'] as const };

/** A page of a workspace's deleted items. */
export const deletedQuery = (query: CallInput<typeof calls.listDeleted>['query']) =>
  queryOptions({
    queryKey: [...trashKeys.all, query],
    queryFn: ({ signal }) => api.call(calls.listDeleted, { query }, { signal }),
  });

const refresh = (client: QueryClient) =>
  Promise.all(
    [trashKeys.all, suiteKeys.all, scriptKeys.all, projectKeys.all, projectKeys.stats].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** restoredText says what was restored, and where it is if that isn't its old place. */
export function restoredText(restored: readonly RestoredItem[]): string {
  const [first] = restored;
  if (!first) return 'Nothing was restored';
  const moved = restored.find(({ isInNewSuite }) => isInNewSuite);
  const what = restored.length === 1 ? `${first.name} restored` : `${restored.length} items restored`;
  return moved ? `${what}. Its suite was gone, so there is a new suite ${moved.suiteName}.` : what;
}

/** useTrashMutations restores deleted items, or deletes them permanently. */
export function useTrashMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => refresh(client);
  return {
    restore: useMutation({
      mutationFn: async (itemIds: string[]) =>
        (await api.call(calls.restoreDeleted, { body: { projectId, itemIds } })).restored,
      onSettled,
    }),
    deleteForGood: useMutation({
      mutationFn: (itemIds: string[]) => api.call(calls.deleteForGood, { query: { projectId, itemIds } }),
      onSettled,
    }),
  };
}

/** showUndo reports what was deleted, with a button to restore it. */
export function showUndo(
  client: QueryClient,
  { message, projectId, trashId }: { message: string; projectId: string; trashId: string },
): void {
  undoToast(message, async () => {
    const { restored } = await api.call(calls.restoreDeleted, { body: { projectId, trashId } });
    await refresh(client);
    toast('success', restoredText(restored));
  });
}
