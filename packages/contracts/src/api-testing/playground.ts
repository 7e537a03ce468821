import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { runStatusSchema } from '../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { stepDetailSchema } from './execution/execution-step.ts';
import { scriptInputSchema, scriptNameSchema } from './script.ts';

const service = 'api-testing';

/** Maximum number of playground tabs per user. */
export const playgroundTabLimit = 30;
/** Maximum length of a tab's JSON. */
export const playgroundTabLength = 300_000;
/** Maximum number of sends in a user's history; older ones are deleted. */
export const playgroundSendLimit = 500;

/** A request of the playground: everything that a script sends and checks. */
export const playgroundRequestSchema = scriptInputSchema
  .omit({ scriptId: true, folder: true })
  .extend({ scriptName: scriptNameSchema.default('Request') });
/** A request of the playground. */
export type PlaygroundRequest = z.infer<typeof playgroundRequestSchema>;

/** A tab of the playground. Its draft is stored as typed, so it may be incomplete. */
export const playgroundTabSchema = z.object({
  tabId: idSchema,
  draft: z.record(z.string(), z.json()),
  updatedAt: timeSchema,
});
/** A tab of the playground. */
export type PlaygroundTab = z.infer<typeof playgroundTabSchema>;

/** A send in the history. */
export const playgroundSendSchema = z.object({
  sendId: idSchema,
  name: z.string(),
  method: z.string(),
  url: z.string(),
  status: runStatusSchema,
  statusCode: z.number().nullable(),
  durationMs: z.number().nullable(),
  sentAt: timeSchema,
});
/** A send in the history. */
export type PlaygroundSend = z.infer<typeof playgroundSendSchema>;

export const playgroundRoutes = {
  sendPlayground: route({
    service,
    method: 'POST',
    path: '/api/playground/send',
    summary:
      'Send a request with any method, URL, headers, params and body now, and keep it in the own history. An event stream is passed on as by preview',
    access: canWrite,
    body: z
      .strictObject({
        projectId: idSchema.optional().describe('Absent: the request is sent without variables and certificates'),
        environmentId: idSchema.optional(),
        request: playgroundRequestSchema,
      })
      .refine(({ projectId, environmentId }) => projectId !== undefined || environmentId === undefined, {
        path: ['projectId'],
        message: 'This field is required',
      }),
    response: z.object({ sendId: idSchema, detail: stepDetailSchema }),
  }),
  listPlaygroundSends: route({
    service,
    method: 'GET',
    path: '/api/playground/sends',
    summary: 'List the own sends, the latest first',
    access: canRead,
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(playgroundSendSchema),
  }),
  getPlaygroundSend: route({
    service,
    method: 'GET',
    path: '/api/playground/send',
    summary: 'Read one of the own sends with its request and response',
    access: canRead,
    query: z.strictObject({ sendId: idSchema }),
    response: playgroundSendSchema.extend({
      request: playgroundRequestSchema,
      detail: stepDetailSchema.describe('Long bodies are cut'),
    }),
  }),
  deletePlaygroundSends: route({
    service,
    method: 'DELETE',
    path: '/api/playground/sends',
    summary: 'Delete own sends from the history',
    access: canWrite,
    query: z
      .strictObject({ sendIds: queryIdList.optional(), all: queryBoolean.optional() })
      .refine(({ sendIds, all }) => (sendIds !== undefined) !== (all === true), {
        path: ['sendIds'],
        message: 'Give sendIds, or all=true.',
      }),
    response: okSchema,
  }),
  listPlaygroundTabs: route({
    service,
    method: 'GET',
    path: '/api/playground/tabs',
    summary: 'List the own open tabs in their order',
    access: canRead,
    response: z.object({ tabs: z.array(playgroundTabSchema) }),
  }),
  savePlaygroundTab: route({
    service,
    method: 'PUT',
    path: '/api/playground/tabs/{tabId}',
    summary: 'Keep an open tab as it is now; a tab that is not known yet is the last one',
    access: canWrite,
    params: z.strictObject({ tabId: idSchema }),
    body: z.strictObject({ draft: z.record(z.string(), z.json()) }),
    response: okSchema,
  }),
  deletePlaygroundTabs: route({
    service,
    method: 'DELETE',
    path: '/api/playground/tabs',
    summary: 'Close own tabs',
    access: canWrite,
    query: z.strictObject({ tabIds: queryIdList }),
    response: okSchema,
  }),
};
