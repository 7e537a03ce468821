import { type QueryClient, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { api } from '../api.ts';
import { toast } from '../toasts.ts';
import { undoToast } from '../undo-toast.tsx';

/**
 * DeletedProjects is the service whose deleted projects can be restored, and what is erased when one is deleted
 * permanently.
 */
export interface DeletedProjects {
  /** The server's service that stores them. */
  service: string;
  /** Such as "suites, environments and reports". */
  contents: string;
  /** Lists that show restored projects. */
  refreshes: readonly QueryKey[];
}

const keyOf = ({ service }: DeletedProjects): QueryKey => ['deleted-projects', service];

/** A service's deleted workspaces that the user may restore. */
export const deletedProjectsQuery = (of: DeletedProjects) =>
  queryOptions({
    queryKey: keyOf(of),
    queryFn: async ({ signal }) => {
      const query = { service: of.service };
      return (await api.call(deletedRoutes.listDeletedProjects, { query }, { signal })).projects;
    },
  });

const refresh = (client: QueryClient, of: DeletedProjects) =>
  Promise.all([keyOf(of), ...of.refreshes].map((queryKey) => client.invalidateQueries({ queryKey })));

const restored = ({ projectName }: { projectName: string }) => toast('success', `${projectName} restored`);

/** useDeletedProjects restores workspaces, or deletes them permanently. */
export function useDeletedProjects(of: DeletedProjects) {
  const client = useQueryClient();
  const onSettled = () => refresh(client, of);
  return {
    restore: useMutation({
      mutationFn: (projectId: string) => api.call(deletedRoutes.restoreDeletedProject, { body: { projectId } }),
      onSuccess: restored,
      onSettled,
    }),
    deleteForGood: useMutation({
      mutationFn: (projectId: string) => api.call(deletedRoutes.deleteProjectForGood, { query: { projectId } }),
      onSettled,
    }),
  };
}

/** showProjectUndo reports which workspace was deleted, with a button to restore it. */
export function showProjectUndo(
  client: QueryClient,
  of: DeletedProjects,
  { projectId, projectName }: { projectId: string; projectName: string },
): void {
  void client.invalidateQueries({ queryKey: keyOf(of) });
  undoToast(`${projectName} deleted`, async () => {
    const project = await api.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
    await refresh(client, of);
    restored(project);
  });
}
