import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import {
  idSchema,
  okSchema,
  pageOf,
  pageQuery,
  queryBoolean,
  queryIdList,
  searchTerm,
  timeSchema,
  uniqueIdentifierSchema,
} from '../shared.ts';
import { dataFileChoiceSchema, trashIdSchema } from '../workspaces/index.ts';
import { folderNameSchema, folderPathSchema, storedFolderPathSchema } from './documentation.ts';

const service = 'api-testing';

/** Name of a suite. */
export const suiteNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter suite name.')
  .max(255, 'Suite name cannot be above 255 characters.');

/** A suite in a list. */
export const suiteSchema = z.object({
  suiteId: idSchema,
  projectId: idSchema,
  suiteName: z.string(),
  suiteDescription: z.string(),
  /** Whether the suite belongs to workflows; these are listed separately. */
  isChaining: z.boolean(),
  scriptCount: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** Data file of the newest data-driven run of this suite alone. */
  dataFile: dataFileChoiceSchema.nullable(),
  /** The newest run of this suite; null if there is none. */
  lastRun: z.object({ runId: idSchema, executionStatus: z.string(), finishedAt: timeSchema.nullable() }).nullable(),
});
export type Suite = z.infer<typeof suiteSchema>;
/** The `data` of a save conflict of a suite: what another user has saved. */
export type SuiteConflict = Pick<Suite, 'suiteName' | 'suiteDescription'>;

/** A suite to create. */
export const createSuiteSchema = z.strictObject({
  projectId: idSchema,
  suiteName: suiteNameSchema,
  suiteDescription: z.string().max(100_000).optional(),
  isChaining: z.boolean().optional(),
});

/** A folder of a suite. Folders without scripts are listed, too. */
export const suiteFolderSchema = z.object({
  path: z.string().describe('Levels joined by " / "'),
  description: z.string().optional(),
});
/** A folder of scripts in a suite. */
export type SuiteFolder = z.infer<typeof suiteFolderSchema>;
const folders = z.object({ folders: z.array(suiteFolderSchema) });
const path = storedFolderPathSchema.min(1, 'Please enter folder name.');

export const suiteRoutes = {
  listFolders: route({
    service,
    method: 'GET',
    path: '/api/suite-folders',
    summary: 'List the folders of a suite',
    access: canRead,
    query: z.strictObject({ suiteId: idSchema }),
    response: folders,
  }),
  createFolder: route({
    service,
    method: 'POST',
    path: '/api/suite-folders',
    summary: 'Create a folder in a suite',
    access: canWrite,
    body: z.strictObject({ suiteId: idSchema, parent: folderPathSchema.default(''), name: folderNameSchema }),
    status: 201,
    response: folders,
  }),
  updateFolder: route({
    service,
    method: 'PUT',
    path: '/api/suite-folders',
    summary: 'Rename, move or describe a folder with everything in it',
    access: canWrite,
    body: z.strictObject({
      suiteId: idSchema,
      path,
      parent: folderPathSchema.optional(),
      name: folderNameSchema.optional(),
      description: z.string().max(100_000).optional(),
    }),
    response: folders,
  }),
  deleteFolder: route({
    service,
    method: 'DELETE',
    path: '/api/suite-folders',
    summary: 'Delete a folder with its folders and scripts',
    access: canWrite,
    query: z.strictObject({ suiteId: idSchema, path, trashId: trashIdSchema }),
    response: folders,
  }),
  listSuites: route({
    service,
    method: 'GET',
    path: '/api/suites',
    summary: 'List suites of a workspace',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, isChaining: queryBoolean.optional(), searchTerm, ...pageQuery }),
    response: pageOf(suiteSchema),
  }),
  listChainingSuites: route({
    service,
    method: 'GET',
    path: '/api/chaining',
    summary: 'List the suites of a workspace that belong to workflows',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(suiteSchema),
  }),
  createSuite: route({
    service,
    method: 'POST',
    path: '/api/suites',
    summary: 'Create a suite',
    access: canWrite,
    body: createSuiteSchema,
    status: 201,
    response: suiteSchema,
  }),
  updateSuite: route({
    service,
    method: 'PUT',
    path: '/api/suites',
    summary: 'Rename or describe a suite',
    access: canWrite,
    body: z.strictObject({
      suiteId: idSchema,
      suiteName: suiteNameSchema.optional(),
      suiteDescription: z.string().max(100_000).optional(),
      before: z
        .strictObject({ suiteName: z.string(), suiteDescription: z.string() })
        .optional()
        .describe('What the change starts from. If someone saved something else since, 409 has it in `data`'),
    }),
    response: suiteSchema,
  }),
  deleteSuite: route({
    service,
    method: 'DELETE',
    path: '/api/suites',
    summary: 'Delete suites with their scripts',
    access: canWrite,
    query: z.strictObject({ suiteId: queryIdList, isChaining: queryBoolean.optional(), trashId: trashIdSchema }),
    response: okSchema,
  }),
  cloneSuite: route({
    service,
    method: 'POST',
    path: '/api/clone-suite',
    summary: 'Copy a suite with its scripts',
    access: canWrite,
    body: z.strictObject({
      suiteId: idSchema,
      suiteName: suiteNameSchema.optional(),
      uniqueIdentifier: uniqueIdentifierSchema.optional().describe('Follows the copy by subscribe-notification-clone'),
    }),
    status: 201,
    response: suiteSchema,
  }),
  importScriptsList: route({
    service,
    method: 'GET',
    path: '/api/import-scripts-list',
    summary: 'Copy all scripts of one suite to the end of another',
    access: canWrite,
    query: z.strictObject({ fromSuiteId: idSchema, toSuiteId: idSchema }),
    response: z.object({ imported: z.number().int(), scriptIds: z.array(idSchema) }),
  }),
  getScriptCount: route({
    service,
    method: 'GET',
    path: '/api/get-script-count-in-suite',
    summary: 'Number of scripts in a suite',
    access: canRead,
    query: z.strictObject({ suiteId: idSchema }),
    response: z.object({ suiteId: idSchema, count: z.number().int() }),
  }),
};
