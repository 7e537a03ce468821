import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { runNumberSchema, runOriginFields, runStatusSchema } from '../runs/index.ts';
import { idSchema, pageOf, searchTerm, timeSchema } from '../shared.ts';
import { executionStatusSchema } from './execution/execution-status.ts';

const service = 'api-testing';

/** A run lasts at most a day; anything longer belongs to monitoring. */
const maxDurationMs = 86_400_000;
const whole = (least: number) => z.number().int('Give a whole number.').min(least).max(1_000_000);
const ms = z.number().min(0).max(maxDurationMs).describe('Milliseconds');
const vus = whole(1).describe('Virtual users');
const rate = z.number().min(0).max(10_000_000);
const durationMs = ms.min(1000, 'A run lasts at least a second.');
const stages = z
  .array(z.strictObject({ durationMs: ms, target: rate }))
  .min(1)
  .max(200);
const arrivals = {
  timeUnitMs: ms.min(1).optional().describe('Rates count per this time; default 1000'),
  preAllocatedVus: whole(0).describe('Virtual users that stand ready'),
  maxVus: whole(1).optional().describe('Virtual users that may be added; default preAllocatedVus'),
};

/** The workload. `steps` grows from a start load to an end load; the others have their k6 names. */
export const performanceLoadSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('steps'),
    startLoad: whole(1).default(1),
    endLoad: whole(1).default(100),
    stepSize: whole(1),
    durationMs: durationMs.describe('Of the whole run, divided evenly over the steps'),
  }),
  z.strictObject({ type: z.literal('constant-vus'), vus, durationMs }),
  z.strictObject({ type: z.literal('ramping-vus'), startVus: whole(0), stages, gracefulRampDownMs: ms.optional() }),
  z.strictObject({
    type: z.literal('shared-iterations'),
    vus,
    iterations: whole(1),
    maxDurationMs: durationMs.optional().describe('Default 600000'),
  }),
  z.strictObject({
    type: z.literal('per-vu-iterations'),
    vus,
    iterations: whole(1).describe('Of each virtual user'),
    maxDurationMs: durationMs.optional().describe('Default 600000'),
  }),
  z.strictObject({ type: z.literal('constant-arrival-rate'), rate, durationMs, ...arrivals }),
  z.strictObject({ type: z.literal('ramping-arrival-rate'), startRate: rate, stages, ...arrivals }),
]);
/** How much load, and for how long. */
export type PerformanceLoad = z.infer<typeof performanceLoadSchema>;

/** A limit that a load run must meet. */
export const performanceThresholdSchema = z.strictObject({
  request: z.string().max(255).optional().describe('Name of the request it looks at; absent: all requests together'),
  expression: z.string().max(100).describe('Such as p95 < 300, avg < 200, failed < 1%, checks > 99%, rate > 100'),
  abortOnFail: z.boolean().optional().describe('The run ends when it is crossed'),
  delayMs: ms.optional().describe('Does not end the run earlier than this'),
});

/** What a performance run adds to the selected suites, environment and data file. */
export const performanceConfigurationSchema = z.strictObject({
  load: performanceLoadSchema,
  thinkTime: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('constant'), ms }),
      z.strictObject({ type: z.literal('uniform'), minMs: ms, maxMs: ms }),
      z.strictObject({ type: z.literal('normal'), meanMs: ms, deviationMs: ms }),
    ])
    .optional()
    .describe('Pause of a virtual user after each request'),
  pacingMs: ms.optional().describe('Least time from the start of an iteration to the next of the same user'),
  gracefulStopMs: ms.optional().describe('How long running iterations may end after the load; default 30000'),
  connections: z.enum(['reuse', 'perIteration']).optional().describe('Default reuse'),
  cookies: z.enum(['perIteration', 'perUser']).optional().describe('Default perIteration'),
  dataMode: z.enum(['unique', 'shared', 'random']).optional().describe('How rows are dealt out; default shared'),
  thresholds: z.array(performanceThresholdSchema).max(50).optional(),
  sharedWalletId: idSchema.optional().describe('Workspace whose shared wallet pays; absent: the private wallet'),
  runners: whole(1).max(100).optional().describe('Runners that share the load; fewer where fewer are free'),
  baselineRunId: idSchema.optional().describe('Performance run that the report compares with'),
  seed: z.number().int().optional(),
});
/** What a load run does. */
export type PerformanceConfiguration = z.infer<typeof performanceConfigurationSchema>;

const timesSchema = z
  .object({
    mean: z.number(),
    p50: z.number(),
    p75: z.number(),
    p90: z.number(),
    p95: z.number(),
    p99: z.number(),
    p999: z.number(),
    max: z.number(),
  })
  .describe('Milliseconds');

/** One second of a run, or several if a long run is shown with fewer points; percentiles are over all its requests. */
export const performancePointSchema = z.object({
  second: z.number().int().describe('First second it covers, from 0'),
  seconds: z.number().int().describe('How many seconds it covers'),
  usersPlanned: z.number(),
  users: z.number(),
  requests: z.number().describe('Requests that ended'),
  rate: z.number().describe('Requests per second'),
  failed: z.number(),
  checksFailed: z.number(),
  bytesSent: z.number(),
  bytesReceived: z.number(),
  iterations: z.object({
    started: z.number(),
    completed: z.number(),
    failed: z.number(),
    interrupted: z.number(),
    late: z.number(),
    unstarted: z.number(),
  }),
  latency: timesSchema.nullable().describe('null where no request got a response'),
  generator: z.object({ cpu: z.number(), eventLoopDelayMs: z.number(), lateIterations: z.number() }),
});
/** Figures of one interval of a load run. */
export type PerformancePoint = z.infer<typeof performancePointSchema>;

/** Figures of a request over the entire run. */
export const performanceRequestSchema = z.object({
  name: z.string(),
  method: z.string(),
  count: z.number(),
  rate: z.number(),
  failed: z.number(),
  failures: z.record(z.string(), z.number()).describe('Failed requests by kind'),
  checksPassed: z.number(),
  checksFailed: z.number(),
  bytesSent: z.number(),
  bytesReceived: z.number(),
  latency: timesSchema.extend({ min: z.number(), p9999: z.number() }),
  path: z
    .object({ kind: z.enum(['fast', 'general']), reason: z.string().optional() })
    .optional()
    .describe('How it was sent'),
});
export type PerformanceRequest = z.infer<typeof performanceRequestSchema>;

/** An error of a load run and its count. */
export const performanceErrorSchema = z.object({
  request: z.string().describe('Name of the request'),
  kind: z.string(),
  message: z.string(),
  count: z.number(),
  firstMs: z.number().describe('Milliseconds since the start of the run'),
  lastMs: z.number(),
  sample: z.object({
    message: z.string(),
    method: z.string(),
    url: z.string(),
    status: z.number().optional(),
    responseText: z.string().optional(),
  }),
});

/** Totals of a run so far, or of the entire run once it has ended. */
export const performanceTotalsSchema = z.object({
  durationMs: z.number(),
  total: performanceRequestSchema.omit({ name: true, method: true, path: true }),
  iterations: performancePointSchema.shape.iterations,
  usersMax: z.number(),
  tail: z
    .object({ durationMs: z.number(), requests: z.number().describe('Ended in whole seconds of it') })
    .optional()
    .describe('Open model: what ran on after the planned time, which rates leave out; absent where nothing did'),
  requests: z.array(performanceRequestSchema),
  thresholds: z.array(
    performanceThresholdSchema.extend({
      value: z.number().optional().describe('Missing where nothing was measured'),
      passed: z.boolean(),
      message: z.string(),
    }),
  ),
  errors: z.array(performanceErrorSchema).describe('The 50 most frequent groups'),
  generator: z.object({
    threads: z.number(),
    maxCpu: z.number(),
    maxEventLoopDelayMs: z.number(),
    lateIterations: z.number(),
    maxMemoryBytes: z.number(),
    bottleneck: z
      .object({ reasons: z.array(z.string()) })
      .optional()
      .describe('The generator may have limited the figures'),
  }),
  notes: z.array(z.string()),
});
/** Figures over the entire run. */
export type PerformanceTotals = z.infer<typeof performanceTotalsSchema>;

const changeSchema = z.object({ baseline: z.number(), run: z.number(), change: z.number().optional() });
const metricComparisonSchema = z.object({
  verdict: z.enum(['faster', 'slower', 'mixed', 'noClearDifference', 'tooFewRequests']),
  message: z.string(),
  p50: changeSchema,
  p95: changeSchema,
  p99: changeSchema,
  rate: changeSchema,
  failedShare: changeSchema,
  failures: z.enum(['more', 'fewer', 'noClearDifference']),
  superiority: z.number().optional().describe('Chance that a request took longer than one of the baseline'),
  pValue: z.number().optional(),
});
const namedRequest = { scenario: z.string(), request: z.string() };
/** A load run and its baseline. */
export const performanceComparisonSchema = z.object({
  baselineRunId: idSchema,
  runId: idSchema,
  total: metricComparisonSchema,
  requests: z.array(metricComparisonSchema.extend(namedRequest)),
  onlyInBaseline: z.array(z.object(namedRequest)),
  onlyInRun: z.array(z.object(namedRequest)),
});
export type PerformanceComparison = z.infer<typeof performanceComparisonSchema>;

/** A load run in a list. */
export const performanceRunSchema = z.object({
  runId: idSchema,
  projectId: idSchema,
  name: z.string(),
  number: runNumberSchema,
  ...runOriginFields,
  executionStatus: executionStatusSchema,
  status: runStatusSchema,
  phase: z
    .enum(['waiting', 'preparing', 'running', 'ended'])
    .describe('preparing: runners get ready for a start at the same instant'),
  message: z.string().nullable(),
  environmentName: z.string().nullable(),
  suites: z.array(z.object({ suiteId: z.string(), suiteName: z.string(), total: z.number() })),
  startedBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable().describe('When the load began'),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number().describe('Of the load, so far or in all'),
  plannedDurationMs: z.number().describe('Without graceful stop; of iterations the longest'),
  virtualUsers: z.number().int().describe('Most users at once, by the plan'),
  summary: z
    .object({
      requests: z.number(),
      rate: z.number(),
      failedShare: z.number(),
      p50: z.number(),
      p95: z.number(),
      p99: z.number(),
    })
    .nullable()
    .describe('null until the run has ended'),
});
export type PerformanceRun = z.infer<typeof performanceRunSchema>;

/** Everything about a load run. */
export const performanceReportSchema = z.object({
  run: performanceRunSchema,
  configuration: performanceConfigurationSchema,
  plan: z.object({
    unit: z.enum(['users', 'iterationsPerSecond']),
    points: z.array(z.object({ atMs: z.number(), value: z.number() })),
    iterations: z.number().optional(),
  }),
  runners: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['joined', 'ready', 'running', 'ended', 'lost', 'left']),
      lostAtSecond: z.number().nullable(),
    }),
  ),
  secondsPerPoint: z.number().int(),
  points: z.array(performancePointSchema),
  /** Newest second in `points`; the event stream continues after it. -1 before the first. */
  lastSecond: z.number().int(),
  totals: performanceTotalsSchema.nullable().describe('null before the first second'),
  comparison: performanceComparisonSchema.nullable(),
});
export type PerformanceReport = z.infer<typeof performanceReportSchema>;

/**
 * Events of a performance run. The id of a `point` is its second + 1, so a client that reconnects with Last-Event-ID
 * misses none; `totals` and `status` contain the newest state and have no id; `COMPLETED` is the last.
 */
export const performanceEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('point'), point: performancePointSchema }),
  z.object({ type: z.literal('totals'), totals: performanceTotalsSchema }),
  z.object({ type: z.literal('status'), run: performanceRunSchema }),
  z.object({ type: z.literal('COMPLETED'), run: performanceRunSchema }),
]);
/** An event of a live load run. */
export type PerformanceEvent = z.infer<typeof performanceEventSchema>;

const runQuery = z.strictObject({ runId: idSchema });

export const performanceRoutes = {
  listPerformanceReports: route({
    service,
    method: 'POST',
    path: '/api/get-all-performance-report-list',
    summary: 'List performance runs of a workspace, newest first',
    access: canRead,
    body: z.strictObject({
      projectId: idSchema,
      searchTerm,
      statuses: z.array(runStatusSchema).optional(),
      page: z.number().int().min(0).default(0),
      size: z.number().int().min(1).max(200).default(10),
    }),
    response: pageOf(performanceRunSchema),
  }),
  getPerformanceReport: route({
    service,
    method: 'GET',
    path: '/api/performance-report',
    summary: 'A performance run with its points, totals and comparison, also while it runs',
    access: canRead,
    query: z.strictObject({
      runId: idSchema,
      points: z.coerce.number().int().min(60).max(4000).default(720).describe('Most points to answer'),
    }),
    response: performanceReportSchema,
  }),
  followPerformance: route({
    service,
    method: 'GET',
    path: '/api/performance-events',
    summary:
      'Points of a performance run as server-sent events, one each second; resumes after Last-Event-ID (or query lastEventId)',
    access: canRead,
    query: z.strictObject({ runId: idSchema, lastEventId: z.coerce.number().int().min(0).optional() }),
    produces: 'text/event-stream',
  }),
  downloadPerformanceReport: route({
    service,
    method: 'GET',
    path: '/api/performance-report/download',
    summary: 'The report of a finished performance run as a file',
    access: canRead,
    query: runQuery.extend({ type: z.enum(['html', 'csv', 'json']) }),
    produces: 'application/octet-stream',
  }),
  comparePerformance: route({
    service,
    method: 'GET',
    path: '/api/compare-performance-reports',
    summary: 'Statistical comparison of a finished performance run with a baseline',
    access: canRead,
    query: z.strictObject({ runId: idSchema, baselineRunId: idSchema }),
    response: performanceComparisonSchema,
  }),
};
