import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

/** Mails that no mail server sends. */
export const keptMailsQuery = queryOptions({
  queryKey: ['identity', 'outbox'],
  queryFn: ({ signal }) => api.call(routes.identity.listKeptMails, {}, { signal }),
});
