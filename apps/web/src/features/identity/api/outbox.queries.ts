import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { identityRoutes, type MailStateView } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';
import { toast, toastError } from '../../../shared/toasts.ts';

export const mailKeys = { all: ['identity', 'mails'] } as const;

/** Mails kept because no mail server is configured. */
export const keptMailsQuery = queryOptions({
  queryKey: [...mailKeys.all, 'kept'],
  queryFn: ({ signal }) => api.call(identityRoutes.listKeptMails, {}, { signal }),
});

/** Mails are sent at any time, without an event to the page. */
const followMs = 5000;

/** Delivery states of the mails sent by a mail server. */
export const mailStatesQuery = (query: { status?: MailStateView['status']; page: number; size: number }) =>
  queryOptions({
    queryKey: [...mailKeys.all, 'states', query],
    queryFn: ({ signal }) => api.call(identityRoutes.listMails, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: followMs,
  });

/** useRetryMails sends the given mails now, or all with a status. */
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
