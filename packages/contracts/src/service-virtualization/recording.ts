import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { assetDraftSchema } from './asset.ts';
import { service } from './service.ts';
import { mockSuiteNameSchema } from './suite.ts';

const upstream = z.url({ protocol: /^https?$/, error: 'Give an address such as https://api.example.com.' }).max(2000);

/** What is recorded and how it becomes assets. */
export const recordingOptionsSchema = z.strictObject({
  isPartial: z.boolean().default(false).describe('Stubs answer what they match; only the rest goes to the service'),
  captureHeaders: z.array(z.string().max(255)).max(50).default([]).describe('Headers of requests that stubs match by'),
  repeatsAsScenarios: z.boolean().default(true).describe('Repeated requests answer in the recorded order'),
  masksSecrets: z.boolean().default(true).describe('Credentials are replaced by ***'),
});

/** Whether a mock records. */
export const recordingSchema = z.object({
  status: z.enum(['never', 'recording', 'stopped']),
  targetUrl: z.string().nullable(),
  startedAt: timeSchema.nullable(),
  startedByName: z.string().nullable(),
  count: z.number().int().describe('Calls that were recorded'),
  options: recordingOptionsSchema.nullable(),
  proposals: z
    .array(assetDraftSchema)
    .describe('Assets that a stopped recording makes, until they are accepted or dropped'),
});
/** Whether a mock records. */
export type MockRecording = z.infer<typeof recordingSchema>;

/** A recorded call that the real service answers differently now. */
export const driftFindingSchema = z.object({
  assetId: idSchema,
  assetName: z.string(),
  method: z.string(),
  url: z.string(),
  verdict: z.enum(['same', 'different', 'failed']),
  message: z.string(),
  differences: z.array(z.object({ place: z.string(), mock: z.string().nullable(), service: z.string().nullable() })),
});
/** A comparison of assets with the real service. */
export const driftSchema = z.object({
  driftId: idSchema,
  targetUrl: z.string(),
  status: z.enum(['running', 'finished', 'cancelled', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  message: z.string().nullable(),
  findings: z.array(driftFindingSchema),
});
/** A comparison of assets with the real service. */
export type Drift = z.infer<typeof driftSchema>;

const params = z.strictObject({ id: idSchema.describe('Project') });

/** Calls that record a service and compare it with its mock. */
export const recordingRoutes = {
  getRecording: route({
    service,
    method: 'GET',
    path: '/api/recordings/{id}',
    summary: 'Whether a mock records, and what a stopped recording proposes',
    access: canRead,
    params,
    response: recordingSchema,
  }),
  startRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings/{id}/start',
    summary: 'Send calls on to a service and keep its answers',
    access: canWrite,
    params,
    body: recordingOptionsSchema.extend({ targetUrl: upstream }),
    response: recordingSchema,
  }),
  stopRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings/{id}/stop',
    summary: 'End a recording and propose assets; nothing is saved yet',
    access: canWrite,
    params,
    body: z.strictObject({}),
    response: recordingSchema,
  }),
  acceptRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings/{id}/accept',
    summary: 'Save proposed assets into a suite, or drop them all (no indexes)',
    access: canWrite,
    params,
    body: z.strictObject({
      indexes: z.array(z.number().int().min(0)).max(20_000).optional().describe('Absent: all; empty: none'),
      suiteId: idSchema.optional().describe('Absent: a new suite'),
      suiteName: mockSuiteNameSchema.optional(),
    }),
    status: 201,
    response: z.object({ suiteId: idSchema.nullable(), created: z.number().int(), disabled: z.number().int() }),
  }),
  startDrift: route({
    service,
    method: 'POST',
    path: '/api/drift/{id}',
    summary: 'Send the requests of assets to the real service and compare the answers',
    access: canWrite,
    params,
    body: z.strictObject({
      targetUrl: upstream,
      suiteId: idSchema.optional(),
      onlySafe: z.boolean().default(true).describe('Only GET and HEAD'),
    }),
    status: 202,
    response: driftSchema,
  }),
  getDrift: route({
    service,
    method: 'GET',
    path: '/api/drift/{id}',
    summary: 'How the last comparison stands',
    access: canRead,
    params,
    response: z.object({ drift: driftSchema.nullable() }),
  }),
  cancelDrift: route({
    service,
    method: 'DELETE',
    path: '/api/drift/{id}',
    summary: 'End a comparison that is under way',
    access: canWrite,
    params,
    response: z.object({ drift: driftSchema.nullable() }),
  }),
};
