import { z } from 'zod';
import { canRead, canWrite, route } from '../../route.ts';
import {
  reportFormats,
  reportMailInput,
  runNumberSchema,
  runOriginFields,
  runOriginInput,
  runStatusSchema,
} from '../../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../../shared.ts';
import { dataFileChoiceSchema } from '../../workspaces/index.ts';
import { performanceConfigurationSchema } from '../performance.ts';
import { executionStatusSchema } from './execution-status.ts';
import { stepDetailSchema, stepSummarySchema } from './execution-step.ts';

const service = 'api-testing';

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
  /** The internal status. */
  status: runStatusSchema,
  message: z.string().nullable(),
  name: z.string(),
  number: runNumberSchema,
  ...runOriginFields,
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

/** What to run, and how. */
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
  ...runOriginInput,
});

/** What to run, and how. */
export type ExecuteTestInput = z.output<typeof executeTestSchema>;

const comparedSide = z
  .object({
    stepId: z.string(),
    status: runStatusSchema,
    durationMs: z.number().nullable(),
    statusCode: z.number().nullable(),
  })
  .nullable();
/** A step of two runs. `changed`: same verdict, but status code, assertions, body or time differ. */
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
const startedSchema = z.object({
  runId: idSchema,
  number: runNumberSchema,
  executionStatus: executionStatusSchema,
  message: z.string(),
});

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
      ...reportMailInput,
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
