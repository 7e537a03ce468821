import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { statusPageRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** A page of the status pages of a project, by title. */
export const statusPagesQuery = (query: CallInput<typeof routes.listPages>['query']) =>
  queryOptions({
    queryKey: [...monitoringKeys.statusPages, 'list', query],
    queryFn: ({ signal }) => api.call(routes.listPages, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One status page. */
export const statusPageQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.statusPages, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getPage, { params: { id } }, { signal }),
  });

/** A page of a status page's notices for visitors, open ones first. */
export const noticesQuery = (id: string, page: number, size: number) =>
  queryOptions({
    queryKey: [...monitoringKeys.statusPages, 'notices', id, page, size],
    queryFn: ({ signal }) => api.call(routes.listNotices, { params: { id }, query: { page, size } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs * 2,
  });

/** A page of a status page's subscribers. */
export const subscribersQuery = (id: string, page: number, size: number) =>
  queryOptions({
    queryKey: [...monitoringKeys.statusPages, 'subscribers', id, page, size],
    queryFn: ({ signal }) => api.call(routes.listSubscribers, { params: { id }, query: { page, size } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** useStatusPageMutations creates, updates and deletes status pages and their notices. */
export function useStatusPageMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: monitoringKeys.statusPages });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createPage>['body']) => api.call(routes.createPage, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & CallInput<typeof routes.updatePage>['body']) =>
        api.call(routes.updatePage, { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deletePage, { params: { id } }),
      onSettled,
    }),
    announce: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & CallInput<typeof routes.createNotice>['body']) =>
        api.call(routes.createNotice, { params: { id }, body }),
      onSettled,
    }),
    updateNotice: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & CallInput<typeof routes.updateNotice>['body']) =>
        api.call(routes.updateNotice, { params: { id }, body }),
      onSettled,
    }),
    removeNotice: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteNotice, { params: { id } }),
      onSettled,
    }),
    removeSubscriber: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteSubscriber, { params: { id } }),
      onSettled,
    }),
  };
}
