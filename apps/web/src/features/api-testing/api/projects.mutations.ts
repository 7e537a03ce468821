import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { projectKeys } from './projects.queries.ts';

/** useProjectMutations are the writes on workspaces; each refreshes what shows them. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: projectKeys.all });
  return {
    /** Reads the list anew, once the screen no longer shows what was deleted. */
    refresh: onSuccess,
    update: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.updateProject>['body']) =>
        api.call(apiTestingRoutes.updateProject, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (query: CallInput<typeof apiTestingRoutes.deleteProject>['query']) =>
        api.call(apiTestingRoutes.deleteProject, { query }),
    }),
  };
}
