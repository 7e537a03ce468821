import { type QueryClient, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { api } from '../api.ts';
import { toast } from '../toasts.ts';
import { undoToast } from '../undo-toast.tsx';

/** DeletedProjects says whose deleted projects are restored, and what is erased with one that is deleted for good. */
export interface DeletedProjects {
  /** The service of the server that keeps them. */
  service: string;
  /** Such as "suites, environments and reports". */
  contents: string;
  /** Lists that show what is restored. */
  refreshes: readonly QueryKey[];
}

const keyOf = ({ service }: DeletedProjects): QueryKey => ['deleted-projects', service];

/** The deleted workspaces of a service that the user may restore. */
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

/** useDeletedProjects restores workspaces, or deletes them for good. */
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

/** showProjectUndo says which workspace was deleted, with a button that restores it. */
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
