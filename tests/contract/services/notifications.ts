import { all, reads, type ServiceCalls } from '../expectation.ts';

/** The notification is for the administrator only. */
const notTheirs = { ROLE_SUPERADMIN: 404, ROLE_SUPERUSER: 404 };

/** Notifications, broadcasts and streams. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET notifications/subscribe-notification
    `,
    people: `
      GET notifications/api/broadcasts
      POST notifications/api/follow-topics
      GET notifications/api/mail-preferences
      PUT notifications/api/mail-preferences
      DELETE notifications/api/notifications
      GET notifications/api/notifications
      PUT notifications/api/read-broadcasts
      PUT notifications/api/read-notifications
      GET notifications/api/subscribe-notification-clone
      GET notifications/api/unread-notification-count
    `,
    superAdministratorsWhoChange: `
      POST notifications/api/broadcasts
      PUT notifications/api/end-broadcast
    `,
  },
  expectations: {
    'GET notifications/subscribe-notification': reads,
    // Each topic has its own rules of who may follow it.
    'POST notifications/api/follow-topics': all(200),
    'GET notifications/api/subscribe-notification-clone': all('destroys'),
    'GET notifications/api/notifications': all(200),
    'GET notifications/api/unread-notification-count': all(200),
    'PUT notifications/api/read-notifications': { ...all(404), owner: 200, byRole: notTheirs },
    'DELETE notifications/api/notifications': { ...all(404), owner: 'destroys', byRole: notTheirs },
    'GET notifications/api/mail-preferences': all(200),
    'PUT notifications/api/mail-preferences': all(200),
    'GET notifications/api/broadcasts': all(200),
    'POST notifications/api/broadcasts': all(403),
    'PUT notifications/api/end-broadcast': { ...all(403), byRole: { ROLE_SUPERADMIN: 404 } },
    'PUT notifications/api/read-broadcasts': all(200),
  },
  examples({ runId = '', notificationId = '' }) {
    const before: Record<string, string> = notificationId ? { before: notificationId } : {};
    return {
      'GET notifications/subscribe-notification': { query: { runId } },
      'GET notifications/api/subscribe-notification-clone': { query: { uniqueIdentifier: 'copy-of-nobody' } },
      'POST notifications/api/follow-topics': { body: { topics: [{ topic: `run:${runId}` }] } },
      'GET notifications/api/notifications': { query: before },
      'PUT notifications/api/read-notifications': { body: { notificationIds: [notificationId || runId] } },
      'DELETE notifications/api/notifications': { query: { id: notificationId || runId } },
      'PUT notifications/api/mail-preferences': { body: { kind: 'run-failed', isMailed: true } },
      'POST notifications/api/broadcasts': { body: { text: 'Hello' } },
      'PUT notifications/api/end-broadcast': { query: { broadcastId: runId } },
    };
  },
  endlessStreams: ['GET notifications/api/subscribe-notification-clone'],
};
