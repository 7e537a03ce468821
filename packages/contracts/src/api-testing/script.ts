import { z } from 'zod';
import {
  assertionSchema,
  authenticationSchema,
  bodySchema,
  formFieldSchema,
  headerSchema,
  keyValueSchema,
  partId,
  pathParamSchema,
  urlSchema,
} from '../requests/index.ts';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { trashIdSchema, variableNamePattern } from '../workspaces/index.ts';
import { documentationSchema, exampleSchema, folderPathSchema, storedFolderPathSchema } from './documentation.ts';

const service = 'api-testing';

/** What to read from a response into a variable. */
export const dataHandlerSchema = z
  .strictObject({
    id: partId,
    name: z
      .string()
      .min(1, 'Please enter variable name.')
      .max(255)
      .regex(variableNamePattern, 'Please give valid variable name.'),
    source: z.enum(['jsonPath', 'xpath', 'header', 'cookie', 'regex', 'status', 'body']).default('jsonPath'),
    path: z.string().max(2000).default(''),
    enabled: z.boolean().default(true),
  })
  .superRefine((handler, context) => {
    if (handler.source !== 'status' && handler.source !== 'body' && handler.path === '')
      context.addIssue({ code: 'custom', path: ['path'], message: 'Please enter extract path.' });
  });
export type DataHandler = z.infer<typeof dataHandlerSchema>;

/** When a request is sent again. */
export const retrySchema = z.strictObject({
  retries: z.number().int('Give a whole number.').min(1, 'At least 1 retry.').max(10, 'At most 10 retries.'),
  delayMs: z.number().int().min(0, 'Give 0 ms or more.').max(60_000, 'At most 60,000 ms.').default(500),
  factor: z
    .number()
    .min(1, 'At least 1.')
    .max(10, 'At most 10.')
    .default(2)
    .describe('Each wait is so many times the one before'),
  on: z.enum(['notPassed', 'failed', 'error']).default('notPassed').describe('Which results are tried again'),
});

/** How a condition compares. */
export const conditionOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'in',
  'exists',
  'notExists',
] as const;
/** The condition for running a script. */
export const conditionSchema = z.strictObject({
  variable: z
    .string()
    .min(1, 'Please enter variable name.')
    .max(255)
    .regex(/^[A-Za-z_][\w.-]*$/, 'Please give valid variable name.'),
  operator: z.enum(conditionOperators).default('equals'),
  expected: z.string().max(8192).optional().describe('May hold {{variables}}'),
});
export type ScriptCondition = z.infer<typeof conditionSchema>;

/** How a request is sent. */
export const scriptSettingsSchema = z.strictObject({
  timeoutMs: z
    .number()
    .int('API Timeout must be a positive number.')
    .min(1, 'API Timeout must be a positive number.')
    .max(600_000)
    .default(30_000),
  followRedirects: z.boolean().default(true),
  maxRedirects: z.number().int().min(0).max(50).default(10),
  verifyCertificate: z.boolean().default(true),
  connectTimeoutMs: z.number().int().min(1).max(600_000).optional(),
  responseTimeoutMs: z.number().int().min(1).max(600_000).optional(),
  httpVersion: z.enum(['auto', '1.1', '2']).optional(),
  streamReadMs: z.number().int().min(1).max(600_000).optional(),
  maxEvents: z.number().int().min(1).max(10_000).optional(),
  retry: retrySchema.optional().describe('Absent: the request is sent once'),
});

/** Name of a script. */
export const scriptNameSchema = z
  .string()
  .min(1, 'Please provide API Name.')
  .max(60, 'API Name is at most 60 characters.')
  .regex(/^\S/, 'API Name must not start with whitespace.');

/** A script to save. */
export const scriptInputSchema = z.strictObject({
  scriptId: idSchema.optional().describe('Given: this script is updated. Absent: a script is created.'),
  scriptName: scriptNameSchema,
  scriptType: z.string().max(50).optional(),
  description: z.string().max(100_000).default('').describe('Markdown'),
  method: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z][A-Z-]{0,19}$/, 'Use an HTTP method such as GET or POST.'),
  url: urlSchema,
  headers: z.array(headerSchema).max(500).default([]),
  queryParams: z.array(keyValueSchema).max(500).default([]),
  pathParams: z.array(pathParamSchema).max(100).default([]),
  body: bodySchema.default({ type: 'none' }),
  authentication: authenticationSchema.default({ type: 'none' }),
  assertions: z.array(assertionSchema).max(500).default([]),
  dataHandlers: z.array(dataHandlerSchema).max(200).default([]),
  /** JavaScript that runs in a sandbox before the request is built. */
  preRequestScript: z.string().max(200_000).optional(),
  /** JavaScript that runs in a sandbox with the response. */
  testScript: z.string().max(200_000).optional(),
  condition: conditionSchema.optional().describe('Runs send the request only where it holds, and skip it otherwise'),
  settings: scriptSettingsSchema.default({
    timeoutMs: 30_000,
    followRedirects: true,
    maxRedirects: 10,
    verifyCertificate: true,
  }),
  folder: folderPathSchema.optional().describe('Absent: the script stays in its folder; a new one is at the top'),
  documentation: documentationSchema.optional().describe('Absent: stays as it is'),
  examples: z.array(exampleSchema).max(100).optional().describe('Saved responses; absent: they stay as they are'),
});
export type ScriptInput = z.infer<typeof scriptInputSchema>;

/** A script: one request with its assertions. */
export const scriptSchema = scriptInputSchema.extend({
  folder: storedFolderPathSchema.optional(),
  scriptId: idSchema,
  suiteId: idSchema,
  projectId: idSchema,
  position: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Script = z.infer<typeof scriptSchema>;

/** The `data` of a save conflict: who has saved, and what, for merging. */
export interface ScriptConflict {
  updatedByName: string;
  script: Script;
}

/** What lists show of a script. */
export const scriptSummarySchema = z.object({
  scriptId: idSchema,
  suiteId: idSchema,
  projectId: idSchema,
  scriptName: z.string(),
  scriptType: z.string().optional(),
  method: z.string(),
  url: z.string(),
  position: z.number().int(),
  folder: z.string(),
  assertionCount: z.number().int(),
  updatedAt: timeSchema,
});
/** A script in a list. */
export type ScriptSummary = z.infer<typeof scriptSummarySchema>;

const deletePart = (path: string, noun: string) =>
  route({
    service,
    method: 'DELETE',
    path,
    summary: `Delete ${noun} of a script by its id`,
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  });

export const scriptRoutes = {
  listScripts: route({
    service,
    method: 'GET',
    path: '/api/scripts',
    summary: 'List scripts of a suite or a workspace, in order',
    access: canRead,
    query: z.strictObject({
      suiteId: idSchema.optional(),
      projectId: idSchema.optional(),
      scriptType: z.string().optional(),
      isChaining: queryBoolean.optional(),
      searchTerm,
      ...pageQuery,
    }),
    response: pageOf(scriptSummarySchema),
  }),
  getScript: route({
    service,
    method: 'GET',
    path: '/api/script',
    summary: 'Read one script whole',
    access: canRead,
    query: z.strictObject({ scriptId: idSchema }),
    response: scriptSchema,
  }),
  saveScript: route({
    service,
    method: 'POST',
    path: '/api/scripts',
    summary: 'Create a script in each named suite, or update the script whose id the body carries',
    access: canWrite,
    query: z.strictObject({
      suiteId: queryIdList.optional(),
      projectId: idSchema.optional(),
      isChaining: queryBoolean.optional(),
      updatedAt: timeSchema
        .optional()
        .describe(
          '`updatedAt` of the script that the change starts from. If someone saved since, 409 has theirs in `data`',
        ),
    }),
    body: scriptInputSchema,
    status: 201,
    response: scriptSchema.extend({ scriptIds: z.array(idSchema) }),
  }),
  deleteScripts: route({
    service,
    method: 'DELETE',
    path: '/api/scripts',
    summary: 'Delete several scripts',
    access: canWrite,
    query: z.strictObject({ scriptIds: queryIdList, isChaining: queryBoolean.optional(), trashId: trashIdSchema }),
    response: okSchema,
  }),
  cloneScript: route({
    service,
    method: 'POST',
    path: '/api/clone-script',
    summary: 'Copy a script, into its own or another suite',
    access: canWrite,
    body: z.strictObject({ scriptId: idSchema, suiteId: idSchema.optional(), scriptName: scriptNameSchema.optional() }),
    status: 201,
    response: scriptSchema,
  }),
  reorderScripts: route({
    service,
    method: 'PUT',
    path: '/api/reorder-scripts',
    summary: 'Set the order of the scripts of a suite',
    access: canWrite,
    body: z.strictObject({ suiteId: idSchema, scriptIds: z.array(idSchema).min(1).max(10_000) }),
    response: okSchema,
  }),
  moveScripts: route({
    service,
    method: 'PUT',
    path: '/api/move-scripts',
    summary: 'Move scripts and folders of a suite to another place in it, or into another suite of the workspace',
    access: canWrite,
    body: z
      .strictObject({
        suiteId: idSchema,
        scriptIds: z.array(idSchema).max(10_000).default([]),
        folders: z.array(storedFolderPathSchema.min(1)).max(500).default([]).describe('With everything in them'),
        toSuiteId: idSchema.optional().describe('Absent: they stay in their suite'),
        folder: folderPathSchema.describe('Folder that they go into; empty: the top'),
        before: idSchema
          .optional()
          .describe('Script that comes right after them; absent: they go behind the scripts of the folder'),
      })
      .refine(({ scriptIds, folders }) => scriptIds.length + folders.length > 0, {
        path: ['scriptIds'],
        message: 'Choose at least one script or folder.',
      }),
    response: okSchema,
  }),
  deleteHeader: deletePart('/api/headers/{id}', 'a header'),
  deleteParam: deletePart('/api/params/{id}', 'a query or path parameter'),
  deleteHeaderAssertion: deletePart('/api/assert-headers/{id}', 'a header assertion'),
  deleteJsonAssertion: deletePart('/api/assert-json/{id}', 'a JSON path assertion'),
  deleteBodyAssertion: deletePart('/api/assert-body/{id}', 'a body assertion'),
  deleteStatusAssertion: deletePart('/api/assert-responseStatus/{id}', 'a status assertion'),
  deleteXpathAssertion: deletePart('/api/assert-xpath/{id}', 'an XPath assertion'),
  deleteDataHandler: deletePart('/api/data-handler/{id}', 'a data handler'),
  deleteFormData: deletePart('/api/form-data/{id}', 'a form field'),
  addFormData: route({
    service,
    method: 'POST',
    path: '/api/form-data',
    summary: 'Add form fields to the body of a script',
    access: canWrite,
    body: z.strictObject({ scriptId: idSchema, fields: z.array(formFieldSchema).min(1).max(500) }),
    status: 201,
    response: scriptSchema,
  }),
  uploadFile: route({
    service,
    method: 'POST',
    path: '/api/upload-file',
    summary: 'Upload a file that form fields may send',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({
      scriptId: idSchema.optional(),
      projectId: idSchema.optional(),
      fileType: z.string().max(100).optional(),
    }),
    status: 201,
    response: z.object({ fileId: idSchema, fileName: z.string(), sizeBytes: z.number(), contentType: z.string() }),
  }),
  downloadScriptFile: route({
    service,
    method: 'GET',
    path: '/api/download-file',
    summary: 'Download an uploaded file',
    access: canRead,
    query: z.strictObject({ fileId: idSchema }),
    produces: 'application/octet-stream',
  }),
};
