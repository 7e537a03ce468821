import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';
import { descriptionOf, nameOf } from './names.ts';
import { repositoryScriptSchema } from './script.ts';

/** The most scripts of a suite. */
export const maxSuiteScripts = 500;

/** A suite: scripts of a project that are run one after the other. */
export const suiteSchema = z.object({
  uuid: idSchema,
  testSuiteName: z.string(),
  description: z.string(),
  moduleName: z.string().nullable().describe('A note of where its scripts come from'),
  isChaining: z.boolean().describe('After a script that fails the others are skipped; variables go on to the next'),
  isFunctional: z.boolean().describe('Kept as it was given; nothing depends on it'),
  sprintUUID: idSchema.nullable().describe('null: it lies in the test lab'),
  projectUUID: idSchema,
  scriptCount: z.number().int(),
  lastRun: repositoryScriptSchema.shape.lastRun,
  createdBy: z.string(),
  createdDate: timeSchema,
  modifiedDate: timeSchema,
});
/** A suite: scripts of a project that are run one after the other. */
export type Suite = z.infer<typeof suiteSchema>;

const count = z.number().int();
/** Figures about the suites of a sprint or test lab, from their newest runs. */
export const suiteMetricsSchema = z.object({
  suites: z.object({
    total: count,
    passed: count,
    failed: count.describe('Their last run ended otherwise than passed'),
    notRun: count.describe('Without a run that has ended'),
  }),
  passRate: z.number().nullable().describe('Percent of the suites that were run; null: none was'),
  scripts: count.describe('Of all suites; one that lies in several is counted in each'),
  steps: z
    .object({ total: count, passed: count, failed: count, skipped: count })
    .describe('Of the last runs that ended'),
  durationMs: count.describe('Of the last runs that ended, together'),
  lastRunAt: timeSchema.nullable().describe('When the newest run was started'),
});
/** Figures about the suites of a sprint or test lab. */
export type SuiteMetrics = z.infer<typeof suiteMetricsSchema>;

const name = nameOf('Test suite name');
const description = descriptionOf('Description');
const moduleName = z.string().trim().max(255, 'Module name should not be above 255 characters').nullable();
const inSprint = z.strictObject({ sprintUUID: idSchema });
const inTestLab = z.strictObject({ projectUUID: idSchema });
const place = z.strictObject({
  uuid: idSchema.describe('A sprint, or a project for its test lab'),
  isSprintUUID: queryBoolean.describe('Whether `uuid` is a sprint'),
});
const chosen = z.array(idSchema).min(1, 'Choose at least one suite').max(1000);
const scriptIds = z.array(idSchema).max(maxSuiteScripts, `A suite has at most ${maxSuiteScripts} scripts`);
const scripts = z.object({ suite: suiteSchema, scripts: z.array(repositoryScriptSchema).describe('In their order') });

const readCalls = (service: string) => ({
  listAllSprintSuites: route({
    service,
    method: 'GET',
    path: '/api/test-suites-for-sprint',
    summary: 'Suites of a sprint by name, at most 1,000',
    access: canRead,
    query: inSprint,
    response: z.array(suiteSchema),
  }),
  listAllTestLabSuites: route({
    service,
    method: 'GET',
    path: '/api/test-suites-for-test-lab',
    summary: 'Suites of the test lab of a project by name, at most 1,000',
    access: canRead,
    query: inTestLab,
    response: z.array(suiteSchema),
  }),
  listSprintSuites: route({
    service,
    method: 'GET',
    path: '/api/get-test-suites-for-sprint',
    summary: 'Suites of a sprint by name',
    access: canRead,
    query: inSprint.extend({ searchTerm, ...pageQuery }),
    response: pageOf(suiteSchema),
  }),
  getTestLabMetrics: route({
    service,
    method: 'GET',
    path: '/api/test-lab-metrics',
    summary: 'How the suites of the test lab of a project stand',
    access: canRead,
    query: inTestLab,
    response: suiteMetricsSchema,
  }),
  getSprintMetrics: route({
    service,
    method: 'GET',
    path: '/api/sprint-metrics',
    summary: 'How the suites of a sprint stand',
    access: canRead,
    query: z.strictObject({ sprintUUID: idSchema }),
    response: suiteMetricsSchema,
  }),
  listTestLabSuites: route({
    service,
    method: 'GET',
    path: '/api/get-test-suites-for-test-lab',
    summary: 'Suites of the test lab of a project by name',
    access: canRead,
    query: inTestLab.extend({ searchTerm, ...pageQuery }),
    response: pageOf(suiteSchema),
  }),
  getSuite: route({
    service,
    method: 'GET',
    path: '/api/test-suites/{id}',
    summary: 'A suite',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: suiteSchema,
  }),
  listSuiteScripts: route({
    service,
    method: 'GET',
    path: '/api/all-scripts-for-suite',
    summary: 'Scripts of a suite in their order',
    access: canRead,
    query: z.strictObject({ suiteUUID: idSchema }),
    response: z.array(repositoryScriptSchema),
  }),
});

/** suiteCalls calls on suites of a keyword-test service. */
export const suiteCalls = (service: string) => ({
  ...readCalls(service),
  createSuite: route({
    service,
    method: 'POST',
    path: '/api/test-suites',
    summary: 'Create a suite in a sprint or in the test lab of a project',
    access: canWrite,
    query: place,
    body: z.strictObject({
      testSuiteName: name,
      description: description.default(''),
      moduleName: moduleName.default(null),
      isChaining: z.boolean().default(false),
      isFunctional: z.boolean().default(true),
    }),
    status: 201,
    response: suiteSchema,
  }),
  updateSuite: route({
    service,
    method: 'PUT',
    path: '/api/test-suites',
    summary: 'Change a suite of a sprint or test lab',
    access: canWrite,
    query: place,
    body: z.strictObject({
      uuid: idSchema.describe('The suite'),
      testSuiteName: name.optional(),
      description: description.optional(),
      moduleName: moduleName.optional(),
      isChaining: z.boolean().optional(),
      isFunctional: z.boolean().optional(),
    }),
    response: suiteSchema,
  }),
  deleteSuites: route({
    service,
    method: 'PUT',
    path: '/api/test-suites-delete',
    summary: 'Delete suites of a sprint or test lab; with `isSelectAll` all but those that are named',
    access: canWrite,
    query: z.strictObject({ uuid: place.shape.uuid, isSelectAll: queryBoolean.default(false) }),
    body: z.strictObject({ suiteUUIDs: z.array(idSchema).max(1000).default([]) }),
    response: z.object({ message: z.string(), deleted: z.number().int() }),
  }),
  importScripts: route({
    service,
    method: 'PUT',
    path: '/api/import-scripts-into-test-suites',
    summary: 'Add scripts of the project to the end of a suite; those that it has stay where they are',
    access: canWrite,
    body: z.strictObject({ suiteUUID: idSchema, scriptUUIDs: scriptIds.min(1, 'Choose at least one script') }),
    response: scripts,
  }),
  setSuiteScripts: route({
    service,
    method: 'PUT',
    path: '/api/test-suite-scripts',
    summary: 'Give the scripts of a suite in their order; those that are not named leave it',
    access: canWrite,
    body: z.strictObject({ suiteUUID: idSchema, scriptUUIDs: scriptIds }),
    response: scripts,
  }),
  importSuites: route({
    service,
    method: 'PUT',
    path: '/api/import-test-suites',
    summary:
      'Move or copy suites of a project into a sprint or its test lab; where a name is taken there, they get a free one',
    access: canWrite,
    body: z.strictObject({
      suiteUUIDs: chosen,
      targetSprintUUID: idSchema.nullable().describe('null: the test lab'),
      action: z.enum(['MOVE', 'CLONE']),
    }),
    response: z.object({ suites: z.array(suiteSchema) }),
  }),
});
