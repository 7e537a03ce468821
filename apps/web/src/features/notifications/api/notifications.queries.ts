import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type MailPreference, notificationRoutes, type UnreadCount } from '@touchstone/contracts/notifications';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';

const calls = notificationRoutes;
const pageSize = 20;

export const notificationKeys = {
  unread: ['notifications', 'unread'],
  list: ['notifications', 'list'],
  broadcasts: ['notifications', 'broadcasts'],
} as const;

export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: ({ signal }) => api.call(calls.countUnread, {}, { signal }),
});

/** Newest first; the next page starts after the last one seen, however many have arrived since. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  queryFn: ({ pageParam: before, signal }) =>
    api.call(calls.listNotifications, { query: { size: pageSize, before } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ content }) => (content.length < pageSize ? undefined : content.at(-1)?.notificationId),
});

export const broadcastsQuery = queryOptions({
  queryKey: notificationKeys.broadcasts,
  queryFn: async ({ signal }) => (await api.call(calls.listBroadcasts, {}, { signal })).content,
});

export const mailPreferencesQuery = queryOptions({
  queryKey: ['notifications', 'mail-preferences'],
  queryFn: async ({ signal }) => (await api.call(calls.getMailPreferences, {}, { signal })).preferences,
});

/** useNotificationMutations changes the user's notifications; the stream updates other tabs. */
export function useNotificationMutations() {
  const client = useQueryClient();
  const refresh = (queryKey: readonly string[]) => client.invalidateQueries({ queryKey });
  const keep = (counts: UnreadCount) => client.setQueryData(unreadQuery.queryKey, counts);
  return {
    /** The given ones, or all. */
    read: useMutation({
      mutationFn: (notificationIds?: string[]) =>
        api.call(calls.readNotifications, { body: notificationIds ? { notificationIds } : {} }),
      onSuccess: (counts) => {
        keep(counts);
        return refresh(notificationKeys.list);
      },
      onError: toastError,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(calls.deleteNotifications, { query: { id } }),
      onSuccess: () => Promise.all([refresh(notificationKeys.list), refresh(notificationKeys.unread)]),
      onError: toastError,
    }),
    readBroadcasts: useMutation({
      mutationFn: () => api.call(calls.readBroadcasts, {}),
      onSuccess: (counts) => {
        keep(counts);
        return refresh(notificationKeys.broadcasts);
      },
      onError: toastError,
    }),
    broadcast: useMutation({
      mutationFn: (body: { text: string; endsAt?: string }) => api.call(calls.createBroadcast, { body }),
      onSuccess: () => refresh(notificationKeys.broadcasts),
    }),
    endBroadcast: useMutation({
      mutationFn: (broadcastId: string) => api.call(calls.endBroadcast, { query: { broadcastId } }),
      onSuccess: () => refresh(notificationKeys.broadcasts),
    }),
  };
}

/** useSetMailPreference applies the choice optimistically. */
export function useSetMailPreference() {
  const client = useQueryClient();
  const { queryKey } = mailPreferencesQuery;
  return useMutation({
    mutationFn: (body: MailPreference) => api.call(calls.setMailPreference, { body }),
    onMutate: ({ kind, isMailed }) =>
      client.setQueryData(queryKey, (old) => old?.map((row) => (row.kind === kind ? { kind, isMailed } : row))),
    onError: (error) => {
      toastError(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}
