import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { monitorKinds, testKinds } from './definition.ts';
import { monitorStatusSchema } from './monitor.ts';
import { statusCountsSchema } from './project.ts';
import { phasesSchema, resultSchema, resultSummarySchema, spanQuery, verdictSchema } from './result.ts';

const service = 'api-monitoring';

/**
 * How availability is calculated. `retries`: whether a failed check that succeeded on retry counts as up (`ignored`) or
 * down (`counted`). `maintenance`: whether checks in a maintenance window are excluded or counted. `unknown`: whether
 * checks that couldn't be made are excluded or count as down. DEGRADED is available.
 */
export const accountingQuery = {
  retries: z.enum(['ignored', 'counted']).default('ignored'),
  maintenance: z.enum(['excluded', 'counted']).default('excluded'),
  unknown: z.enum(['excluded', 'down']).default('excluded'),
};
/** How availability is calculated. */
export const accountingSchema = z.strictObject(accountingQuery);
/** How availability is calculated. */
export type Accounting = z.infer<typeof accountingSchema>;

/** Number of checks by verdict. */
export const verdictCountsSchema = z.object({
  up: z.number().int(),
  degraded: z.number().int(),
  down: z.number().int(),
  unknown: z.number().int(),
  maintenance: z.number().int().describe('In a maintenance window, whatever they found; not in the other counts'),
  retried: z.number().int().describe('Failed checks that a further try found well; not in `down`'),
});
/** Number of checks by verdict. */
export type VerdictCounts = z.infer<typeof verdictCountsSchema>;

/** Response times in milliseconds; null if nothing was measured. */
export const latencySchema = z.object({
  count: z.number().int(),
  minMs: z.number().nullable(),
  averageMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p90Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  maxMs: z.number().nullable(),
});
/** Response times. */
export type Latency = z.infer<typeof latencySchema>;

/** One point of a graph: the checks of one step, starting at `at`. */
export const graphPointSchema = z.object({
  at: timeSchema,
  ...verdictCountsSchema.shape,
  averageMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  maxMs: z.number().nullable(),
});
/** One point of a graph. */
export type GraphPoint = z.infer<typeof graphPointSchema>;
/** A graph over time. Steps without checks are absent. */
export const graphSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  stepSeconds: z.number().int().describe('Chosen by the length of the span'),
  points: z.array(graphPointSchema),
  regions: z.array(z.object({ region: z.string(), points: z.array(graphPointSchema) })).describe('The same by region'),
});
/** A graph over time. */
export type MonitorGraph = z.infer<typeof graphSchema>;

/** How far an objective was met in a period. */
const objectiveStatus = {
  counts: verdictCountsSchema,
  uptimePercent: z.number().nullable(),
  sloPercent: z.number().nullable(),
  errorBudgetLeft: z
    .number()
    .nullable()
    .describe('Share of the error budget of the span that is left, 1 to below 0; null without an objective'),
  burnRate: z.number().nullable().describe('1: the budget is used up exactly at the end of the span'),
};
/** The results of a monitor in a period. */
export const reportStatusSchema = z.object({
  monitorId: idSchema,
  collectionId: idSchema,
  name: z.string(),
  kind: z.enum(monitorKinds),
  status: monitorStatusSchema,
  ...objectiveStatus,
  incidents: z.number().int(),
  downSeconds: z.number().int().describe('Of incidents, within the span'),
  latency: latencySchema,
});
/** The results of a monitor in a period. */
export type ReportStatus = z.infer<typeof reportStatusSchema>;

/** The combined results of a collection's monitors in a period: each check counts equally. */
export const reportCollectionSchema = z.object({
  collectionId: idSchema,
  name: z.string(),
  monitors: z.number().int(),
  ...objectiveStatus,
});
/** The combined results of a collection's monitors in a period. */
export type ReportCollection = z.infer<typeof reportCollectionSchema>;

/** The results of a project's monitors in a period. */
export const projectReportSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  accounting: accountingSchema,
  uptimePercent: z.number().nullable(),
  counts: verdictCountsSchema,
  monitors: z.array(reportStatusSchema),
  collections: z
    .array(reportCollectionSchema)
    .describe(
      'Those with an objective, by name; none in reports of some kinds alone, which tell nothing of a collection',
    ),
});
/** The results of a project's monitors in a period. */
export type ProjectReport = z.infer<typeof projectReportSchema>;

/** A part of a run of a suite or workflow started by a monitor. */
export const chainingStepSchema = z.object({
  title: z.string(),
  status: z.string(),
  durationMs: z.number().nullable(),
  message: z.string().nullable(),
});
/** A check that ran several steps. */
export const chainingResultSchema = resultSchema.extend({
  monitorName: z.string(),
  runLink: z.string().nullable().describe('Null where the run is deleted'),
  steps: z.array(chainingStepSchema).describe('At most 200'),
});
/** A check that ran several steps. */
export type ChainingResult = z.infer<typeof chainingResultSchema>;

const ofProject = {
  projectId: idSchema,
  collectionId: idSchema.optional(),
  ...spanQuery,
};
const ofMonitor = { monitorId: idSchema, ...spanQuery };
const report = z.strictObject({ ...ofProject, ...accountingQuery });

/** Calls on reports, status and graphs. */
export const monitoringReportRoutes = {
  getExecutionReportStatus: route({
    service,
    method: 'GET',
    path: '/api/test-execution-reportstatus',
    summary: 'How each monitored API of a project did in a span of time: availability, response times, incidents',
    access: canRead,
    query: report,
    response: projectReportSchema,
  }),
  getChainingReportStatus: route({
    service,
    method: 'GET',
    path: '/api/test-chaining-reportstatus',
    summary: 'The same for suites and workflows alone',
    access: canRead,
    query: report,
    response: projectReportSchema,
  }),
  getChainingResult: route({
    service,
    method: 'GET',
    path: '/api/chaining-result',
    summary: 'One check of a suite or workflow with the steps of its run',
    access: canRead,
    query: z.strictObject({ resultId: idSchema }),
    response: chainingResultSchema,
  }),
  listChainingResults: route({
    service,
    method: 'GET',
    path: '/api/chaining-results',
    summary: 'Checks of the suites and workflows of a project, the latest first',
    access: canRead,
    query: z.strictObject({
      ...ofProject,
      monitorId: idSchema.optional(),
      verdict: verdictSchema.optional(),
      ...pageQuery,
    }),
    response: pageOf(resultSummarySchema.extend({ monitorName: z.string(), kind: z.enum(testKinds) })),
  }),
  getExecutionStatus: route({
    service,
    method: 'GET',
    path: '/api/test-execution-status',
    summary: 'Where a monitored API is right now: checked or waiting, since when it stands so, what is due next',
    access: canRead,
    query: z.strictObject({ monitorId: idSchema }),
    response: z.object({
      monitorId: idSchema,
      status: monitorStatusSchema,
      statusText: z.string().nullable(),
      statusSince: timeSchema.nullable(),
      isChecking: z.boolean(),
      nextDueAt: timeSchema.nullable(),
      openIncidentId: idSchema.nullable(),
      last: resultSummarySchema.nullable(),
    }),
  }),
  getResultGraph: route({
    service,
    method: 'GET',
    path: '/api/test-result-graph',
    summary: 'Checks and response times of a monitored API over time',
    access: canRead,
    query: z.strictObject(ofMonitor),
    response: graphSchema,
  }),
  getChainingGraph: route({
    service,
    method: 'GET',
    path: '/api/test-chaining-graph',
    summary: 'Checks and durations of the suites and workflows of a project over time',
    access: canRead,
    query: z.strictObject(ofProject),
    response: graphSchema.omit({ regions: true }),
  }),
  getFunctionalGraph: route({
    service,
    method: 'GET',
    path: '/api/functional-graph',
    summary: 'Checks of all monitored APIs of a project over time, with their share by collection',
    access: canRead,
    query: z.strictObject(ofProject),
    response: graphSchema.omit({ regions: true }).extend({
      collections: z.array(
        z.object({
          collectionId: idSchema,
          name: z.string(),
          counts: verdictCountsSchema,
          uptimePercent: z.number().nullable(),
        }),
      ),
    }),
  }),
  listPerformanceReports: route({
    service,
    method: 'GET',
    path: '/api/performance-reports',
    summary: 'Response times of each monitored API of a project, the slowest p95 first',
    access: canRead,
    query: z.strictObject(ofProject),
    response: z.object({
      from: timeSchema,
      to: timeSchema,
      all: latencySchema,
      monitors: z.array(
        z.object({ monitorId: idSchema, name: z.string(), kind: z.enum(monitorKinds), latency: latencySchema }),
      ),
    }),
  }),
  getPerformance: route({
    service,
    method: 'GET',
    path: '/api/fetchperformance',
    summary: 'Response times of one monitored API: percentiles, distribution, phases and their course',
    access: canRead,
    query: z.strictObject(ofMonitor),
    response: graphSchema.extend({
      latency: latencySchema,
      baselineMs: z.number().nullable(),
      distribution: z.array(z.object({ fromMs: z.number(), toMs: z.number(), count: z.number().int() })),
      phases: phasesSchema.describe('Averages of the checks of the span that are still kept one by one'),
    }),
  }),
  getTestStatus: route({
    service,
    method: 'GET',
    path: '/api/test-status',
    summary: 'How the monitored APIs of a project stand right now',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, collectionId: idSchema.optional() }),
    response: z.object({
      monitors: statusCountsSchema,
      openIncidents: z.number().int(),
      uptimePercent: z.number().nullable().describe('Of the last 24 hours'),
      latency: latencySchema.describe('Of the last 24 hours'),
    }),
  }),
  retryTest: route({
    service,
    method: 'POST',
    path: '/api/retry-test',
    summary: 'Check a started monitored API now, in all its regions, besides its schedule',
    access: canWrite,
    body: z.strictObject({ monitorId: idSchema }),
    status: 202,
    response: okSchema,
  }),
};
