import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { runNumberSchema } from '../runs/index.ts';
import { idSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { insightPeriodProblem, insightScope, isInsightPeriod } from './insights.ts';

const service = 'api-testing';

/** Identifies failures with a common cause, judging by their messages. */
export const failureSignatureSchema = z.string().regex(/^[\w-]{1,64}$/, 'Must be a signature of failures');

/** Failed steps with the same message, apart from numbers, ids, times, hosts and tokens. */
export const failureClusterSchema = z.object({
  signature: failureSignatureSchema,
  kind: z.string().describe('Kind of the assertion that failed, or the code of the error'),
  statusClass: z.string().describe('Such as 5xx; empty: there was no response'),
  template: z.string().describe('The message, with <n>, <id>, <time>, <host>, <email> and <token> in place of values'),
  failures: z.number().int().describe('Failed steps in the period'),
  previousFailures: z.number().int().describe('Failed steps in the period of the same length before'),
  runs: z.number().int(),
  scripts: z.number().int(),
  flakyScripts: z
    .number()
    .int()
    .describe(
      'Scripts that failed like this and also passed in the period, in the same environment, without being changed',
    ),
  firstSeenAt: timeSchema.describe('Ever, as far as runs are kept'),
  lastSeenAt: timeSchema,
  isNew: z.boolean().describe('First seen within the last `newDays` days of the period'),
  days: z
    .array(z.object({ date: z.iso.date(), failures: z.number().int() }))
    .describe('Days with failures, UTC, in order'),
  example: z.object({ runId: idSchema, stepId: idSchema, message: z.string() }).describe('The newest failed step'),
});
/** Failed steps with the same message. */
export type FailureCluster = z.infer<typeof failureClusterSchema>;

/** A failed step of a cluster. */
export const clusteredStepSchema = z.object({
  runId: idSchema,
  runName: z.string(),
  runNumber: runNumberSchema,
  stepId: idSchema,
  scriptId: z.string().nullable(),
  scriptName: z.string(),
  suiteName: z.string(),
  environmentName: z.string().nullable(),
  message: z.string(),
  finishedAt: timeSchema,
});
/** A failed step of a cluster. */
export type ClusteredStep = z.infer<typeof clusteredStepSchema>;

/** A script that fails with one signature. */
export const clusteredScriptSchema = z.object({
  scriptId: z.string(),
  scriptName: z.string(),
  suiteName: z.string(),
  failures: z.number().int(),
  lastSeenAt: timeSchema,
  isFlaky: z.boolean().describe('It also passed in the period, in the same environment, without being changed'),
});
/** A script that fails with one signature. */
export type ClusteredScript = z.infer<typeof clusteredScriptSchema>;

export const failureClusterRoutes = {
  listFailureClusters: route({
    service,
    method: 'GET',
    path: '/api/functional-insights-failures',
    summary: 'Failed steps of a period grouped by what their messages have in common, the most frequent first',
    access: canRead,
    query: z
      .strictObject({
        ...insightScope,
        newDays: z.coerce.number().int().min(1).max(90).default(7),
        ...pageQuery,
      })
      .refine(isInsightPeriod, insightPeriodProblem),
    response: pageOf(failureClusterSchema),
  }),
  listClusteredSteps: route({
    service,
    method: 'GET',
    path: '/api/functional-insights-failed-steps',
    summary: 'Failed steps with one signature, the newest first, and the scripts that they are of',
    access: canRead,
    query: z
      .strictObject({ ...insightScope, signature: failureSignatureSchema, ...pageQuery })
      .refine(isInsightPeriod, insightPeriodProblem),
    response: pageOf(clusteredStepSchema).extend({
      scripts: z.array(clusteredScriptSchema).describe('Those that fail most, at most 50'),
    }),
  }),
};
