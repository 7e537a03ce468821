import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';
import { descriptionOf, nameOf } from './names.ts';
import { suiteSchema } from './suite.ts';

/** The state of a sprint. */
export const sprintStatuses = ['CREATED', 'STARTED', 'COMPLETED'] as const;

/** A sprint: suites to run within a planned time. */
export const sprintSchema = z.object({
  uuid: idSchema,
  sprintName: z.string(),
  sprintActive: z.boolean().describe('Not completed'),
  sprintDescription: z.string(),
  sprintExecutionStatus: z.enum(sprintStatuses),
  projectUUID: idSchema,
  startDate: z.iso.date().nullable().describe('Planned'),
  endDate: z.iso.date().nullable().describe('Planned'),
  startedAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  suiteCount: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A sprint: suites to run within a planned time. */
export type Sprint = z.infer<typeof sprintSchema>;

/** The outcome of the last run of each suite of a sprint. */
export const sprintResultSchema = z.object({
  sprint: sprintSchema,
  total: z.number().int().describe('Suites'),
  passed: z.number().int(),
  failed: z.number().int().describe('Suites whose last run ended otherwise than passed'),
  notRun: z.number().int().describe('Suites without a run that has ended'),
  suites: z.array(suiteSchema.pick({ uuid: true, testSuiteName: true, lastRun: true })),
});
/** The outcome of a sprint's suites. */
export type SprintResult = z.infer<typeof sprintResultSchema>;

const name = nameOf('Sprint name');
const description = descriptionOf('Sprint description');
const day = z.iso.date('Give a date such as 2030-01-31').nullable();
const ofProject = z.strictObject({ projectUUID: idSchema });

const readCalls = (service: string) => ({
  getSprint: route({
    service,
    method: 'GET',
    path: '/api/sprints',
    summary: 'A sprint',
    access: canRead,
    query: z.strictObject({ sprintUUID: idSchema }),
    response: sprintSchema,
  }),
  listAllSprints: route({
    service,
    method: 'GET',
    path: '/api/get-all-sprints-old',
    summary: 'Sprints of a project, the newest first, at most 1,000',
    access: canRead,
    query: ofProject,
    response: z.array(sprintSchema),
  }),
  listSprints: route({
    service,
    method: 'GET',
    path: '/api/get-all-sprints',
    summary: 'Sprints of a project, the newest first',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(sprintSchema),
  }),
  listActiveSprints: route({
    service,
    method: 'GET',
    path: '/api/get-all-active-sprints',
    summary: 'Sprints of a project that are not completed, the newest first, at most 1,000',
    access: canRead,
    query: ofProject,
    response: z.array(sprintSchema),
  }),
  getSprintResult: route({
    service,
    method: 'GET',
    path: '/api/get-finish-sprint-details',
    summary: 'How the suites of a sprint ended when they were last run',
    access: canRead,
    query: z.strictObject({ sprintUUID: idSchema }),
    response: sprintResultSchema,
  }),
});

/** sprintCalls calls on sprints of a keyword-test service. */
export const sprintCalls = (service: string) => ({
  ...readCalls(service),
  createSprint: route({
    service,
    method: 'POST',
    path: '/api/sprints',
    summary: 'Create a sprint',
    access: canWrite,
    query: ofProject,
    body: z.strictObject({
      sprintName: name,
      sprintDescription: description.default(''),
      startDate: day.default(null),
      endDate: day.default(null),
    }),
    status: 201,
    response: sprintSchema,
  }),
  updateSprint: route({
    service,
    method: 'PUT',
    path: '/api/sprints',
    summary: 'Change the name, description or planned dates of a sprint that is not completed',
    access: canWrite,
    query: ofProject,
    body: z.strictObject({
      uuid: idSchema,
      sprintName: name.optional(),
      sprintDescription: description.optional(),
      startDate: day.optional(),
      endDate: day.optional(),
    }),
    response: sprintSchema,
  }),
  deleteSprint: route({
    service,
    method: 'DELETE',
    path: '/api/sprints/{id}',
    summary: 'Delete a sprint with its suites; their scripts stay',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
  startSprint: route({
    service,
    method: 'PUT',
    path: '/api/start-sprint',
    summary: 'Start a sprint that is created',
    access: canWrite,
    body: z.strictObject({ sprintUUID: idSchema }),
    response: sprintSchema,
  }),
  completeSprint: route({
    service,
    method: 'PUT',
    path: '/api/complete-sprint',
    summary: 'Complete a sprint that is started; it is read only then',
    access: canWrite,
    body: z.strictObject({
      sprintUUID: idSchema,
      moveOpenSuitesTo: z
        .union([z.literal('TEST_LAB'), z.uuid('Give TEST_LAB or the id of a sprint')])
        .optional()
        .describe('Where suites go whose last run did not pass; absent: they stay'),
    }),
    response: sprintSchema,
  }),
});
