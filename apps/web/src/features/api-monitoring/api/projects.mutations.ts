import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { monitoringProjectRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys } from './keys.ts';

/** useProjectMutations creates, updates and deletes monitoring projects. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: monitoringKeys.projects });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createMonitoringProject>['body']) =>
        api.call(routes.createMonitoringProject, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateMonitoringProject>['body']) =>
        api.call(routes.updateMonitoringProject, { body }),
      onSuccess,
    }),
    /** It can be restored for 30 days. */
    remove: useMutation({
      mutationFn: ({ projectId, projectName }: { projectId: string; projectName: string }) =>
        api.call(routes.deleteMonitoringProject, {
          params: { id: projectId },
          body: { projectName, restorable: true },
        }),
      onSuccess,
    }),
  };
}
