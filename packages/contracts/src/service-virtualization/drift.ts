import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { upstreamSchema } from './recording.ts';
import { service } from './service.ts';

/** `waiting`: not requested yet; `skipped`: can't be requested, `message` says why. */
export const driftVerdicts = ['waiting', 'same', 'changed', 'unreachable', 'skipped'] as const;
/** How an asset compares with the service. */
export type DriftVerdict = (typeof driftVerdicts)[number];

/** A comparison of the assets of a mock with the real service. */
export const driftCheckSchema = z.object({
  checkId: idSchema,
  projectId: idSchema,
  targetUrl: z.string(),
  status: z.enum(['running', 'finished', 'cancelled', 'failed']),
  isSafeOnly: z.boolean(),
  compares: z.enum(['values', 'shape']),
  total: z.number().int(),
  counts: z.record(z.enum(driftVerdicts), z.number().int()),
  message: z.string().nullable().describe('Why it failed'),
  startedAt: timeSchema,
  startedByName: z.string(),
  finishedAt: timeSchema.nullable(),
});
/** A comparison of the assets of a mock with the real service. */
export type DriftCheck = z.infer<typeof driftCheckSchema>;

/** The service's response to an asset's request. */
export const driftFindingSchema = z.object({
  findingId: idSchema,
  assetId: idSchema.nullable().describe('null: deleted meanwhile'),
  assetName: z.string(),
  method: z.string(),
  url: z.string(),
  verdict: z.enum(driftVerdicts),
  message: z.string().describe('What differs, or why nothing could be compared, in words'),
  differences: z
    .array(
      z.object({
        place: z.string().describe('Such as status, headers.Content-Type or body $.name'),
        mock: z.string().nullable().describe('null: absent'),
        service: z.string().nullable().describe('null: absent'),
      }),
    )
    .describe('At most 50'),
  durationMs: z.number().nullable(),
  canApply: z.boolean().describe('The answer of the service can become that of the asset'),
  appliedAt: timeSchema.nullable(),
});
/** The service's response to an asset's request. */
export type DriftFinding = z.infer<typeof driftFindingSchema>;

const params = z.strictObject({ id: idSchema.describe('Check') });

/** Calls that compare the assets of a mock with the real service. */
export const driftRoutes = {
  startDriftCheck: route({
    service,
    method: 'POST',
    path: '/api/drift-checks',
    summary: 'Send the requests of assets to the real service and compare the answers',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      targetUrl: upstreamSchema,
      suiteId: idSchema.optional().describe('Only assets of this suite and those below; absent: all'),
      isSafeOnly: z
        .boolean()
        .default(true)
        .describe('Only GET, HEAD and OPTIONS; other methods may change the service'),
      compares: z
        .enum(['values', 'shape'])
        .default('values')
        .describe('shape: of JSON only members and types are compared'),
      headers: z
        .array(z.strictObject({ name: z.string().trim().min(1).max(255), value: z.string().max(8192) }))
        .max(20)
        .default([])
        .describe('Sent with every request, such as Authorization; kept sealed until the check ends'),
    }),
    status: 202,
    response: driftCheckSchema,
  }),
  listDriftChecks: route({
    service,
    method: 'GET',
    path: '/api/drift-checks/all/{id}',
    summary: 'Checks of a project, the newest first; the last 20 are kept',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    query: z.strictObject(pageQuery),
    response: pageOf(driftCheckSchema),
  }),
  getDriftCheck: route({
    service,
    method: 'GET',
    path: '/api/drift-checks/{id}',
    summary: 'How a check stands',
    access: canRead,
    params,
    response: driftCheckSchema,
  }),
  listDriftFindings: route({
    service,
    method: 'GET',
    path: '/api/drift-checks/{id}/findings',
    summary: 'What a check found, in the order of the assets',
    access: canRead,
    params,
    query: z.strictObject({ verdict: z.enum(driftVerdicts).optional(), ...pageQuery }),
    response: pageOf(driftFindingSchema),
  }),
  cancelDriftCheck: route({
    service,
    method: 'POST',
    path: '/api/drift-checks/{id}/cancel',
    summary: 'End a check that is under way; what it found so far stays',
    access: canWrite,
    params,
    body: z.strictObject({}),
    response: driftCheckSchema,
  }),
  applyDrift: route({
    service,
    method: 'POST',
    path: '/api/drift-checks/{id}/apply',
    summary: 'Make the answers of the service those of the assets, each as a new version',
    access: canWrite,
    params,
    body: z.strictObject({ findingIds: z.array(idSchema).min(1, 'Choose at least one finding.').max(500) }),
    response: z.object({
      applied: z.number().int(),
      left: z.array(z.object({ findingId: idSchema, reason: z.string() })),
    }),
  }),
  deleteDriftCheck: route({
    service,
    method: 'DELETE',
    path: '/api/drift-checks/{id}',
    summary: 'Delete a check with what it found',
    access: canWrite,
    params,
    response: okSchema,
  }),
};
