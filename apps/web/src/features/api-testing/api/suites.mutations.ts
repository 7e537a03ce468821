import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes, type Suite } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { trackClone } from '../../notifications/index.ts';
import { projectKeys } from './projects.queries.ts';
import { suiteKeys } from './suites.queries.ts';

/** useSuiteMutations provides the mutations of suites; each refetches lists and counts. */
export function useSuiteMutations() {
  const client = useQueryClient();
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: suiteKeys.all });
    void client.invalidateQueries({ queryKey: projectKeys.all });
    void client.invalidateQueries({ queryKey: projectKeys.stats });
  };
  return {
    update: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.updateSuite>['body']) =>
        api.call(apiTestingRoutes.updateSuite, { body }),
      onSuccess,
    }),
    clone: useMutation({
      mutationFn: ({ suiteId, suiteName }: Pick<Suite, 'suiteId' | 'suiteName'>) =>
        trackClone({ name: suiteName, reload: () => void onSuccess() }, (uniqueIdentifier) =>
          api.call(apiTestingRoutes.cloneSuite, { body: { suiteId, uniqueIdentifier } }),
        ),
    }),
    remove: useMutation({
      /** `trashId` identifies the deletion for undo. */
      mutationFn: (query: { suiteId: string[]; trashId: string }) => api.call(apiTestingRoutes.deleteSuite, { query }),
      onSuccess,
    }),
  };
}
