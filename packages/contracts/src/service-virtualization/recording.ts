import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { service } from './service.ts';
import { mockSuiteNameSchema } from './suite.ts';

/** The address of a service to record or compare with. */
export const upstreamSchema = z
  .url({ protocol: /^https?$/, error: 'Give an address such as https://api.example.com.' })
  .max(2000)
  .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'Leave user and password out of the address.')
  .refine((url) => !/[?#]/.test(url), 'Give the address without a query.');

const path = z.string().trim().max(500).regex(/^\//, 'Begin paths with /, such as /api/**.');
const headerName = z
  .string()
  .trim()
  .max(255)
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'This is no name of a header.');

/** What to record while calls are forwarded to a service. */
export const recordingOptionsSchema = z.strictObject({
  isPartial: z.boolean().default(false).describe('Stubs answer what they match; only the rest goes to the service'),
  methods: z.array(z.string().trim().toUpperCase().max(20)).max(20).default([]).describe('Empty: all methods'),
  paths: z
    .array(path)
    .max(50)
    .default([])
    .describe('Only these paths: * is any text within a segment, ** any number of segments. Empty: all'),
  exceptPaths: z.array(path).max(50).default([]).describe('Paths that go to the service and are not recorded'),
  matchHeaders: z.array(headerName).max(50).default([]).describe('Headers of requests that stubs match by'),
  masksSecrets: z.boolean().default(true).describe('Credentials are replaced by *** before anything is stored'),
});
/** What to record. */
export type RecordingOptions = z.infer<typeof recordingOptionsSchema>;

/** `paused`: calls are still forwarded to the service but not recorded; `stopped`: the recorded calls can be saved. */
export const recordingStatuses = ['recording', 'paused', 'stopped'] as const;

/** A recording of a service through a mock. */
export const recordingSchema = z.object({
  recordingId: idSchema,
  projectId: idSchema,
  targetUrl: z.string(),
  status: z.enum(recordingStatuses),
  options: recordingOptionsSchema,
  count: z.number().int().describe('Calls that were recorded'),
  sizeBytes: z.number().int(),
  problem: z.string().nullable().describe('Why calls were not recorded, such as a limit that was reached'),
  startedAt: timeSchema,
  startedByName: z.string(),
  stoppedAt: timeSchema.nullable(),
  savedAt: timeSchema.nullable().describe('When assets were made of it last'),
});
/** A recording of a service through a mock. */
export type MockRecording = z.infer<typeof recordingSchema>;

/** A recorded call, in a list. */
export const recordedCallSchema = z.object({
  callId: idSchema,
  at: timeSchema,
  method: z.string(),
  url: z.string(),
  status: z.number().int(),
  contentType: z.string(),
  sizeBytes: z.number().int().describe('Of the body of the answer, decompressed'),
});
/** A recorded call. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;

/** How recorded calls become assets. */
const choices = {
  repeats: z
    .enum(['sequence', 'first', 'last'])
    .default('sequence')
    .describe('What repeated requests answer: one answer after another, always the first, or always the last'),
  parameterises: z
    .boolean()
    .default(false)
    .describe('Requests that differ only in a value that their answers repeat become one asset with a template'),
};

/** An asset created by a recording. */
export const proposedAssetSchema = z.object({
  callId: idSchema.describe('The recorded call that it is made of'),
  name: z.string(),
  method: z.string(),
  path: z.string().describe('As the stub writes the address'),
  status: z.number().int(),
  calls: z.number().int().describe('Recorded calls that it answers'),
  sizeBytes: z.number().int(),
  step: z.object({ scenario: z.string(), step: z.number().int(), of: z.number().int() }).nullable(),
  isParameterised: z.boolean(),
});
/** An asset created by a recording. */
export type ProposedAsset = z.infer<typeof proposedAssetSchema>;

const params = z.strictObject({ id: idSchema.describe('Recording') });

/** Calls that record a service and create assets from its responses. */
export const recordingRoutes = {
  listRecordings: route({
    service,
    method: 'GET',
    path: '/api/recordings/all/{id}',
    summary: 'Recordings of a project, the newest first; the last ten are kept, for 30 days',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    query: z.strictObject(pageQuery),
    response: pageOf(recordingSchema),
  }),
  startRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings',
    summary: 'Send calls of a mock on to a service and record its answers',
    access: canWrite,
    body: recordingOptionsSchema.extend({ projectId: idSchema, targetUrl: upstreamSchema }),
    status: 201,
    response: recordingSchema,
  }),
  getRecording: route({
    service,
    method: 'GET',
    path: '/api/recordings/{id}',
    summary: 'How a recording stands',
    access: canRead,
    params,
    response: recordingSchema,
  }),
  setRecordingStatus: route({
    service,
    method: 'PUT',
    path: '/api/recordings/{id}/status',
    summary: 'Pause, continue or stop a recording; one that was stopped does not go on',
    access: canWrite,
    params,
    body: z.strictObject({ status: z.enum(recordingStatuses) }),
    response: recordingSchema,
  }),
  listRecordedCalls: route({
    service,
    method: 'GET',
    path: '/api/recordings/{id}/calls',
    summary: 'Calls of a recording, the newest first',
    access: canRead,
    params,
    query: z.strictObject(pageQuery),
    response: pageOf(recordedCallSchema),
  }),
  previewRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings/{id}/preview',
    summary: 'Which assets a stopped recording makes; nothing is saved yet',
    access: canRead,
    params,
    body: z.strictObject({ ...choices, ...pageQuery }),
    response: pageOf(proposedAssetSchema).extend({
      calls: z.number().int().describe('Recorded calls'),
      scenarios: z.number().int(),
    }),
  }),
  saveRecording: route({
    service,
    method: 'POST',
    path: '/api/recordings/{id}/save',
    summary: 'Make assets of a stopped recording, in a suite',
    access: canWrite,
    params,
    body: z.strictObject({
      ...choices,
      leaveOut: z.array(idSchema).max(10_000).default([]).describe('Calls of the preview whose assets are not made'),
      suiteId: idSchema.optional().describe('Absent: into the suite of the name'),
      suiteName: mockSuiteNameSchema.optional().describe('Default: Recorded; made where there is none'),
      isEnabled: z.boolean().default(true).describe('Whether the assets answer at once'),
    }),
    status: 201,
    response: z.object({
      suiteId: idSchema,
      created: z.number().int(),
      disabled: z.number().int().describe('Assets that are off because the plan allows no more'),
    }),
  }),
  deleteRecording: route({
    service,
    method: 'DELETE',
    path: '/api/recordings/{id}',
    summary: 'Delete a recording with its calls; assets that were made of it stay',
    access: canWrite,
    params,
    response: okSchema,
  }),
};
