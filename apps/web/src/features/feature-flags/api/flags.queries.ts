import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { featureFlagRoutes as calls } from '@touchstone/contracts/feature-flags';
import { api } from '../../../shared/api.ts';
import { flags } from '../../../shared/flags/browser-flags.ts';

/** The flags of the installation with their rules. */
export const flagsQuery = queryOptions({
  queryKey: ['feature-flags', 'list'],
  queryFn: ({ signal }) => api.call(calls.listFlags, {}, { signal }),
});

/** useFlagMutations changes a flag, and evaluates a draft for a user. */
export function useFlagMutations() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: flagsQuery.queryKey });
  return {
    update: useMutation({
      mutationFn: (body: CallInput<typeof calls.updateFlag>['body']) => api.call(calls.updateFlag, { body }),
      onSuccess: async () => {
        // The flag may affect what this page shows.
        flags.reload();
        await reread();
      },
      // The refusal may be due to someone else's change of the flag.
      onError: reread,
    }),
    preview: useMutation({
      mutationFn: (body: CallInput<typeof calls.previewFlag>['body']) => api.call(calls.previewFlag, { body }),
    }),
  };
}
