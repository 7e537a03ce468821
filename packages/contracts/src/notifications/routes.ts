import { broadcastRoutes } from './broadcast.ts';
import { ownNotificationRoutes } from './notification.ts';
import { streamRoutes } from './stream.ts';

/** Every call of notifications. */
export const notificationRoutes = { ...streamRoutes, ...ownNotificationRoutes, ...broadcastRoutes };
