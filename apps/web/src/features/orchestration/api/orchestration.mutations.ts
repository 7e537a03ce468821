import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Page } from '@touchstone/contracts';
import { type FlowFile, flowRoutes } from '@touchstone/contracts/flows';
import { type FolderEntry, type FolderInfo, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';
import { flowKeys } from '../../flows/index.ts';
import { trackClone } from '../../notifications/index.ts';
import { chosenOf, idOf, isWorkflow } from '../model/entry.ts';
import { orchestrationKeys } from './orchestration.queries.ts';

/** Applies a star optimistically. */
function showStar(client: QueryClient, id: string, isStarred: boolean): void {
  const change = (entries: FolderEntry[]) =>
    entries.map((entry) => (idOf(entry) === id ? { ...entry, isStarred } : entry));
  client.setQueriesData<Page<FolderEntry>>({ queryKey: orchestrationKeys.entries }, (page) =>
    page ? { ...page, content: change(page.content) } : page,
  );
  client.setQueriesData<FolderEntry[]>({ queryKey: orchestrationKeys.recent }, (entries) =>
    entries ? change(entries) : entries,
  );
}

/** useOrchestrationMutations creates, updates, stars, moves, copies and deletes projects, folders and workflows. */
export function useOrchestrationMutations() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: orchestrationKeys.all });
  const sent = { onSuccess: reload };
  return {
    createFolder: useMutation({
      mutationFn: (body: CallInput<typeof orchestrationRoutes.createFolder>['body']) =>
        api.call(orchestrationRoutes.createFolder, { body }),
      ...sent,
    }),
    updateFolder: useMutation({
      mutationFn: (body: CallInput<typeof orchestrationRoutes.updateFolder>['body']) =>
        api.call(orchestrationRoutes.updateFolder, { body }),
      ...sent,
    }),
    createWorkflow: useMutation({
      mutationFn: (body: { folderUuid: string; name: string }) =>
        api.call(orchestrationRoutes.createWorkflow, { body }),
      ...sent,
    }),
    importWorkflow: useMutation({
      mutationFn: (body: { folderUuid: string; file: FlowFile }) =>
        api.call(orchestrationRoutes.importWorkflow, { body }),
      ...sent,
    }),
    renameWorkflow: useMutation({
      mutationFn: ({ flowId, name }: { flowId: string; name: string }) =>
        api.call(flowRoutes.renameFlow, { params: { flowId }, body: { name } }),
      onSuccess: async ({ flowId, name }) => {
        // The canvas keeps the workflow being edited; only its title changes.
        client.setQueryData<{ name: string }>([...flowKeys.all, 'one', flowId], (flow) => flow && { ...flow, name });
        await reload();
      },
    }),
    star: useMutation({
      mutationFn: async ({ entry, isStarred }: { entry: FolderEntry; isStarred: boolean }): Promise<unknown> =>
        isWorkflow(entry)
          ? api.call(orchestrationRoutes.starWorkflow, { body: { workflowId: entry.flowId, isStarred } })
          : api.call(orchestrationRoutes.starFolder, { body: { folderUuid: entry.folderUuid, isStarred } }),
      onMutate: ({ entry, isStarred }) => showStar(client, idOf(entry), isStarred),
      onError: (error, { entry, isStarred }) => {
        showStar(client, idOf(entry), !isStarred);
        toastError(error);
      },
      ...sent,
    }),
    move: useMutation({
      mutationFn: ({ entries, target }: { entries: readonly FolderEntry[]; target: Pick<FolderInfo, 'folderUuid'> }) =>
        api.call(orchestrationRoutes.moveEntries, {
          body: { ...chosenOf(entries), targetFolderUuid: target.folderUuid },
        }),
      ...sent,
    }),
    /** Projects can be restored for 30 days. */
    remove: useMutation({
      mutationFn: (entries: readonly FolderEntry[]) =>
        api.call(orchestrationRoutes.deleteEntries, { body: { ...chosenOf(entries), restorable: true } }),
      ...sent,
    }),
    /** A notice follows the copy; lists are refetched when it has ended. */
    clone: useMutation({
      mutationFn: (entry: FolderEntry) =>
        trackClone({ name: entry.name, reload: () => void reload() }, (uniqueIdentifier) =>
          api.call(orchestrationRoutes.cloneEntry, {
            body: { uuid: idOf(entry), folderType: entry.folderType, uniqueIdentifier },
          }),
        ),
      onError: toastError,
    }),
  };
}
