import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema, uniqueIdentifierSchema } from '../shared.ts';
import { ownNotifications } from './notification.ts';
import { maxTopics } from './topic.ts';

export type { CloneEvent } from '../clone.ts';

const service = 'notifications';
const lastEventId = z.coerce.number().int().min(0).optional();

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const topicSchema = z
  .string()
  .regex(
    new RegExp(`^(?:unread|(?:run|performance|workspace|mock):${uuid}|clone:[\\w.:-]{8,100})$`, 'i'),
    'Must be unread, run:ID, performance:ID, workspace:ID, mock:ID or clone:IDENTIFIER',
  );

/** A topic and the id of the client's last event of it; 0 for none. */
export const followedTopicSchema = z.strictObject({ topic: topicSchema, after: z.number().int().min(0).default(0) });
/** A topic that a browser follows. */
export type FollowedTopic = z.infer<typeof followedTopicSchema>;

export const streamRoutes = {
  followTopics: route({
    service,
    method: 'POST',
    path: '/api/follow-topics',
    summary:
      'Events of several topics in one stream of server-sent events, so that a browser needs one connection; each topic resumes after its own id',
    access: ownNotifications,
    body: z.strictObject({
      topics: z.array(followedTopicSchema).min(1).max(maxTopics),
    }),
    produces: 'text/event-stream',
  }),
  subscribeNotification: route({
    service,
    method: 'GET',
    path: '/subscribe-notification',
    summary:
      'Events of a run as server-sent events; resumes after the event named in Last-Event-ID (or query lastEventId)',
    access: canRead,
    query: z.strictObject({ runId: idSchema, lastEventId }),
    produces: 'text/event-stream',
  }),
  subscribeNotificationClone: route({
    service,
    method: 'GET',
    path: '/api/subscribe-notification-clone',
    summary:
      'Status of a copy that the caller started, as server-sent events; may be opened before the copy starts, and resumes after Last-Event-ID',
    access: ownNotifications,
    query: z.strictObject({ uniqueIdentifier: uniqueIdentifierSchema, lastEventId }),
    produces: 'text/event-stream',
  }),
};
