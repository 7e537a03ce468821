import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { okSchema, timeSchema } from '../shared.ts';

const service = 'identity';

/** A session of the caller. */
export const activeSessionSchema = z.object({
  sessionId: z.string(),
  current: z.boolean().describe('Whether this call belongs to it'),
  kind: z
    .enum(['browser', 'automation'])
    .describe('How it was opened: on the sign-in page, or with the password grant'),
  address: z.string(),
  userAgent: z.string(),
  startedAt: timeSchema,
  lastSeenAt: timeSchema,
});
export type ActiveSession = z.infer<typeof activeSessionSchema>;

export const sessionRoutes = {
  getActiveSession: route({
    service,
    method: 'GET',
    path: '/get-active-session',
    access: canRead,
    summary: 'Open sessions of the caller, and whether another browser has one',
    query: z.strictObject({ login: z.string().max(320).optional() }),
    response: z.object({ multiSession: z.boolean(), sessions: z.array(activeSessionSchema) }),
  }),
  deleteCurrentSession: route({
    service,
    method: 'DELETE',
    path: '/delete-current-session',
    access: canRead,
    summary: 'End the session of this call',
    response: okSchema,
  }),
  deleteOldSession: route({
    service,
    method: 'DELETE',
    path: '/delete-old-session',
    access: canRead,
    summary: 'End every other browser session of the caller',
    response: okSchema,
  }),
  deleteSession: route({
    service,
    method: 'DELETE',
    path: '/session',
    access: canRead,
    summary: 'End one session of the caller',
    query: z.strictObject({ sessionId: z.string().min(1).max(200) }),
    response: okSchema,
  }),
};
