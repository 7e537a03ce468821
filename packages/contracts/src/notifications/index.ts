import { broadcastRoutes } from './broadcast.ts';
import { ownNotificationRoutes } from './notification.ts';
import { streamRoutes } from './stream.ts';

export * from './broadcast.ts';
export * from './notification.ts';
export * from './stream.ts';
export * from './topic.ts';

export const notificationRoutes = { ...streamRoutes, ...ownNotificationRoutes, ...broadcastRoutes };
