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

/** useFlagMutations change a flag, and ask what somebody would get from a draft. */
export function useFlagMutations() {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: flagsQuery.queryKey });
  return {
    update: useMutation({
      mutationFn: (body: CallInput<typeof calls.updateFlag>['body']) => api.call(calls.updateFlag, { body }),
      onSuccess: async () => {
        // What this page itself shows may follow the flag.
        flags.reload();
        await reread();
      },
      // It may be refused because someone else has changed the flag.
      onError: reread,
    }),
    preview: useMutation({
      mutationFn: (body: CallInput<typeof calls.previewFlag>['body']) => api.call(calls.previewFlag, { body }),
    }),
  };
}
