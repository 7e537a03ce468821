import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { api } from '../../../shared/api.ts';
import { toast } from '../../../shared/toasts.ts';
import { undoToast } from '../../../shared/undo-toast.tsx';
import { projectKeys } from './projects.queries.ts';

const deletedKeys = { all: ['api-testing', 'deleted-projects'] as const };

/** The deleted workspaces that the user may restore. */
export const deletedProjectsQuery = queryOptions({
  queryKey: deletedKeys.all,
  queryFn: async ({ signal }) => (await api.call(deletedRoutes.listDeletedProjects, {}, { signal })).projects,
});

const refresh = (client: QueryClient) =>
  Promise.all([deletedKeys.all, projectKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));

const restored = ({ projectName }: { projectName: string }) => toast('success', `${projectName} restored`);

/** useDeletedProjects restores workspaces, or deletes them for good. */
export function useDeletedProjects() {
  const client = useQueryClient();
  const onSettled = () => refresh(client);
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
export function showProjectUndo(client: QueryClient, given: { projectId: string; projectName: string }): void {
  const { projectId, projectName } = given;
  undoToast(`${projectName} deleted`, async () => {
    const project = await api.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
    await refresh(client);
    restored(project);
  });
}
