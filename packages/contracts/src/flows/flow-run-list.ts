import { z } from 'zod';
import { runCountsSchema, runNumberSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, pageOf, timeSchema } from '../shared.ts';

/** A run of a workflow in a list. */
export const flowRunSummarySchema = z.object({
  runId: idSchema,
  number: runNumberSchema,
  projectId: idSchema,
  projectName: z.string(),
  flowId: idSchema,
  flowName: z.string().describe('As the workflow was named when the run began'),
  status: runStatusSchema,
  executionStatus: z.string(),
  counts: runCountsSchema.describe('Blocks of the workflow'),
  startedBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number(),
});
/** A run of a workflow in a list. */
export type FlowRunSummary = z.infer<typeof flowRunSummarySchema>;

/** Runs of workflows, with counts by status. */
export const flowRunListSchema = pageOf(flowRunSummarySchema).extend({
  totals: runCountsSchema.describe('How many runs have each status, whatever status was asked for'),
});
