import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema } from '../shared.ts';

export const notificationRoutes = {
  subscribeNotification: route({
    service: 'notifications',
    method: 'GET',
    path: '/subscribe-notification',
    summary:
      'Events of a run as server-sent events; resumes after the event named in Last-Event-ID (or query lastEventId)',
    access: canRead,
    query: z.strictObject({ runId: idSchema, lastEventId: z.coerce.number().int().min(0).optional() }),
    produces: 'text/event-stream',
  }),
};
