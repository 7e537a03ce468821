import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { journalRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** A page of the received calls, newest first. */
export const journalQuery = (id: string, query: CallInput<typeof routes.listJournal>['query']) =>
  queryOptions({
    queryKey: [...mockKeys.journal, 'list', id, query],
    queryFn: ({ signal }) => api.call(routes.listJournal, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A call with its response, what responded and why; immutable. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.journal, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getJournalEntry, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of the unmatched calls, by method and path. */
export const unmatchedQuery = (id: string, query: CallInput<typeof routes.listUnmatched>['query']) =>
  queryOptions({
    queryKey: [...mockKeys.journal, 'unmatched', id, query],
    queryFn: ({ signal }) => api.call(routes.listUnmatched, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** An asset that would match a call: a new one, or the given one with the necessary changes. */
export const proposalQuery = (entryId: string, assetId?: string) =>
  queryOptions({
    queryKey: [...mockKeys.journal, 'proposal', entryId, assetId],
    queryFn: ({ signal }) =>
      api.call(routes.proposeAsset, { params: { id: entryId }, body: assetId ? { assetId } : {} }, { signal }),
    gcTime: 0,
  });

/** useJournalMutations clears the journal of a project, and verifies its calls. */
export function useJournalMutations(id: string) {
  const client = useQueryClient();
  return {
    clear: useMutation({
      mutationFn: () => api.call(routes.clearJournal, { params: { id } }),
      onSuccess: () =>
        Promise.all([mockKeys.journal, mockKeys.mock].map((queryKey) => client.invalidateQueries({ queryKey }))),
    }),
    verify: useMutation({
      mutationFn: (body: CallInput<typeof routes.verifyJournal>['body']) =>
        api.call(routes.verifyJournal, { params: { id }, body }),
    }),
  };
}
