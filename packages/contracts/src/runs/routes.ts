import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm } from '../shared.ts';
import { comparisonQuery, runComparisonSchema } from './comparison.ts';
import { reportMailInput } from './report-mail.ts';
import { runAttachmentSchema, runSchema, runSectionsSchema, runStepSchema, stepTraceSchema } from './run.ts';
import { runOriginInput } from './run-origin.ts';
import { reportFormats, runStatusSchema } from './run-state.ts';

const service = 'runs';
const params = z.strictObject({ runId: idSchema });

/**
 * Calls common to runs of every kind. A run's kind determines its service, whose licence and rules about who may see
 * and change runs apply here as in that service's own calls.
 */
export const runRoutes = {
  startRun: route({
    service,
    method: 'POST',
    path: '/api/runs',
    summary: 'Start a run of any kind',
    access: canWrite,
    body: z.strictObject({
      kind: z.string().max(100).describe('Such as `api-functional`'),
      input: z.looseObject({ projectId: idSchema }).describe('What is to be run, as the kind takes it'),
      ...runOriginInput,
    }),
    status: 201,
    response: runSchema,
  }),
  listRuns: route({
    service,
    method: 'GET',
    path: '/api/runs',
    summary: 'List runs of a workspace, newest first; parts of another run only with `parentRunId`',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      kind: z.string().max(100).optional(),
      status: runStatusSchema.optional(),
      searchTerm: searchTerm.describe(
        'Part of the name or label, begin of the commit, or the number, with or without #',
      ),
      parentRunId: idSchema.optional(),
      ...pageQuery,
    }),
    response: pageOf(runSchema),
  }),
  listRunKinds: route({
    service,
    method: 'GET',
    path: '/api/run-kinds',
    summary: 'Kinds whose runs the caller may see in a workspace, by their title',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ kinds: z.array(z.object({ kind: z.string(), title: z.string() })) }),
  }),
  getRun: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}',
    summary: 'A run of any kind',
    access: canRead,
    params,
    response: runSchema,
  }),
  listRunSteps: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/steps',
    summary: 'Steps of a run in order of execution, or one level of their tree',
    access: canRead,
    params,
    query: z.strictObject({
      parentId: z
        .union([idSchema, z.literal('none')])
        .optional()
        .describe('What this container holds; `none`: what belongs to no container. Absent: all that is executed'),
      status: runStatusSchema.optional(),
      searchTerm,
      ...pageQuery,
    }),
    response: pageOf(runStepSchema),
  }),
  listEarlierRuns: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/earlier-runs',
    summary: 'Finished runs of the same tests before a run, newest first, at most 50',
    access: canRead,
    params,
    response: z.object({ runs: z.array(runSchema) }),
  }),
  compareRuns: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/comparison',
    summary: 'A finished run beside an earlier one, step by step',
    access: canRead,
    params,
    query: z.strictObject({ ...comparisonQuery, ...pageQuery }),
    response: runComparisonSchema,
  }),
  listStepTraces: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/steps/{stepId}/traces',
    summary: 'What a step of a run caused in other services, such as calls of mocks',
    access: canRead,
    params: z.strictObject({ runId: idSchema, stepId: idSchema }),
    query: z.strictObject({
      address: z
        .string()
        .max(8192)
        .optional()
        .describe('What the step called, as its report says; tells why nothing is left where nothing is'),
    }),
    response: z.object({ traces: z.array(stepTraceSchema) }),
  }),
  followRun: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/events',
    summary:
      'Events of a run as server-sent events; resumes after the event named in Last-Event-ID (or query lastEventId)',
    access: canRead,
    params,
    query: z.strictObject({ lastEventId: z.coerce.number().int().min(0).optional() }),
    produces: 'text/event-stream',
  }),
  stopRun: route({
    service,
    method: 'PUT',
    path: '/api/runs/{runId}/stop',
    summary: 'Stop a run with its parts',
    access: canWrite,
    params,
    response: okSchema,
  }),
  retryRun: route({
    service,
    method: 'POST',
    path: '/api/runs/{runId}/retry',
    summary: 'Run again what a finished run planned, or only what did not pass',
    access: canWrite,
    params,
    body: z.strictObject({ onlyFailed: z.boolean().default(false) }),
    status: 201,
    response: runSchema,
  }),
  deleteRuns: route({
    service,
    method: 'DELETE',
    path: '/api/runs',
    summary: 'Delete finished runs with their parts, reports and files',
    access: canWrite,
    query: z.strictObject({ runIds: queryIdList }),
    response: okSchema,
  }),
  downloadRunReport: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/report',
    summary: 'The report of a finished run as a file',
    access: canRead,
    params,
    query: z.strictObject({ format: z.enum(reportFormats) }),
    produces: 'application/octet-stream',
  }),
  mailRunReport: route({
    service,
    method: 'POST',
    path: '/api/runs/{runId}/mail',
    summary: 'Mail the report of a finished run as a file, with what failed first',
    access: canWrite,
    params,
    body: z.strictObject(reportMailInput),
    response: okSchema,
  }),
  getRunSections: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/sections',
    summary: 'What the report of a finished run says besides its steps',
    access: canRead,
    params,
    response: runSectionsSchema,
  }),
  listRunAttachments: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/attachments',
    summary: 'Files of a run and its steps, oldest first',
    access: canRead,
    params,
    query: z.strictObject(pageQuery),
    response: pageOf(runAttachmentSchema),
  }),
  downloadRunAttachment: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/attachments/{attachmentId}',
    summary: 'A file of a run',
    access: canRead,
    params: z.strictObject({ runId: idSchema, attachmentId: idSchema }),
    produces: 'application/octet-stream',
  }),
};
