import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { resultSchema } from './result.ts';

const service = 'api-monitoring';

/** The state of an incident. */
export const incidentStates = ['OPEN', 'ACKNOWLEDGED', 'CLOSED'] as const;
/** The state of an incident. */
export type IncidentState = (typeof incidentStates)[number];
/** The kind under which the service `comments` stores comments on incidents. */
export const incidentCommentKind = 'incident';
/** Kinds of timeline entries. `comment`: from before comments were threads. */
export const incidentEntryKinds = [
  'opened',
  'confirmed',
  'acknowledged',
  'escalated',
  'alerted',
  'comment',
  'post-mortem',
  'closed',
] as const;

/** A timeline entry of an incident. */
export const incidentEntrySchema = z.object({
  entryId: idSchema,
  kind: z.enum(incidentEntryKinds),
  at: timeSchema,
  text: z.string(),
  byName: z.string().nullable().describe('Null: the product'),
});
/** A timeline entry of an incident. */
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** An incident in lists. */
export const incidentSummarySchema = z.object({
  incidentId: idSchema,
  number: z.number().int().describe('Counts in its project'),
  projectId: idSchema,
  monitorId: idSchema,
  monitorName: z.string(),
  state: z.enum(incidentStates),
  severity: z.enum(['DOWN', 'DEGRADED']),
  cause: z.string(),
  regions: z.array(z.string()).describe('That found it'),
  openedAt: timeSchema,
  acknowledgedAt: timeSchema.nullable(),
  acknowledgedByName: z.string().nullable(),
  closedAt: timeSchema.nullable(),
  durationSeconds: z.number().int(),
});
/** An incident in lists. */
export type IncidentSummary = z.infer<typeof incidentSummarySchema>;

/** A line of the difference between the last good response and the failing one. */
export const responseChangeSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** An incident with its timeline. */
export const incidentSchema = incidentSummarySchema.extend({
  entries: z.array(incidentEntrySchema),
  failing: resultSchema.nullable().describe('The first check that found it'),
  lastGood: z
    .object({ at: timeSchema, status: z.number().int().nullable(), durationMs: z.number().nullable() })
    .nullable(),
  changes: z.array(responseChangeSchema).describe('From the last good response to the failing one'),
  postMortem: z.string(),
  runLink: z.string().nullable(),
});
/** An incident with its timeline. */
export type Incident = z.infer<typeof incidentSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on incidents. */
export const incidentRoutes = {
  listIncidents: route({
    service,
    method: 'GET',
    path: '/api/incidents',
    summary: 'Incidents of a project, those that are open first, then the latest',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      monitorId: idSchema.optional(),
      state: z.enum(incidentStates).optional(),
      ...pageQuery,
    }),
    response: pageOf(incidentSummarySchema),
  }),
  getIncident: route({
    service,
    method: 'GET',
    path: '/api/incidents/{id}',
    summary: 'One incident with its time line, the failing check and what changed in the response',
    access: canRead,
    params: idParams,
    response: incidentSchema,
  }),
  acknowledgeIncident: route({
    service,
    method: 'POST',
    path: '/api/incidents/{id}/acknowledge',
    summary: 'Say that somebody looks after an open incident: its alerts go no further',
    access: canWrite,
    params: idParams,
    body: z.strictObject({ comment: z.string().trim().max(10_000).default('') }),
    response: incidentSchema,
  }),
  writePostMortem: route({
    service,
    method: 'PUT',
    path: '/api/incidents/{id}/post-mortem',
    summary: 'Write or change the post-mortem of an incident (Markdown)',
    access: canWrite,
    params: idParams,
    body: z.strictObject({ text: z.string().max(100_000) }),
    response: incidentSchema,
  }),
  deleteIncident: route({
    service,
    method: 'DELETE',
    path: '/api/incidents/{id}',
    summary: 'Delete a closed incident',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
};
