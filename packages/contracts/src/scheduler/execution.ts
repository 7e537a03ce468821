import { z } from 'zod';
import { runStatusSchema } from '../runs/index.ts';
import { idSchema, timeSchema } from '../shared.ts';

/**
 * The outcome of one due time of a job. WAITING: about to start, or waiting for its next attempt. RUNNING: its run
 * hasn't ended. SKIPPED: it was missed, and the job skips missed times. REFUSED: the run couldn't be started.
 */
export const schedulerExecutionStatuses = [
  'WAITING',
  'RUNNING',
  'PASSED',
  'FAILED',
  'ERROR',
  'CANCELLED',
  'SKIPPED',
  'REFUSED',
] as const;
/** The outcome of one due time of a job. */
export const schedulerExecutionStatusSchema = z.enum(schedulerExecutionStatuses);
/** The outcome of one due time of a job. */
export type SchedulerExecutionStatus = z.infer<typeof schedulerExecutionStatusSchema>;

/** One due time of a job, and its outcome. */
export const schedulerExecutionSchema = z.object({
  executionId: idSchema,
  jobId: idSchema,
  projectId: idSchema,
  title: z.string().describe('Of the job'),
  dueAt: timeSchema.describe('When it was due; of missed times, the last one'),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number().int().nullable(),
  status: schedulerExecutionStatusSchema,
  message: z.string().nullable().describe('Why it ended so, or why no run was started'),
  tellProblem: z.string().nullable().describe('Why the webhook could not be told; null once it was'),
  toldAt: timeSchema.nullable().describe('When the webhook took the result; null: it did not, or was not asked'),
  missed: z.number().int().describe('How many missed times it stands for; else 0'),
  attempt: z.number().int().describe('1, and one more for each retry'),
  attempts: z
    .array(
      z.object({
        attempt: z.number().int(),
        runId: idSchema,
        status: runStatusSchema.nullable().describe('null while it runs'),
        link: z.string().nullable().describe('Where the page shows the run; null where it was deleted'),
      }),
    )
    .describe('Runs that were started, the first one first'),
});
/** One due time of a job, and its outcome. */
export type SchedulerExecution = z.infer<typeof schedulerExecutionSchema>;
