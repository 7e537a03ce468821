import { z } from 'zod';

/** Internal statuses of runs and steps; each service maps them to displayed ones in one place. */
export const runStatuses = ['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'skipped'] as const;
/** Internal status of a run or step. */
export const runStatusSchema = z.enum(runStatuses);
/** Internal status of a run or step. */
export type RunStatus = z.infer<typeof runStatusSchema>;
/** Final states. */
export const finalRunStatuses: readonly RunStatus[] = ['passed', 'failed', 'error', 'cancelled', 'skipped'];

/** Counts of the steps of a run by status; they always add up to `total`. */
export const runCountsSchema = z.object({
  total: z.number().int(),
  queued: z.number().int(),
  running: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  error: z.number().int(),
  skipped: z.number().int(),
  cancelled: z.number().int(),
});
export type RunCounts = z.infer<typeof runCountsSchema>;

/**
 * Events of a run, in order and numbered per run from 1 without gaps; the number is the `id` of the server-sent event,
 * so a client that reconnects with `Last-Event-ID` misses none. The SSE `event` field contains the type.
 * `status`: the run's state changed; `executionStatus` is the displayed status, `COMPLETED` is sent last.
 * `steps`: a batch of changed steps (service-specific summaries).
 */
export const runStatusEventSchema = z.object({
  type: z.literal('status'),
  seq: z.number().int(),
  runId: z.string(),
  status: runStatusSchema,
  executionStatus: z.string(),
  message: z.string().nullable(),
  counts: runCountsSchema,
  durationMs: z.number(),
});
/** Steps that have changed. */
export const runStepsEventSchema = z.object({
  type: z.literal('steps'),
  seq: z.number().int(),
  runId: z.string(),
  counts: runCountsSchema,
  durationMs: z.number(),
  steps: z.array(z.unknown()),
});
/** The last event of a run. */
export const runCompletedEventSchema = z.object({
  type: z.literal('COMPLETED'),
  seq: z.number().int(),
  runId: z.string(),
  status: runStatusSchema,
  executionStatus: z.string(),
  message: z.string().nullable(),
  counts: runCountsSchema,
  durationMs: z.number(),
});
/** An event of a live run. */
export const runEventSchema = z.discriminatedUnion('type', [
  runStatusEventSchema,
  runStepsEventSchema,
  runCompletedEventSchema,
]);
export type RunEvent = z.infer<typeof runEventSchema>;

/** File formats of reports, for any kind of run. */
export const reportFormats = ['html', 'junit', 'json', 'excel', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
