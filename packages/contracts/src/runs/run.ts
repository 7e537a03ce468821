import { z } from 'zod';
import { idSchema, timeSchema } from '../shared.ts';
import { reportBlockSchema } from './report-block.ts';
import { runNumberSchema } from './run-number.ts';
import { runOriginFields } from './run-origin.ts';
import { runCountsSchema, runStatusSchema } from './run-state.ts';

/** A run of any kind. */
export const runSchema = z.object({
  runId: idSchema,
  projectId: idSchema,
  kind: z.string().describe('Which kind of test it is, such as `api-functional`'),
  kindTitle: z.string().describe('The kind as screens name it'),
  name: z.string(),
  subtitle: z.string().optional().describe('What the name does not tell, such as where a web test ran'),
  number: runNumberSchema,
  ...runOriginFields,
  status: runStatusSchema,
  executionStatus: z.string().describe('The word on screen for the status'),
  message: z.string().nullable().describe('Why the run ended as it did'),
  counts: runCountsSchema,
  startedBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number(),
  retryNumber: z.number().int().describe('How many retries led to this run; 0 for one that is none'),
  retryOf: idSchema.nullable(),
  parentRunId: idSchema.nullable().describe('The run that this one is a part of'),
  parentStepId: idSchema.nullable(),
  canRetry: z.boolean().describe('Whether runs of the kind may be run again'),
  link: z.string().describe('Where the page shows it'),
});
/** A run of any kind. */
export type RunAnswer = z.infer<typeof runSchema>;

/** A step of a run of any kind, or a container of steps. */
export const runStepSchema = z.object({
  stepId: idSchema,
  index: z.number().int().describe('Order in the plan, from 0; negative for containers'),
  parentId: idSchema.nullable().describe('The container that it belongs to'),
  isContainer: z.boolean().describe('Holds steps, and shows how they ended'),
  kind: z.string(),
  title: z.string(),
  subtitle: z.string().describe('What the title does not tell, such as an address'),
  badges: z.array(z.string()).describe('A few short words, such as a method or a status code'),
  status: runStatusSchema,
  message: z.string().nullable(),
  durationMs: z.number().nullable(),
  startedAt: timeSchema.nullable(),
});
/** A step of a run of any kind, or a container of steps. */
export type RunStep = z.infer<typeof runStepSchema>;

/** What a step of a run caused in another service, such as calls of a mock. */
export const stepTraceSchema = z.object({
  title: z.string().describe('What it is, such as “Mock calls”'),
  place: z.string().nullable().describe('Where it happened, such as the name of a project'),
  lines: z
    .array(
      z.object({
        entryId: z.string(),
        badge: z.string().describe('A short word, such as a method'),
        title: z.string(),
        note: z.string().describe('What became of it'),
        isProblem: z.boolean().describe('Calls for attention'),
        link: z.string().describe('Where the page shows it'),
      }),
    )
    .describe('The newest first, at most 20'),
  total: z.number().int(),
  link: z.string().nullable().describe('Where the page shows all of it; null where nothing is left'),
  note: z.string().nullable().describe('What there is to say besides, such as why nothing is left'),
});
/** What a step of a run caused in another service. */
export type StepTrace = z.infer<typeof stepTraceSchema>;

/** A file stored with a run or one of its steps. */
export const runAttachmentSchema = z.object({
  attachmentId: idSchema,
  stepId: idSchema.nullable().describe('Null where it belongs to the run as a whole'),
  stepTitle: z.string().nullable().describe('Name of that step'),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  contentHash: z.string().describe('SHA-256, hexadecimal'),
  createdAt: timeSchema,
});
/** A file stored with a run or one of its steps. */
export type RunAttachment = z.infer<typeof runAttachmentSchema>;

/** The parts of a finished run's report besides its steps. */
export const runSectionsSchema = z.object({
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  figures: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
  sections: z.array(reportBlockSchema),
});
/** The parts of a finished run's report besides its steps. */
export type RunSections = z.infer<typeof runSectionsSchema>;
