import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, followEvents, routes, type UnreadCount } from '@touchstone/contracts';
import { useEffect } from 'react';
import { api } from '../../../shared/api.ts';
import { notificationKeys, unreadQuery } from './notifications.queries.ts';

const isUnreadCount = (value: unknown): value is UnreadCount =>
  typeof value === 'object' &&
  value !== null &&
  'notifications' in value &&
  'broadcasts' in value &&
  Number.isInteger(value.notifications) &&
  Number.isInteger(value.broadcasts);

async function follow(client: QueryClient, signal: AbortSignal): Promise<void> {
  await followEvents({
    signal,
    open: () => api.raw(routes.notifications.followNotifications, {}, { signal }),
    onEvent({ data }) {
      const counts: unknown = JSON.parse(data);
      if (!isUnreadCount(counts)) return false;
      client.setQueryData(unreadQuery.queryKey, counts);
      void client.invalidateQueries({ queryKey: notificationKeys.list });
      void client.invalidateQueries({ queryKey: notificationKeys.broadcasts });
      return false;
    },
    isFatal: (error) => error instanceof ApiError && [400, 401, 403, 404].includes(error.status),
  });
}

/**
 * useLiveUnread keeps the unread counts and the open lists as the server has them, as long as the tab can be seen: browsers allow few
 * connections to one server, and hidden tabs would use them up.
 */
export function useLiveUnread(organizationId: string): void {
  const client = useQueryClient();
  // Whoever looks after several organizations follows the chosen one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call carries the organization in its headers
  useEffect(() => {
    let controller: AbortController | undefined;
    const update = () => {
      if (document.visibilityState === 'hidden') {
        controller?.abort();
        controller = undefined;
      } else if (!controller) {
        controller = new AbortController();
        // Without the stream the counts come with the next look at the page.
        follow(client, controller.signal).catch(() => undefined);
      }
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      controller?.abort();
    };
  }, [client, organizationId]);
}
