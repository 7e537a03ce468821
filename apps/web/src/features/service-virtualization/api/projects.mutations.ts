import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { virtualizationProjectRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** useProjectMutations creates, updates and deletes projects of service virtualization. */
export function useProjectMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: mockKeys.projects });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createVirtualizationProject>['body']) =>
        api.call(routes.createVirtualizationProject, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateVirtualizationProject>['body']) =>
        api.call(routes.updateVirtualizationProject, { body }),
      onSuccess,
    }),
    /** It can be restored for 30 days. */
    remove: useMutation({
      mutationFn: ({ projectId, projectName }: { projectId: string; projectName: string }) =>
        api.call(routes.deleteVirtualizationProject, {
          params: { id: projectId },
          body: { projectName, restorable: true },
        }),
      onSuccess,
    }),
  };
}
