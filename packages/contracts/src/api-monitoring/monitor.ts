import { z } from 'zod';
import { canRead, canWrite, publicChecksCaller, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { monitorDefinitionSchema, monitorKinds, testKinds } from './definition.ts';
import { sloPercentSchema } from './objective.ts';
import { checkOutcomeSchema, verdictSchema } from './result.ts';
import { monitorScheduleSchema, shownScheduleSchema } from './schedule.ts';

const service = 'api-monitoring';

/** Whether a monitor is checked. */
export const monitorStates = ['STARTED', 'STOPPED'] as const;
/** The status of a monitor. MAINTENANCE: in a maintenance window, which doesn't alert; PAUSED: stopped. */
export const monitorStatuses = ['UP', 'DEGRADED', 'DOWN', 'UNKNOWN', 'MAINTENANCE', 'PAUSED'] as const;
/** The status of a monitor. */
export type MonitorStatus = (typeof monitorStatuses)[number];
/** The status of a monitor. */
export const monitorStatusSchema = z.enum(monitorStatuses);

/** Name of a monitored API. */
export const monitorNameSchema = z
  .string()
  .min(1, 'Please provide API Name.')
  .max(60, 'API Name is at most 60 characters.')
  .regex(/^\S/, 'API Name must not start with whitespace.');
/** Label of a runner. */
export const regionSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'A region is 1 to 40 lower-case letters, digits or hyphens.');

const ruleFields = {
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(30_000)
    .describe('Of one check; at most 60,000, and 3,600,000 for suites and workflows'),
  retries: z.number().int().min(0).max(10).default(1).describe('Failed checks that are tried again before it is down'),
  retrySeconds: z.number().int().min(5).max(3600).default(15).describe('From a failed check to the next try'),
  regions: z
    .array(regionSchema)
    .max(20)
    .default([])
    .refine((regions) => new Set(regions).size === regions.length, 'Each region once.')
    .describe('Regions that check it; none: any runner'),
  downIn: z.number().int().min(1).max(20).default(1).describe('Down when it is down in so many of its regions'),
  confirmFrom: regionSchema
    .nullable()
    .default(null)
    .describe('A region that must find it down too; it checks only then'),
  degradedAboveMs: z.number().int().min(1).max(3_600_000).nullable().default(null).describe('Degraded when slower'),
  degradedFactor: z
    .number()
    .min(1.1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Degraded when slower than so many times its own p95 of the last 7 days'),
};
/** When a monitor counts as down or degraded, and where it is checked. */
export const monitorRulesSchema = z.strictObject(ruleFields);
/** When a monitor counts as down or degraded, and where it is checked. */
export type MonitorRules = z.infer<typeof monitorRulesSchema>;

const editable = {
  name: monitorNameSchema,
  description: z.string().max(2000).default(''),
  definition: monitorDefinitionSchema,
  schedule: monitorScheduleSchema.default({ type: 'interval', everySeconds: 60 }),
  environmentId: idSchema
    .nullable()
    .default(null)
    .describe('Variables of checks; of the project, or of the workspace of the test that it refers to'),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  sloPercent: sloPercentSchema,
  ...ruleFields,
};

/** A monitor to create. */
export const newMonitorSchema = z.strictObject({
  projectId: idSchema,
  collectionId: idSchema,
  state: z.enum(monitorStates).default('STARTED'),
  ...editable,
});
/** A monitor to create, as form input. */
export type NewMonitor = z.input<typeof newMonitorSchema>;

/** Changes to a monitor; absent fields stay unchanged. */
export const monitorChangeSchema = z.strictObject({
  monitorId: idSchema,
  collectionId: idSchema.optional().describe('Moves it to another collection of its project'),
  name: monitorNameSchema.optional(),
  description: z.string().max(2000).optional(),
  definition: monitorDefinitionSchema.optional().describe('Of the same kind'),
  schedule: monitorScheduleSchema.optional(),
  environmentId: idSchema.nullable().optional(),
  tags: editable.tags.unwrap().optional(),
  sloPercent: editable.sloPercent.unwrap().optional(),
  timeoutMs: ruleFields.timeoutMs.unwrap().optional(),
  retries: ruleFields.retries.unwrap().optional(),
  retrySeconds: ruleFields.retrySeconds.unwrap().optional(),
  regions: z.array(regionSchema).max(20).optional(),
  downIn: ruleFields.downIn.unwrap().optional(),
  confirmFrom: regionSchema.nullable().optional(),
  degradedAboveMs: ruleFields.degradedAboveMs.unwrap().optional(),
  degradedFactor: ruleFields.degradedFactor.unwrap().optional(),
});

/** The status of a monitor in one of its regions. */
export const monitorRegionSchema = z.object({
  region: z.string().describe('Empty: any runner'),
  verdict: verdictSchema,
  message: z.string().nullable(),
  lastAt: timeSchema.nullable(),
  lastDurationMs: z.number().nullable(),
  nextDueAt: timeSchema.nullable(),
  isChecking: z.boolean(),
  hasRunner: z.boolean().describe('Whether a runner of the region is there'),
});

/** The test that a monitor references. */
export const monitorTargetSchema = z.object({
  title: z.string(),
  link: z.string().nullable().describe('Where the page shows it'),
});

/** A monitor in lists. */
export const monitorSummarySchema = z.object({
  monitorId: idSchema,
  projectId: idSchema,
  collectionId: idSchema,
  name: z.string(),
  kind: z.enum(monitorKinds),
  target: z.string().describe('What is checked, in short: an address, or the name of a test'),
  state: z.enum(monitorStates),
  status: monitorStatusSchema,
  statusText: z.string().nullable().describe('Why it stands so'),
  statusSince: timeSchema.nullable(),
  schedule: shownScheduleSchema,
  regions: z.array(z.string()),
  tags: z.array(z.string()),
  lastAt: timeSchema.nullable(),
  lastDurationMs: z.number().nullable(),
  nextDueAt: timeSchema.nullable(),
  uptimePercent: z.number().nullable().describe('Of the last 24 hours; null: nothing was measured'),
  p95Ms: z.number().nullable().describe('Of the last 24 hours'),
  openIncidentId: idSchema.nullable(),
  recent: z
    .array(z.object({ at: timeSchema, verdict: verdictSchema, durationMs: z.number().nullable() }))
    .describe('The last checks, at most 30, oldest first'),
});
/** A monitor in lists. */
export type MonitorSummary = z.infer<typeof monitorSummarySchema>;

/** A monitor with all its settings. */
export const monitorSchema = monitorSummarySchema.extend({
  ...monitorRulesSchema.shape,
  description: z.string(),
  definition: monitorDefinitionSchema,
  environmentId: idSchema.nullable(),
  sloPercent: z.number().nullable(),
  slots: z.array(monitorRegionSchema),
  test: monitorTargetSchema.nullable().describe('The test that it refers to; null: none, or deleted'),
  baselineMs: z.number().nullable().describe('Its own p95 of the last 7 days'),
  heartbeatUrl: z.string().nullable().describe('Answered once, when the address is made'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A monitor with all its settings. */
export type Monitor = z.infer<typeof monitorSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on monitored APIs. */
export const monitorRoutes = {
  listMonitors: route({
    service,
    method: 'GET',
    path: '/api/monitored-apis/all/{id}',
    summary: 'Monitored APIs of a project; what is down comes first, then degraded, then by name',
    access: canRead,
    params: idParams,
    query: z.strictObject({
      collectionId: idSchema.optional(),
      status: monitorStatusSchema.optional(),
      kind: z.enum(monitorKinds).optional(),
      tag: z.string().max(40).optional(),
      monitorIds: queryIdList.optional(),
      searchTerm,
      ...pageQuery,
    }),
    response: pageOf(monitorSummarySchema),
  }),
  getMonitor: route({
    service,
    method: 'GET',
    path: '/api/monitored-apis/{id}',
    summary: 'One monitored API',
    access: canRead,
    params: idParams,
    response: monitorSchema,
  }),
  createMonitor: route({
    service,
    method: 'POST',
    path: '/api/monitored-apis',
    summary: 'Create a monitored API in a collection; the address of a heartbeat is answered this once',
    access: canWrite,
    body: newMonitorSchema,
    status: 201,
    response: monitorSchema,
  }),
  monitorTests: route({
    service,
    method: 'POST',
    path: '/api/monitored-apis/{id}',
    summary: 'Create monitored APIs from scripts, suites and workflows in the collection of this id, named as these',
    access: canWrite,
    params: idParams,
    body: z.strictObject({
      tests: z
        .array(
          z.strictObject({ kind: z.enum(testKinds), projectId: idSchema.describe('Of the test'), testId: idSchema }),
        )
        .min(1, 'Choose at least one test.')
        .max(200),
      environmentId: idSchema.nullable().default(null),
      schedule: monitorScheduleSchema.default({ type: 'interval', everySeconds: 300 }),
      state: z.enum(monitorStates).default('STARTED'),
    }),
    status: 201,
    response: z.object({ monitors: z.array(monitorSummarySchema) }),
  }),
  updateMonitor: route({
    service,
    method: 'PUT',
    path: '/api/monitored-apis',
    summary: 'Change a monitored API; its next check uses what is saved',
    access: canWrite,
    body: monitorChangeSchema,
    response: monitorSchema,
  }),
  deleteMonitor: route({
    service,
    method: 'DELETE',
    path: '/api/monitored-apis/{id}',
    summary: 'Delete a monitored API with its results and incidents',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  startMonitor: route({
    service,
    method: 'GET',
    path: '/api/monitored-apis/start/{id}',
    summary: 'Start the checks of a monitored API',
    access: canWrite,
    params: idParams,
    response: monitorSchema,
  }),
  stopMonitor: route({
    service,
    method: 'GET',
    path: '/api/monitored-apis/stop/{id}',
    summary: 'Stop the checks of a monitored API; an open incident of it is closed',
    access: canWrite,
    params: idParams,
    response: monitorSchema,
  }),
  renewHeartbeat: route({
    service,
    method: 'POST',
    path: '/api/monitored-apis/{id}/heartbeat-address',
    summary: 'Give a heartbeat a new address, answered this once; the one before is refused from now on',
    access: canWrite,
    params: idParams,
    response: z.object({ heartbeatUrl: z.string() }),
  }),
  listRegions: route({
    service,
    method: 'GET',
    path: '/api/regions',
    summary: 'Regions whose runners are there',
    access: canRead,
    response: z.object({ regions: z.array(z.object({ region: z.string(), runners: z.number().int() })) }),
  }),
};

const heartbeat = {
  service,
  path: '/api/heartbeat/{token}',
  access: publicChecksCaller,
  callsPerMinute: 600,
  params: z.strictObject({ token: z.string().min(20).max(100) }),
  query: z.object({
    status: z.enum(['ok', 'fail']).default('ok').describe('`fail`: the job tells that it failed'),
    msg: z.string().max(1000).optional(),
  }),
  response: okSchema,
} as const;
/** Calls made by monitored jobs. */
export const heartbeatRoutes = {
  heartbeat: route({ ...heartbeat, method: 'GET', summary: 'A job says that it has run; HEAD does the same' }),
  postHeartbeat: route({ ...heartbeat, method: 'POST', summary: 'A job says that it has run' }),
};

/** Checks of unsaved monitors. */
export const checkRoutes = {
  tryCheck: route({
    service,
    method: 'POST',
    path: '/api/try-check',
    summary: 'Check once what a form says, without saving it; not for suites, workflows and heartbeats',
    access: canWrite,
    callsPerMinute: 60,
    body: z.strictObject({
      projectId: idSchema,
      definition: monitorDefinitionSchema,
      environmentId: idSchema.nullable().default(null),
      timeoutMs: z.number().int().min(100).max(30_000).default(15_000),
    }),
    response: checkOutcomeSchema,
  }),
};
