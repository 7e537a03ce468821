import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { reportFormats, runStatusSchema } from '../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { dataFileChoiceSchema } from './data-file.ts';
import { executionStatusSchema } from './execution-status.ts';
import { performanceConfigurationSchema } from './performance.ts';

const service = 'api-testing';

/** Phases of an exchange in milliseconds. */
export const phasesSchema = z.object({
  queueMs: z.number().optional(),
  dnsMs: z.number(),
  tcpMs: z.number(),
  tlsMs: z.number(),
  sendMs: z.number(),
  waitMs: z.number(),
  downloadMs: z.number(),
  totalMs: z.number(),
});
/** Phases of an exchange in milliseconds. */
export type Phases = z.infer<typeof phasesSchema>;

/** What an assertion found. */
export const assertionResultSchema = z.object({
  id: z.string().optional(),
  kind: z.string(),
  path: z.string().optional(),
  operator: z.string(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  status: z.enum(['passed', 'failed']),
  message: z.string(),
});
/** What an assertion found. */
export type AssertionResult = z.infer<typeof assertionResultSchema>;

const headerList = z.array(z.tuple([z.string(), z.string()]));
/** A body as reports show it: text, or a file to download. */
export const bodyViewSchema = z.object({
  /** Text of the body, absent where it is binary or stored as a file. */
  text: z.string().optional(),
  /** Where the body lies in the file store when it is larger than 64 KB or binary. */
  fileId: z.string().optional(),
  contentType: z.string().optional(),
  /** Bytes received, also those beyond the cap. */
  sizeBytes: z.number(),
  truncated: z.boolean(),
});
/** The request that was sent and the response that came. */
export const exchangeSchema = z.object({
  request: z.object({ method: z.string(), url: z.string(), headers: headerList, body: bodyViewSchema.optional() }),
  response: z
    .object({
      status: z.number(),
      statusText: z.string(),
      httpVersion: z.string(),
      headers: headerList,
      body: bodyViewSchema,
      remoteAddress: z.string().optional(),
    })
    .optional(),
  redirects: z.array(
    z.object({ method: z.string(), url: z.string(), status: z.number(), location: z.string(), durationMs: z.number() }),
  ),
  timing: phasesSchema.optional(),
  certificate: z
    .object({
      subject: z.string(),
      issuer: z.string(),
      validFrom: z.string(),
      validTo: z.string(),
      daysLeft: z.number(),
      protocol: z.string(),
      cipher: z.string(),
    })
    .optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/** One step as lists and the event stream show it. */
export const stepSummarySchema = z.object({
  stepId: z.string(),
  index: z.number().int().describe('Order in the plan, from 0'),
  name: z.string(),
  suiteId: z.string().nullable(),
  suiteName: z.string(),
  scriptId: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  status: runStatusSchema,
  statusCode: z.number().nullable(),
  durationMs: z.number().nullable(),
  assertionsPassed: z.number().int(),
  assertionsFailed: z.number().int(),
  message: z.string().nullable().describe('First failure or error, in one sentence'),
  attempt: z.number().int().describe('How often it was sent: 1, and one more for each retry of its settings'),
  iteration: z
    .object({ index: z.number().int(), label: z.string() })
    .optional()
    .describe('Row of a data-driven run, from 0'),
  occurrence: z.number().int().optional().describe('2 and more where a script went back to the step'),
  position: z.number().optional().describe('Place in the order of execution; absent: the index'),
});
/** A step in the list of a run. */
export type StepSummary = z.infer<typeof stepSummarySchema>;

/** Everything about a step of a run. */
export const stepDetailSchema = stepSummarySchema.extend({
  startedAt: timeSchema.nullable(),
  exchange: exchangeSchema.nullable(),
  assertions: z.array(assertionResultSchema),
  extracted: z.array(
    z.object({ name: z.string(), value: z.string(), found: z.boolean(), message: z.string().optional() }),
  ),
  unresolved: z.array(z.object({ name: z.string(), place: z.string() })),
  /** Attempts before the last one, where the step was sent again. */
  earlierAttempts: z
    .array(
      z.object({
        status: runStatusSchema,
        statusCode: z.number().nullable(),
        startedAt: timeSchema,
        durationMs: z.number(),
        message: z.string().nullable(),
      }),
    )
    .optional(),
  /** Where the script of the step went on; null: it ended the sequence. */
  nextStep: z.string().nullable().optional(),
  /** What the scripts of the step wrote to the console. */
  logs: z.array(z.string()).optional(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type StepDetail = z.infer<typeof stepDetailSchema>;

const counts = {
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errors: z.number().int(),
  skipped: z.number().int(),
  cancelled: z.number().int(),
  running: z.number().int(),
  queued: z.number().int(),
};
/** A run in a list. */
export const executionSummarySchema = z.object({
  runId: idSchema,
  executionStatus: executionStatusSchema,
  /** The same state in the inner words. */
  status: runStatusSchema,
  message: z.string().nullable(),
  name: z.string(),
  projectId: idSchema,
  environmentName: z.string().nullable(),
  startedBy: z.string(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number(),
  attempt: z.number().int().describe('1, and one more for each retry by a user that led to this run'),
  retryOf: idSchema.nullable(),
  suites: z.array(z.object({ suiteId: z.string(), suiteName: z.string(), total: z.number() })),
  /** Data file of a data-driven run. */
  data: z.object({ fileName: z.string(), rows: z.number().int() }).optional(),
  ...counts,
});
export type ExecutionSummary = z.infer<typeof executionSummarySchema>;
/** A run with the first page of its steps. */
export const executionSchema = executionSummarySchema.extend({ steps: z.array(stepSummarySchema) });
export type Execution = z.infer<typeof executionSchema>;

/** What is to be run, and how. */
export const executeTestSchema = z.strictObject({
  type: z
    .enum(['functional', 'performance'])
    .optional()
    .describe('Default functional; performance needs `performance`'),
  performance: performanceConfigurationSchema
    .optional()
    .describe('Of a performance run; parallel, stopOnFailure and runPrerequisites have no meaning then'),
  projectId: idSchema,
  suiteIds: z.array(idSchema).max(500).optional(),
  scriptIds: z.array(idSchema).max(10_000).optional().describe('Only these scripts'),
  environmentId: idSchema.optional(),
  parallel: z
    .union([z.boolean(), z.number().int().min(1).max(100)])
    .optional()
    .describe('Requests at once; true means 8. A script waits for scripts in its suite whose values it uses.'),
  stopOnFailure: z.boolean().optional(),
  dataFile: dataFileChoiceSchema.optional().describe('Runs the suites once for each row of the file'),
  runPrerequisites: z
    .boolean()
    .optional()
    .describe('The enabled prerequisites run first; where one fails the run ends. Default: false'),
  name: z.string().max(255).optional(),
});

/** What is to be run, and how. */
export type ExecuteTestInput = z.output<typeof executeTestSchema>;

const comparedSide = z
  .object({
    stepId: z.string(),
    status: runStatusSchema,
    durationMs: z.number().nullable(),
    statusCode: z.number().nullable(),
  })
  .nullable();
/** A step of two runs. `changed`: judged the same, but status code, assertions, body or time differ. */
export const stepComparisonSchema = z.object({
  name: z.string(),
  suiteName: z.string(),
  verdict: z.enum(['same', 'changed', 'fixed', 'broken', 'added', 'removed']),
  base: comparedSide,
  current: comparedSide,
  summary: z.string().describe('What differs, in one sentence; empty where nothing does'),
  assertions: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  body: z
    .array(
      z.object({
        path: z.string(),
        kind: z.enum(['added', 'removed', 'changed']),
        before: z.string(),
        after: z.string(),
      }),
    )
    .describe('Places of a JSON body that differ, the first 50'),
  isBodySame: z.boolean(),
  timing: z.enum(['similar', 'slower', 'faster']),
});
/** A step of two runs, side by side. */
export type StepComparison = z.infer<typeof stepComparisonSchema>;

const runQuery = z.strictObject({ runId: idSchema });
const startedSchema = z.object({ runId: idSchema, executionStatus: executionStatusSchema, message: z.string() });

export const executionRoutes = {
  executeTest: route({
    service,
    method: 'POST',
    path: '/api/execute-test',
    summary: 'Start a run of suites',
    access: canWrite,
    body: executeTestSchema,
    status: 201,
    response: startedSchema,
  }),
  testExecution: route({
    service,
    method: 'POST',
    path: '/api/test-execution',
    summary: 'Start a run of single scripts',
    access: canWrite,
    body: executeTestSchema,
    status: 201,
    response: startedSchema,
  }),
  getExecution: route({
    service,
    method: 'GET',
    path: '/api/get-execution',
    summary: 'A run with all its steps',
    access: canRead,
    query: runQuery,
    response: executionSchema,
  }),
  getExecutionSummary: route({
    service,
    method: 'GET',
    path: '/api/get-execution-summary',
    summary: 'A run without its steps',
    access: canRead,
    query: runQuery,
    response: executionSummarySchema,
  }),
  listExecutionSteps: route({
    service,
    method: 'GET',
    path: '/api/execution-steps',
    summary: 'Steps of a run, paged',
    access: canRead,
    query: z.strictObject({
      runId: idSchema,
      searchTerm,
      status: runStatusSchema.optional(),
      suiteId: z.string().optional(),
      page: pageQuery.page,
      size: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    response: pageOf(stepSummarySchema),
  }),
  getExecutionStep: route({
    service,
    method: 'GET',
    path: '/api/execution-step',
    summary: 'One step with request, response, timing and assertion results',
    access: canRead,
    query: z.strictObject({ runId: idSchema, stepId: idSchema }),
    response: stepDetailSchema,
  }),
  listReports: route({
    service,
    method: 'POST',
    path: '/api/get-all-report-list',
    summary: 'List runs of a workspace, newest first',
    access: canRead,
    body: z.strictObject({
      projectId: idSchema,
      statuses: z.array(executionStatusSchema).optional(),
      searchTerm,
      suiteId: idSchema.optional(),
      page: z.number().int().min(0).default(0),
      size: z.number().int().min(1).max(200).default(10),
    }),
    response: pageOf(executionSummarySchema),
  }),
  stopExecution: route({
    service,
    method: 'PUT',
    path: '/api/stop-execution',
    summary: 'Stop a run',
    access: canWrite,
    query: runQuery,
    response: okSchema,
  }),
  retryTest: route({
    service,
    method: 'PUT',
    path: '/api/retry-test',
    summary: 'Run again what a finished run planned, or only what did not pass',
    access: canWrite,
    body: z.strictObject({ runId: idSchema, onlyFailed: z.boolean().optional() }),
    response: startedSchema,
  }),
  deleteReports: route({
    service,
    method: 'DELETE',
    path: '/api/reports',
    summary: 'Delete finished runs with their reports',
    access: canWrite,
    query: z.strictObject({ runIds: queryIdList }),
    response: okSchema,
  }),
  downloadHtmlReport: route({
    service,
    method: 'GET',
    path: '/api/test-execution/downloadHtmlReport',
    summary: 'The report as one self-contained HTML file',
    access: canRead,
    query: runQuery,
    produces: 'text/html',
  }),
  downloadFile: route({
    service,
    method: 'GET',
    path: '/downloadFile',
    summary: 'The report as a file',
    access: canRead,
    query: z.strictObject({
      runId: idSchema,
      type: z.enum(reportFormats, 'Invalid execution type.'),
      testName: z.string().optional(),
      blob: z.string().optional(),
    }),
    produces: 'application/octet-stream',
  }),
  downloadBody: route({
    service,
    method: 'GET',
    path: '/api/execution-body',
    summary: 'A stored request or response body of a step',
    access: canRead,
    query: z.strictObject({ runId: idSchema, stepId: idSchema, side: z.enum(['request', 'response']) }),
    produces: 'application/octet-stream',
  }),
  compareResults: route({
    service,
    method: 'POST',
    path: '/api/compare-result-file',
    summary: 'Compare two finished runs step by step',
    access: canRead,
    body: z.strictObject({ baseRunId: idSchema, runId: idSchema }),
    response: z.object({
      baseRunId: idSchema,
      runId: idSchema,
      totals: z.object({
        same: z.number(),
        changed: z.number(),
        fixed: z.number(),
        broken: z.number(),
        added: z.number(),
        removed: z.number(),
      }),
      steps: z.array(stepComparisonSchema),
    }),
  }),
  sendReportMail: route({
    service,
    method: 'POST',
    path: '/api/send-mail',
    summary: 'Mail a report',
    access: canWrite,
    body: z.strictObject({
      runId: idSchema,
      email: z.email('Please enter valid email id'),
      type: z.enum(['html', 'junit']).default('html'),
    }),
    response: okSchema,
  }),
  getDashboardMetrics: route({
    service,
    method: 'GET',
    path: '/api/report-dashboard-metrics',
    summary: 'Totals over the runs of a workspace',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      startDate: z.iso.date().optional(),
      endDate: z.iso.date().optional(),
    }),
    response: z.object({
      runs: z.number(),
      passed: z.number(),
      failed: z.number(),
      errors: z.number(),
      cancelled: z.number(),
      running: z.number(),
      passRate: z.number(),
      averageDurationMs: z.number(),
    }),
  }),
  getLatestScriptExecution: route({
    service,
    method: 'POST',
    path: '/api/get-latest-execution-details-for-script',
    summary: 'Newest result of a script',
    access: canRead,
    body: z.strictObject({ scriptId: idSchema }),
    response: z.object({ runId: idSchema.nullable(), step: stepDetailSchema.nullable() }),
  }),
  listScriptExecutions: route({
    service,
    method: 'GET',
    path: '/api/api-info-scriptExecutions',
    summary: 'History of a script over the runs',
    access: canRead,
    query: z.strictObject({ scriptId: idSchema, ...pageQuery }),
    response: pageOf(z.object({ runId: idSchema, createdAt: timeSchema, step: stepSummarySchema })),
  }),
};
