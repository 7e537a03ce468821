import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';

/** Maximum number of versions of a baseline; older ones are deleted, except the current one. */
export const maxBaselineVersions = 20;

/** A picture that is or was the baseline. */
export const baselineVersionSchema = z.object({
  version: z.number().int().describe('From 1 on'),
  width: z.number().int(),
  height: z.number().int(),
  sizeBytes: z.number().int(),
  acceptedBy: z.string(),
  acceptedAt: timeSchema,
  isReviewed: z.boolean().describe('false: a run kept it, because there was none'),
  runId: idSchema.nullable().describe('The run that it was taken in'),
});
/** A picture that is or was the baseline. */
export type BaselineVersion = z.infer<typeof baselineVersionSchema>;

/** A named set of pictures that a script is compared with in a target. */
export const baselineSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  scriptUUID: idSchema,
  testScriptName: z.string().nullable().describe('null: the script was deleted'),
  name: z.string(),
  target: z.string().describe('Browser with its size or device, as targets are called'),
  versionCount: z.number().int(),
  current: baselineVersionSchema.describe('The one that counts'),
});
/** A named set of pictures that a script is compared with. */
export type Baseline = z.infer<typeof baselineSchema>;

/** A baseline with its versions, newest first. */
export const baselineHistorySchema = baselineSchema.extend({ versions: z.array(baselineVersionSchema) });
/** A baseline with its versions, newest first. */
export type BaselineHistory = z.infer<typeof baselineHistorySchema>;

const seen = z
  .number()
  .int()
  .nullable()
  .describe(
    'The version that counted when you looked, null where there was none. Refused where another one counts by now',
  );
const baselineParams = z.strictObject({ id: idSchema });
const version = z.number().int().min(1);

/** baselineCalls calls on picture baselines of a keyword-test service. */
export const baselineCalls = (service: string) => ({
  listBaselines: route({
    service,
    method: 'GET',
    path: '/api/baselines',
    summary: 'Baselines of a project, by script, name and target',
    access: canRead,
    query: z.strictObject({
      projectUUID: idSchema,
      searchTerm,
      show: z
        .enum(['all', 'unreviewed'])
        .default('all')
        .describe('`unreviewed`: those that a run kept and nobody has looked at'),
      ...pageQuery,
    }),
    response: pageOf(baselineSchema),
  }),
  getBaseline: route({
    service,
    method: 'GET',
    path: '/api/baselines/{id}',
    summary: 'A baseline with its versions',
    access: canRead,
    params: baselineParams,
    response: baselineHistorySchema,
  }),
  findStepBaseline: route({
    service,
    method: 'GET',
    path: '/api/step-baseline',
    summary: 'The baseline of a step of a run, as it is now',
    access: canRead,
    query: z.strictObject({ runId: idSchema, stepId: idSchema }),
    response: z.object({
      baseline: baselineSchema.nullable(),
      isCurrent: z.boolean().describe('Whether the picture of this step is the baseline'),
    }),
  }),
  acceptBaseline: route({
    service,
    method: 'POST',
    path: '/api/accept-baseline',
    summary: 'Make the picture of a step of a run the baseline',
    access: canWrite,
    body: z.strictObject({ runId: idSchema, stepId: idSchema, currentVersion: seen }),
    response: baselineSchema,
  }),
  chooseBaselineVersion: route({
    service,
    method: 'PUT',
    path: '/api/baselines/{id}/version',
    summary: 'Go back to an earlier version, or approve the present one',
    access: canWrite,
    params: baselineParams,
    body: z.strictObject({ version, currentVersion: seen }),
    response: baselineSchema,
  }),
  downloadBaseline: route({
    service,
    method: 'GET',
    path: '/api/baselines/{id}/content',
    summary: 'The picture of a version',
    access: canRead,
    params: baselineParams,
    query: z.strictObject({ version: z.coerce.number().int().min(1) }),
    produces: 'image/png',
  }),
  deleteBaseline: route({
    service,
    method: 'DELETE',
    path: '/api/baselines/{id}',
    summary: 'Delete a baseline with all its versions',
    access: canWrite,
    params: baselineParams,
    response: okSchema,
  }),
});
