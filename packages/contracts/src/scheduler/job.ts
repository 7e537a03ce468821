import { z } from 'zod';
import { idSchema, timeSchema } from '../shared.ts';
import { schedulerExecutionStatusSchema } from './execution.ts';
import { scheduleSchema } from './schedule.ts';

/** A variable of a job; it overrides variables of the same name in the environment, the suite and the workspace. */
export const jobVariableSchema = z
  .strictObject({
    name: z.string().trim().min(1, 'Enter a name.').max(255, 'A name has at most 255 characters.'),
    value: z.string().max(100_000).nullable().describe('Of a secret null: the stored value'),
    isSecret: z.boolean().default(false).describe('Stored encrypted, never shown again, masked in results'),
  })
  .refine(({ value, isSecret }) => isSecret || value !== null, { path: ['value'], message: 'Enter a value.' });
/** A variable of a job. */
export type JobVariable = z.infer<typeof jobVariableSchema>;

/** What a job starts. `GET scheduler-target-kinds` returns the available kinds, and what each needs. */
export const scheduleTargetSchema = z.strictObject({
  kind: z.string().min(1).max(60).describe('Such as `api-suite`, `api-performance` or `workflow`'),
  id: idSchema,
  environmentId: idSchema.nullable().default(null),
  configurationId: idSchema.nullable().default(null).describe('A run configuration; for kinds that take one'),
  options: z
    .record(z.string(), z.json())
    .default({})
    .describe(
      'What the kind takes besides: load and thresholds of a performance run, values of a workflow, a data file',
    ),
  variables: z
    .array(jobVariableSchema)
    .max(100, 'A job brings at most 100 variables.')
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Each name can occur once.')
    .default([])
    .describe('For kinds that take variables'),
});
/** What a job starts. */
export type ScheduleTarget = z.infer<typeof scheduleTargetSchema>;

/** What happens to due times missed while the server is down: one run for all of them, or none. */
export const missedPolicies = ['RUN_ONCE', 'SKIP'] as const;
/** When a result is sent: never, each time, if it isn't passed, or if it differs from the previous one. */
export const notifyWhens = ['NEVER', 'ALWAYS', 'FAILURE', 'CHANGE'] as const;

/** How often a failed run is started again. */
export const retryPolicySchema = z.strictObject({
  attempts: z.number().int().min(0).max(3).default(0).describe('Further runs after the first; 0: none'),
  delaySeconds: z.number().int().min(0).max(3600).default(60).describe('Between the end of a run and the next one'),
});

/** Who is notified of a job's results, and when. */
export const notifyPolicySchema = z.strictObject({
  when: z.enum(notifyWhens).default('NEVER'),
  emails: z.array(z.email('Must be an e-mail address.').max(255)).max(20).default([]),
  webhookUrl: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
    .max(2000)
    .nullable()
    .default(null)
    .describe('Gets the result as JSON by POST; see the guide to schedules'),
});
/** Who is notified of a job's results, and when. */
export type NotifyPolicy = z.infer<typeof notifyPolicySchema>;

/** A job to create, or its new state. */
export const schedulerJobInputSchema = scheduleSchema.extend({
  title: z.string().trim().min(1, 'Please enter a title.').max(255, 'A title has at most 255 characters.'),
  target: scheduleTargetSchema,
  isPaused: z.boolean().optional().describe('Default: not paused when created, as it was when changed'),
  missedPolicy: z.enum(missedPolicies).default('RUN_ONCE'),
  retry: retryPolicySchema.default({ attempts: 0, delaySeconds: 60 }),
  notify: notifyPolicySchema.default({ when: 'NEVER', emails: [], webhookUrl: null }),
});
/** A job as form input. */
export type SchedulerJobInput = z.input<typeof schedulerJobInputSchema>;

/** A job that starts tests when it is due. */
export const schedulerJobSchema = scheduleSchema.extend({
  jobId: idSchema,
  projectId: idSchema,
  title: z.string(),
  target: scheduleTargetSchema.extend({
    kindTitle: z.string().describe('The kind as screens name it'),
    title: z.string().nullable().describe('null where it was deleted'),
    link: z.string().nullable().describe('Where the page shows it'),
  }),
  isPaused: z.boolean(),
  problem: z.string().nullable().describe('Why the job starts nothing, or was paused by the product'),
  missedPolicy: z.enum(missedPolicies),
  retry: retryPolicySchema,
  notify: notifyPolicySchema,
  nextDueAt: timeSchema.nullable().describe('null: completed'),
  lastExecution: z
    .object({
      executionId: idSchema,
      dueAt: timeSchema,
      status: schedulerExecutionStatusSchema,
      message: z.string().nullable(),
      link: z.string().nullable().describe('Where the page shows its newest run'),
    })
    .nullable(),
  createdBy: idSchema.describe('Runs are started in the name of this person, with the rights of then'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A job that starts tests when it is due. */
export type SchedulerJob = z.infer<typeof schedulerJobSchema>;

/** A kind of target that jobs can start. */
export const scheduleTargetKindSchema = z.object({
  kind: z.string(),
  title: z.string().describe('As screens name one, such as "API suite"'),
  takesEnvironment: z.boolean(),
  takesConfiguration: z.boolean().describe('Takes a run configuration'),
  takesVariables: z.boolean().describe('Takes variables of the job'),
});
/** A kind of target that jobs can start. */
export type ScheduleTargetKind = z.infer<typeof scheduleTargetKindSchema>;

/** A target that a job can start. */
export const scheduleTargetChoiceSchema = z.object({ id: idSchema, title: z.string() });
/** A target that a job can start. */
export type ScheduleTargetChoice = z.infer<typeof scheduleTargetChoiceSchema>;

/** Number of jobs in a workspace. */
export const schedulerCountSchema = z.object({
  total: z.number().int(),
  upcoming: z.number().int().describe('Paused ones included'),
  completed: z.number().int(),
  paused: z.number().int(),
});
