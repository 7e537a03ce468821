import { z } from 'zod';
import { onlyRoles, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { ownNotifications, unreadCountSchema } from './notification.ts';

const service = 'notifications';

/** A message from the installation's administrators to all users. */
export const broadcastSchema = z.object({
  broadcastId: idSchema,
  text: z.string(),
  createdBy: z.string(),
  createdAt: timeSchema,
  /** When it disappears; null: when it is ended manually. */
  endsAt: timeSchema.nullable(),
  isRead: z.boolean(),
});
export type Broadcast = z.infer<typeof broadcastSchema>;

/** A message to everyone who is signed in. */
export const broadcastInputSchema = z.strictObject({
  text: z.string().trim().min(1, 'Please enter a message.').max(1000, 'A message has at most 1000 characters.'),
  endsAt: timeSchema.optional().describe('When it disappears by itself; must lie in the future'),
});

export const broadcastRoutes = {
  listBroadcasts: route({
    service,
    method: 'GET',
    path: '/api/broadcasts',
    summary: 'The broadcasts that have not ended, newest first, at most 100',
    access: ownNotifications,
    response: z.object({ content: z.array(broadcastSchema) }),
  }),
  createBroadcast: route({
    service,
    method: 'POST',
    path: '/api/broadcasts',
    summary: 'Tell everybody of the installation something',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    body: broadcastInputSchema,
    status: 201,
    response: broadcastSchema,
  }),
  endBroadcast: route({
    service,
    method: 'PUT',
    path: '/api/end-broadcast',
    summary: 'End a broadcast now',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    query: z.strictObject({ broadcastId: idSchema }),
    response: okSchema,
  }),
  readBroadcasts: route({
    service,
    method: 'PUT',
    path: '/api/read-broadcasts',
    summary: 'Mark all present broadcasts as read',
    access: ownNotifications,
    response: unreadCountSchema,
  }),
};
