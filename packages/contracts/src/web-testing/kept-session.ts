import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'web-testing';

/** A browser's signed-in state saved by a step. Its content is never returned. */
export const keptSessionSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  environmentUUID: idSchema.nullable().describe('Of the run that saved it; null: the run had none'),
  name: z.string(),
  sites: z.array(z.string()).describe('Hosts that its cookies and what they stored belong to'),
  cookieCount: z.number().int(),
  storageCount: z.number().int().describe('Entries of local storage and IndexedDB'),
  expiry: z
    .object({ first: timeSchema, last: timeSchema })
    .nullable()
    .describe('When the first and the last of its cookies expire; null: none says when'),
  savedBy: z.string().describe('Who started the run, or tried the step'),
  savedAt: timeSchema,
  runId: idSchema.nullable().describe('null: saved while steps were tried'),
});
/** A browser's signed-in state saved by a step. */
export type KeptSession = z.infer<typeof keptSessionSchema>;

/** Calls on kept sessions. */
export const keptSessionCalls = {
  listKeptSessions: route({
    service,
    method: 'GET',
    path: '/api/kept-sessions',
    summary: 'Sessions that steps of a project saved, by name, without what they hold',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ sessions: z.array(keptSessionSchema) }),
  }),
  deleteKeptSession: route({
    service,
    method: 'DELETE',
    path: '/api/kept-sessions/{id}',
    summary: 'Delete a session; steps that use it fail until it is saved again',
    access: canWrite,
    params: z.object({ id: idSchema }),
    response: okSchema,
  }),
  deleteKeptSessions: route({
    service,
    method: 'DELETE',
    path: '/api/kept-sessions',
    summary: 'Delete all sessions of a project',
    access: canWrite,
    query: z.strictObject({ projectUUID: idSchema }),
    response: okSchema,
  }),
};
