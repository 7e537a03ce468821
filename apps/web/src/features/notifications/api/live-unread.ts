import { useQueryClient } from '@tanstack/react-query';
import { topicOf, type UnreadCount } from '@touchstone/contracts/notifications';
import { useEffect } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { notificationKeys, unreadQuery } from './notifications.queries.ts';

const isUnreadCount = (value: unknown): value is UnreadCount =>
  typeof value === 'object' &&
  value !== null &&
  'notifications' in value &&
  'broadcasts' in value &&
  Number.isInteger(value.notifications) &&
  Number.isInteger(value.broadcasts);

/** useLiveUnread keeps the unread counts and open lists in sync with the server. */
export function useLiveUnread(): void {
  const client = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    followTopic(topicOf.unread, {
      signal: controller.signal,
      onEvent({ data: counts }) {
        if (!isUnreadCount(counts)) return false;
        client.setQueryData(unreadQuery.queryKey, counts);
        void client.invalidateQueries({ queryKey: notificationKeys.list });
        void client.invalidateQueries({ queryKey: notificationKeys.broadcasts });
        return false;
      },
      // Without the stream the counts update when the user returns to the page.
    }).catch(() => undefined);
    return () => controller.abort();
  }, [client]);
}
