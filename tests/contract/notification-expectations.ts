import type { Example, Expectation } from './expectation.ts';

const path = (line: string) => line.replace(' ', ' /services/notifications');
const all = (status: number | 'destroys'): Expectation => ({
  stranger: status,
  outsider: status,
  guest: status,
  colleague: status,
  owner: status,
});
const notTheirs = { ROLE_SUPERADMIN: 404, ROLE_SUPERUSER: 404 };
/** Streams that last until the client leaves, which an injected call cannot; the tests of the service follow them. */
export const endlessStreams = [path('GET /api/subscribe-notification-clone')];

/** Lines of notifications, broadcasts and streams. What belongs to nobody else has no one to be refused. */
export const notificationExpectations: Record<string, Expectation> = {
  [path('GET /subscribe-notification')]: { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 },
  // Who may follow a topic is said for each topic.
  [path('POST /api/follow-topics')]: all(200),
  ...Object.fromEntries(endlessStreams.map((key) => [key, all('destroys')])),
  [path('GET /api/notifications')]: all(200),
  [path('GET /api/unread-notification-count')]: all(200),
  // The notification belongs to the administrator alone.
  [path('PUT /api/read-notifications')]: { ...all(404), owner: 200, byRole: notTheirs },
  [path('DELETE /api/notifications')]: { ...all(404), owner: 'destroys', byRole: notTheirs },
  [path('GET /api/mail-preferences')]: all(200),
  [path('PUT /api/mail-preferences')]: all(200),
  [path('GET /api/broadcasts')]: all(200),
  [path('POST /api/broadcasts')]: all(403),
  [path('PUT /api/end-broadcast')]: { ...all(403), byRole: { ROLE_SUPERADMIN: 404 } },
  [path('PUT /api/read-broadcasts')]: all(200),
};

export function notificationExamples({
  runId = '',
  notificationId = '',
}: Record<string, string>): Record<string, Example> {
  return {
    [path('GET /subscribe-notification')]: { query: { runId } },
    [path('GET /api/subscribe-notification-clone')]: { query: { uniqueIdentifier: 'copy-of-nobody' } },
    [path('POST /api/follow-topics')]: { body: { topics: [{ topic: `run:${runId}` }] } },
    [path('GET /api/notifications')]: { query: notificationId ? { before: notificationId } : {} },
    [path('PUT /api/read-notifications')]: { body: { notificationIds: [notificationId || runId] } },
    [path('DELETE /api/notifications')]: { query: { id: notificationId || runId } },
    [path('PUT /api/mail-preferences')]: { body: { kind: 'run-failed', isMailed: true } },
    [path('POST /api/broadcasts')]: { body: { text: 'Hello' } },
    [path('PUT /api/end-broadcast')]: { query: { broadcastId: runId } },
  };
}
