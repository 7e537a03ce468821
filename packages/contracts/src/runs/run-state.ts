import { z } from 'zod';

/** Inner status words of runs and steps; what the screen says is mapped once, in each service. */
export const runStatuses = ['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'skipped'] as const;
/** Inner state of a run or step. */
export const runStatusSchema = z.enum(runStatuses);
/** Inner state of a run or step. */
export type RunStatus = z.infer<typeof runStatusSchema>;
/** States that do not change any more. */
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
 * Events of a run, in order and numbered per run from 1 without gaps; the number is the `id` of the server-sent event, so a
 * client that reconnects with `Last-Event-ID` misses none. The SSE `event` field carries the type.
 * `status`: the run's state changed; `executionStatus` is the word on screen, `COMPLETED` is sent last.
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
/** What a live run says. */
export const runEventSchema = z.discriminatedUnion('type', [
  runStatusEventSchema,
  runStepsEventSchema,
  runCompletedEventSchema,
]);
export type RunEvent = z.infer<typeof runEventSchema>;

/** Files that the report of any run can be. */
export const reportFormats = ['html', 'junit', 'json', 'excel', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
