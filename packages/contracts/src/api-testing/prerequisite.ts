import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { variableNamePattern } from '../workspaces/index.ts';
import { executionStatusSchema } from './execution/execution-status.ts';
import { dataHandlerSchema } from './script.ts';

const service = 'api-testing';
const maxTimeoutMs = 120_000;

/** What a prerequisite does to obtain its values. */
export const prerequisiteActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('script'),
    scriptId: z.uuid('Please choose a script.').describe('The saved request that is sent'),
    dataHandlers: z
      .array(dataHandlerSchema)
      .max(100)
      .default([])
      .describe('Values to take; empty: those of the script itself'),
  }),
  z.strictObject({
    kind: z.literal('database'),
    databaseConfigurationId: z.uuid('Please choose a database.'),
    query: z
      .string()
      .trim()
      .min(1, 'Please enter a query.')
      .max(100_000)
      .describe('One reading statement; `{{variables}}` are bound as parameters. MongoDB: a JSON document'),
    result: z
      .enum(['firstRow', 'json'])
      .default('firstRow')
      .describe('`firstRow`: a variable for each column; `json`: all rows as a JSON array in one variable'),
    variableName: z
      .string()
      .max(255)
      .regex(variableNamePattern, 'Please give valid variable name.')
      .or(z.literal(''))
      .default('')
      .describe('Holds the rows where `result` is `json`'),
  }),
  z.strictObject({
    kind: z.literal('javascript'),
    code: z.string().min(1, 'Please enter a script.').max(1_000_000).describe('Sets values with `pm.environment.set`'),
  }),
]);
/** What a prerequisite does. */
export type PrerequisiteAction = z.infer<typeof prerequisiteActionSchema>;

const prerequisiteFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(255),
  action: prerequisiteActionSchema.superRefine((action, context) => {
    if (action.kind === 'database' && action.result === 'json' && action.variableName === '')
      context.addIssue({ code: 'custom', path: ['variableName'], message: 'Please enter variable name.' });
  }),
  enabled: z.boolean().describe('Runs with the others; a disabled one runs only when it is named'),
  targetEnvironmentId: idSchema.nullable().describe('Keeps the values in this environment too; null: only for the run'),
  isSecret: z.boolean().describe('Its values are masked everywhere and sealed where they are kept'),
  timeoutMs: z
    .number()
    .int()
    .min(100, 'The time limit is from 0.1 to 120 seconds.')
    .max(maxTimeoutMs, 'The time limit is from 0.1 to 120 seconds.'),
};

/** A prerequisite to save. */
export const prerequisiteInputSchema = z.strictObject({
  projectId: idSchema,
  ...prerequisiteFields,
  enabled: prerequisiteFields.enabled.default(true),
  targetEnvironmentId: prerequisiteFields.targetEnvironmentId.default(null),
  isSecret: prerequisiteFields.isSecret.default(false),
  timeoutMs: prerequisiteFields.timeoutMs.default(30_000),
});
export type PrerequisiteInput = z.infer<typeof prerequisiteInputSchema>;
/** Changes to a prerequisite; absent fields stay unchanged. */
export const prerequisiteChangeSchema = z.strictObject({
  prerequisiteId: idSchema,
  name: prerequisiteFields.name.optional(),
  action: prerequisiteFields.action.optional(),
  enabled: prerequisiteFields.enabled.optional(),
  targetEnvironmentId: prerequisiteFields.targetEnvironmentId.optional(),
  isSecret: prerequisiteFields.isSecret.optional(),
  timeoutMs: prerequisiteFields.timeoutMs.optional(),
});
/** A prerequisite of a workspace: runs before its tests and sets variables. */
export const prerequisiteSchema = z.object({
  prerequisiteId: idSchema,
  projectId: idSchema,
  ...z.object(prerequisiteFields).shape,
  order: z.number().int().describe('Prerequisites run in this order, from 0'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Prerequisite = z.infer<typeof prerequisiteSchema>;

const prerequisiteList = z.object({ prerequisites: z.array(prerequisiteSchema) });
const started = z.object({ runId: idSchema, executionStatus: executionStatusSchema, message: z.string() });

/** Which prerequisites to run, and with which environment. */
export const runPrerequisitesSchema = z.strictObject({
  projectId: idSchema,
  environmentId: idSchema.optional(),
  prerequisiteIds: z.array(idSchema).min(1).max(200).optional(),
});

export const prerequisiteRoutes = {
  listPrerequisites: route({
    service,
    method: 'GET',
    path: '/api/pre-requisite',
    summary: 'List the prerequisites of a workspace in their order',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: prerequisiteList,
  }),
  createPrerequisite: route({
    service,
    method: 'POST',
    path: '/api/pre-requisite',
    summary: 'Add a prerequisite at the end',
    access: canWrite,
    body: prerequisiteInputSchema,
    status: 201,
    response: prerequisiteSchema,
  }),
  updatePrerequisite: route({
    service,
    method: 'PUT',
    path: '/api/pre-requisite',
    summary: 'Change a prerequisite; what is not sent stays',
    access: canWrite,
    body: prerequisiteChangeSchema,
    response: prerequisiteSchema,
  }),
  deletePrerequisite: route({
    service,
    method: 'DELETE',
    path: '/api/pre-requisite',
    summary: 'Delete a prerequisite',
    access: canWrite,
    query: z.strictObject({ prerequisiteId: idSchema }),
    response: okSchema,
  }),
  reorderPrerequisites: route({
    service,
    method: 'PUT',
    path: '/api/pre-requisite/reorder',
    summary: 'Put all prerequisites of a workspace in a new order',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, prerequisiteIds: z.array(idSchema).min(1).max(200) }),
    response: prerequisiteList,
  }),
  runPrerequisites: route({
    service,
    method: 'POST',
    path: '/api/pre-requisite/run',
    summary: 'Run the enabled prerequisites, or those that are named; progress and result are those of a run',
    access: canWrite,
    body: runPrerequisitesSchema,
    status: 201,
    response: started,
  }),
  retryPrerequisites: route({
    service,
    method: 'PUT',
    path: '/api/pre-requisite/retry',
    summary: 'Go on with a finished run at the prerequisite that failed, as it is defined now, with the values so far',
    access: canWrite,
    body: z.strictObject({ runId: idSchema }),
    response: started,
  }),
};
