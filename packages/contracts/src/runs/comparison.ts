import { z } from 'zod';
import { idSchema } from '../shared.ts';
import { runAttachmentSchema, runSchema, runStepSchema } from './run.ts';

export const stepChanges = ['broken', 'fixed', 'changed', 'added', 'removed', 'same'] as const;
/** How a step of a run differs from the same step of another run. */
export type StepChange = (typeof stepChanges)[number];

/** A step of one of two runs that are compared. */
export const comparedStepSchema = runStepSchema.extend({
  path: z.array(z.string()).describe('Titles of what it lies in, the outermost first, where its kind tells them'),
  values: z.array(z.object({ label: z.string(), text: z.string() })).describe('Such as what was expected'),
  pictures: z.array(runAttachmentSchema.pick({ attachmentId: true, name: true })),
});
/** A step of one of two runs that are compared. */
export type ComparedStep = z.infer<typeof comparedStepSchema>;

/** A step in two runs; null if a run has no such step. */
export const stepPairSchema = z.object({
  change: z
    .enum(stepChanges)
    .describe(
      '`broken`: passed before and does not now; `changed`: another status, message or value; times do not count',
    ),
  before: comparedStepSchema.nullable(),
  after: comparedStepSchema.nullable(),
});
/** A step in two runs. */
export type StepPair = z.infer<typeof stepPairSchema>;

/** Two runs of the same tests, step by step. */
export const runComparisonSchema = z.object({
  before: runSchema,
  after: runSchema,
  totals: z.record(z.enum(stepChanges), z.number().int()),
  steps: z.array(stepPairSchema).describe('In the order of the later run'),
  totalElements: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
/** Two runs of the same tests, step by step. */
export type RunComparison = z.infer<typeof runComparisonSchema>;

/** Query of a comparison, besides its page. */
export const comparisonQuery = {
  with: idSchema.optional().describe('The earlier run; absent: the last one of the same tests that passed'),
  steps: z.enum(['differing', 'all']).default('differing'),
};
