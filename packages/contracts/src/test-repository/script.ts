import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { runStatusSchema } from '../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';
import { nameOf, tagSchema, tagsSchema } from './names.ts';

/** A script in a list; its steps have separate calls. */
export const repositoryScriptSchema = z.object({
  uuid: idSchema,
  testScriptName: z.string(),
  objective: z.string(),
  moduleUUID: idSchema,
  moduleName: z.string(),
  projectUUID: idSchema,
  tagName: z.array(z.string()),
  isLocked: z.boolean(),
  lockedBy: z.string().nullable().describe('Name of who locked it'),
  isReusable: z.boolean(),
  sequenceId: z.number().int().describe('Place in the module, from 1'),
  stepCount: z.number().int(),
  revision: z.number().int().describe('Grows with each save of its steps'),
  dataTableUUID: idSchema.nullable().describe('The table whose rows it is run with'),
  lastRun: z.object({ runId: idSchema, status: runStatusSchema, at: timeSchema }).nullable(),
  createdBy: z.string(),
  createdDate: timeSchema,
  modifiedBy: z.string(),
  modifiedDate: timeSchema,
});
/** A script in a list. */
export type RepositoryScript = z.infer<typeof repositoryScriptSchema>;

const name = nameOf('Test script name');
const objective = z.string().max(1000, 'Objective should not be above 1000 characters');
/** Scripts that one call changes. */
const chosen = z.array(idSchema).min(1, 'Choose at least one script').max(1000);
const action = z.enum(['MOVE', 'CLONE']);
const filter = {
  searchTerm: searchTerm.describe('Part of the name, objective or a tag; case does not matter'),
  tag: tagSchema.optional().describe('Only scripts with this tag'),
  isReusable: queryBoolean.optional(),
};

const writeCalls = (service: string) => ({
  createScript: route({
    service,
    method: 'POST',
    path: '/api/create-script',
    summary: 'Create a script without steps at the end of a module',
    access: canWrite,
    query: z.strictObject({ moduleUUID: idSchema }),
    body: z.strictObject({
      testScriptName: name,
      objective: objective.default(''),
      moduleName: z.string().max(255).optional().describe('Has no effect: the query names the module'),
      tagName: tagsSchema.default([]),
    }),
    status: 201,
    response: repositoryScriptSchema,
  }),
  updateScript: route({
    service,
    method: 'PUT',
    path: '/api/update-script',
    summary: 'Change the name, objective, tags, lock, data table or reusability of a script',
    access: canWrite,
    query: z.strictObject({ moduleUUID: idSchema }),
    body: z.strictObject({
      uuid: idSchema,
      testScriptName: name.optional(),
      objective: objective.optional(),
      tagName: tagsSchema.optional(),
      isLocked: z.boolean().optional().describe('A locked script is changed by who locked it, and by owners'),
      isReusable: z.boolean().optional(),
      dataTableUUID: idSchema.nullable().optional(),
    }),
    response: repositoryScriptSchema,
  }),
  deleteScripts: route({
    service,
    method: 'PUT',
    path: '/api/test-scripts',
    summary: 'Delete scripts of a module; with `isSelectAll` all but those that are named',
    access: canWrite,
    body: z.strictObject({
      sourceModuleUUID: idSchema,
      isSelectAll: z.boolean().default(false),
      scriptUUIDs: z.array(idSchema).max(1000).default([]),
      suiteUUID: idSchema.nullable().optional().describe('Has no effect here'),
    }),
    response: z.object({ message: z.string(), deleted: z.number().int() }),
  }),
  sequenceScript: route({
    service,
    method: 'PUT',
    path: '/api/test-scripts-sequence',
    summary: 'Give a script another place in its module',
    access: canWrite,
    query: z.strictObject({
      scriptUUID: idSchema,
      sequenceId: z.coerce.number().int().min(1).max(1_000_000).describe('From 1; beyond the end is the end'),
    }),
    response: okSchema,
  }),
  copyScripts: route({
    service,
    method: 'POST',
    path: '/api/move-clone-scripts',
    summary: 'Copy scripts within their modules, behind the last one; copies get free names',
    access: canWrite,
    body: z.strictObject({ scriptUUIDs: chosen }),
    status: 201,
    response: z.object({ scripts: z.array(repositoryScriptSchema) }),
  }),
  moveScripts: route({
    service,
    method: 'PUT',
    path: '/api/move-clone-across-module',
    summary: 'Move or copy scripts into a module of the same project; where a name is taken there, they get a free one',
    access: canWrite,
    body: z.strictObject({ scriptUUIDs: chosen, targetModuleUUID: idSchema, action }),
    response: z.object({ scripts: z.array(repositoryScriptSchema) }),
  }),
  updateReusable: route({
    service,
    method: 'PUT',
    path: '/api/update-reusable-script',
    summary: 'Mark scripts as reusable, or not',
    access: canWrite,
    body: z.strictObject({ scriptUUIDs: chosen, isReusable: z.boolean() }),
    response: z.object({ scripts: z.array(repositoryScriptSchema) }),
  }),
});

const readCalls = (service: string) => ({
  listModuleScripts: route({
    service,
    method: 'GET',
    path: '/api/test-scripts',
    summary: 'Scripts of a module in their order, at most 1,000',
    access: canRead,
    query: z.strictObject({ moduleUUID: idSchema }),
    response: z.array(repositoryScriptSchema),
  }),
  listScripts: route({
    service,
    method: 'GET',
    path: '/api/get-test-scripts',
    summary: 'Scripts of a module in their order',
    access: canRead,
    query: z.strictObject({ moduleUUID: idSchema, ...filter, ...pageQuery }),
    response: pageOf(repositoryScriptSchema),
  }),
  listProjectScripts: route({
    service,
    method: 'GET',
    path: '/api/project-test-scripts',
    summary: 'Scripts of a project by name, whatever module they lie in',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, ...filter, ...pageQuery }),
    response: pageOf(repositoryScriptSchema),
  }),
  getScript: route({
    service,
    method: 'GET',
    path: '/api/test-scripts/{id}',
    summary: 'A script; it counts as worked on by the caller',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: repositoryScriptSchema,
  }),
  listRecentScripts: route({
    service,
    method: 'GET',
    path: '/api/recently-worked-script',
    summary: 'The last 10 scripts of a project that the caller worked on, the newest first',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.array(repositoryScriptSchema.extend({ workedAt: timeSchema })),
  }),
  listHybridScripts: route({
    service,
    method: 'GET',
    path: '/api/get-hybrid-scripts',
    summary: 'Reusable scripts of a project by name',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(repositoryScriptSchema),
  }),
  listSharedTests: route({
    service,
    method: 'GET',
    path: '/api/shared-tests',
    summary: 'Reusable scripts of every project of the service that the caller may open, by name',
    access: canRead,
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(repositoryScriptSchema.extend({ projectName: z.string() })),
  }),
  suggestTags: route({
    service,
    method: 'GET',
    path: '/api/tag-suggestion',
    summary: 'Tags of a project that begin with a text, those of most scripts first, at most 20',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, tag: z.string().max(50).default('') }),
    response: z.array(z.string()),
  }),
});

/** scriptCalls calls on scripts of a keyword-test service. */
export const scriptCalls = (service: string) => ({ ...readCalls(service), ...writeCalls(service) });
