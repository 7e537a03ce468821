import { notificationRoutes } from '@touchstone/contracts/notifications';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Broadcasts } from '../app/broadcasts.ts';
import type { OwnNotifications } from '../app/notifications.ts';
import type { Unread } from '../app/unread.ts';

const calls = notificationRoutes;

export function addNotificationRoutes(registrar: Registrar, own: OwnNotifications, unread: Unread): void {
  registrar.add(calls.listNotifications, ({ caller, query }) => own.page(caller, query));
  registrar.add(calls.countUnread, ({ caller }) => unread.count(caller));
  registrar.add(calls.readNotifications, async ({ caller, body }) => {
    await own.markRead(caller, body.notificationIds);
    return unread.count(caller);
  });
  registrar.add(calls.deleteNotifications, async ({ caller, query }) => {
    const deleted = await own.delete(caller, query.id);
    return { message: deleted === 1 ? 'Notification deleted' : `${deleted} notifications deleted` };
  });
  registrar.add(calls.getMailPreferences, ({ caller }) => own.preferences(caller));
  registrar.add(calls.setMailPreference, ({ caller, body }) => own.setPreference(caller, body));
}

export function addBroadcastRoutes(registrar: Registrar, broadcasts: Broadcasts, unread: Unread): void {
  registrar.add(calls.listBroadcasts, async ({ caller }) => ({ content: await broadcasts.list(caller) }));
  registrar.add(calls.createBroadcast, ({ caller, body }) => broadcasts.create(caller, body));
  registrar.add(calls.endBroadcast, async ({ caller, query }) => {
    await broadcasts.end(caller, query.broadcastId);
    return { message: 'Broadcast ended' };
  });
  registrar.add(calls.readBroadcasts, async ({ caller }) => {
    await broadcasts.markAllRead(caller);
    return unread.count(caller);
  });
}
