import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type Project, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import { projectKeys } from './projects.queries.ts';

/** useProjectMutations provides the mutations of workspaces; each refetches the lists that show them. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: projectKeys.all });
  return {
    /** Refetches the list, once the screen no longer shows the deleted item. */
    refresh: onSuccess,
    update: useMutation({
      mutationFn: (body: CallInput<typeof workspaceRoutes.updateProject>['body']) =>
        api.call(workspaceRoutes.updateProject, { body }),
      onSuccess,
    }),
    remove: useMutation({
      /** It can be restored for 30 days. */
      mutationFn: ({ projectId, projectName }: Pick<Project, 'projectId' | 'projectName'>) =>
        api.call(workspaceRoutes.deleteProject, { query: { projectId, projectName, restorable: 'true' } }),
    }),
  };
}
