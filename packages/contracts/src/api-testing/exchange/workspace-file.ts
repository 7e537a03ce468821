import { z } from 'zod';
import { configurationInFileSchema, flowInFileSchema } from '../../flows/index.ts';
import { canWrite, route } from '../../route.ts';
import { jobInFileSchema } from '../../scheduler/index.ts';
import { idInFileSchema as id, idSchema } from '../../shared.ts';
import {
  certificateInFileSchema,
  databaseInputSchema,
  environmentNameSchema,
  projectSchema,
  variableInputSchema,
} from '../../workspaces/index.ts';
import { folderPathSchema } from '../documentation.ts';
import { prerequisiteInputSchema } from '../prerequisite.ts';
import { scriptInputSchema } from '../script.ts';
import { suiteNameSchema } from '../suite.ts';

const service = 'api-testing';

export { keptSecret } from '../../shared.ts';

/** The most scripts in one workspace file. */
export const workspaceFileScripts = 20_000;

const variables = z.array(
  variableInputSchema.extend({
    value: variableInputSchema.shape.value
      .optional()
      .describe('Absent for a secret: its stored value stays, and a new one has to be filled in'),
  }),
);

/** A script in a workspace file; parts have no ids. */
export const workspaceScriptSchema = scriptInputSchema.omit({ scriptId: true }).extend({ id });
/** A script in a workspace file. */
export type WorkspaceScript = z.infer<typeof workspaceScriptSchema>;

const suiteFields = {
  id,
  name: suiteNameSchema,
  description: z.string().max(100_000).default(''),
  isChaining: z.boolean().default(false),
  folders: z
    .array(z.strictObject({ path: folderPathSchema.min(1), description: z.string().max(100_000).optional() }))
    .max(10_000)
    .default([])
    .describe('In the order of the tree'),
  about: z.record(z.string(), z.json()).optional().describe('What the imported document said about the API'),
  servers: z.array(z.string().max(8192)).max(100).optional(),
  variables: variables.max(1000).default([]),
};

/** A suite in a workspace file, with its scripts in order. */
export const workspaceSuiteSchema = z.strictObject({
  ...suiteFields,
  scripts: z.array(workspaceScriptSchema).max(workspaceFileScripts).default([]),
});
/** A suite in a workspace file. */
export type WorkspaceSuite = z.infer<typeof workspaceSuiteSchema>;

const unspoken = 'Absent: what the workspace has stays';

const fileFields = {
  format: z.literal('touchstone-workspace', 'This is no workspace file: `format` must be touchstone-workspace.'),
  version: z
    .literal([1, 2], 'This version of Touchstone reads versions 1 and 2 of workspace files.')
    .describe('1: does not speak of certificates, run configurations, workflows and schedules'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .describe('Name of a workspace made of the file; never renames an existing one'),
  description: z.string().max(2000).default(''),
  globals: variables.max(1000).default([]),
  environments: z
    .array(z.strictObject({ id, name: environmentNameSchema, variables: variables.max(1000).default([]) }))
    .max(1000)
    .default([]),
  databases: z
    .array(databaseInputSchema.omit({ projectId: true, password: true }).extend({ id }))
    .max(100)
    .default([])
    .describe('Without passwords'),
  prerequisites: z
    .array(prerequisiteInputSchema.omit({ projectId: true }).extend({ id }))
    .max(200)
    .default([])
    .describe('In the order in which they run'),
  certificates: z.array(certificateInFileSchema).max(1000).optional().describe(unspoken),
  configurations: z.array(configurationInFileSchema).max(200).optional().describe(unspoken),
  workflows: z.array(flowInFileSchema).max(5000).optional().describe(unspoken),
  schedules: z.array(jobInFileSchema).max(10_000).optional().describe(unspoken),
};

/**
 * An entire workspace as one document: everything users write, without runs. Excludes the values of secret variables
 * and inputs, credentials of scripts, passwords of databases, addresses of webhooks, keys of certificates, and uploaded
 * files.
 */
export const workspaceFileSchema = z.strictObject({
  ...fileFields,
  suites: z.array(workspaceSuiteSchema).max(5000).default([]),
});
/** An entire workspace as one document. */
export type WorkspaceFile = z.infer<typeof workspaceFileSchema>;

/** A workspace file whose suites haven't been validated, for reading a large one in pieces. */
export const workspaceFrameSchema = z.strictObject({
  ...fileFields,
  suites: z.array(z.unknown()).max(5000).default([]),
});
/** A suite whose scripts haven't been validated. */
export const suiteFrameSchema = z.strictObject({
  ...suiteFields,
  scripts: z.array(z.unknown()).max(workspaceFileScripts).default([]),
});

/** Kinds of items in a workspace. */
export const workspaceItemKinds = [
  'globals',
  'environment',
  'database',
  'suite',
  'script',
  'prerequisite',
  'certificate',
  'configuration',
  'workflow',
  'schedule',
] as const;
const kind = z.enum(workspaceItemKinds);

/** How one item of a workspace would change. */
export const workspaceChangeSchema = z.object({
  kind,
  change: z.enum(['added', 'changed', 'removed']),
  name: z.string().describe('Of a script: suite, folders and name, joined by ` / `'),
});
/** How one item of a workspace would change. */
export type WorkspaceChange = z.infer<typeof workspaceChangeSchema>;

/** Something missing in a file that a user has to fill in. */
export const fillInSchema = z.object({ kind, name: z.string(), what: z.string() });
/** Something missing in a file that a user has to fill in. */
export type FillIn = z.infer<typeof fillInSchema>;

/** Something in a file that a workspace can't have, and why; the workspace keeps its own version. */
export const leftOutSchema = z.object({ kind, name: z.string(), reason: z.string() });
/** Something in a file that a workspace can't have, and why. */
export type LeftOut = z.infer<typeof leftOutSchema>;

const report = {
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  changes: z.array(workspaceChangeSchema).describe('The first 500'),
  fillIn: z.array(fillInSchema).describe('The first 500'),
  leftOut: z.array(leftOutSchema).describe('The first 500'),
};
/** What a workspace file would change, or has changed. */
export const workspaceReportSchema = z.object({
  revision: z.string().describe('Of the content of the workspace'),
  ...report,
});
/** What a workspace file would change, or has changed. */
export type WorkspaceReport = z.infer<typeof workspaceReportSchema>;

const removes = z
  .enum(['true', 'false'])
  .default('false')
  .describe('true: what the file does not have is removed; else it stays');

export const workspaceFileRoutes = {
  importWorkspace: route({
    service,
    method: 'POST',
    path: '/api/import-workspace',
    summary: 'Make a new workspace of a workspace file (form field `file`, JSON); a taken name gets a number',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({ teamId: idSchema.optional().describe('Defaults to the team of the caller') }),
    status: 201,
    response: z.object({ project: projectSchema, report: workspaceReportSchema }),
  }),
  planWorkspace: route({
    service,
    method: 'POST',
    path: '/api/plan-workspace',
    summary: 'Say what a workspace file would add, change and remove in a workspace; changes nothing',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({ projectId: idSchema, removes }),
    response: workspaceReportSchema,
  }),
  applyWorkspace: route({
    service,
    method: 'POST',
    path: '/api/apply-workspace',
    summary:
      'Bring a workspace to what a workspace file says, all or nothing; refused when it is no longer at the given revision',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({
      projectId: idSchema,
      removes,
      revision: z.string().max(100).describe('As the export or the plan told it'),
    }),
    response: workspaceReportSchema,
  }),
};
