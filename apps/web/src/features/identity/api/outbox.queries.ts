import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { identityRoutes, type MailStateView } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';
import { toast, toastError } from '../../../shared/toasts.ts';

export const mailKeys = { all: ['identity', 'mails'] } as const;

/** Mails that no mail server sends. */
export const keptMailsQuery = queryOptions({
  queryKey: [...mailKeys.all, 'kept'],
  queryFn: ({ signal }) => api.call(identityRoutes.listKeptMails, {}, { signal }),
});

/** Mails are sent at any moment, and nothing tells the page. */
const followMs = 5000;

/** What became of the mails that a mail server sends. */
export const mailStatesQuery = (query: { status?: MailStateView['status']; page: number; size: number }) =>
  queryOptions({
    queryKey: [...mailKeys.all, 'states', query],
    queryFn: ({ signal }) => api.call(identityRoutes.listMails, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: followMs,
  });

/** useRetryMails sends the named mails now, or all of one status. */
export function useRetryMails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { mailIds: string[] } | { status: 'queued' | 'failed' }) =>
      api.call(identityRoutes.retryMails, { body }),
    onSuccess: ({ message }) => toast('success', message),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: mailKeys.all }),
  });
}
