import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { projectKeys } from './projects.queries.ts';

const { apiTesting } = routes;

/** useProjectMutations are the writes on workspaces; each refreshes what shows them. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: projectKeys.all });
  return {
    /** Reads the list anew, once the screen no longer shows what was deleted. */
    refresh: onSuccess,
    update: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.updateProject>['body']) =>
        api.call(apiTesting.updateProject, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (query: CallInput<typeof apiTesting.deleteProject>['query']) =>
        api.call(apiTesting.deleteProject, { query }),
    }),
  };
}
