import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import {
  reportMailInput,
  runAttachmentSchema,
  runNumberSchema,
  runOriginInput,
  runSchema,
  runStatusSchema,
  runStepSchema,
} from '../runs/index.ts';
import { idSchema, okSchema, pageQuery, queryIdList, timeSchema } from '../shared.ts';
import { stepHealingSchema } from './healing.ts';
import { isOneWay, runSettings, trySettings, twoWays } from './run-settings.ts';
import { browserNames, deviceSchema, plannedTargetSchema } from './run-target.ts';
import { stepsSchema } from './step.ts';

/** The message of a step that waits for a one-time code. */
export const waitsForCode = 'Waits for a one-time code';

const started = z.object({
  runId: idSchema,
  number: runNumberSchema,
  executionStatus: z.string(),
  message: z.string(),
});
const runQuery = z.strictObject({ runId: idSchema });

/** An accessibility rule violated by elements of a page. */
export const violationSchema = z.object({
  rule: z.string(),
  impact: z.enum(['minor', 'moderate', 'serious', 'critical']),
  help: z.string(),
  helpUrl: z.string(),
  elements: z.array(z.object({ selector: z.string(), snippet: z.string() })).describe('The first 20'),
  count: z.number().int().describe('How many elements there are'),
});
/** An accessibility rule violated by elements of a page. */
export type Violation = z.infer<typeof violationSchema>;

const pictureId = idSchema.nullable().describe('Id of the attachment');
/** Comparison of a step's picture with its baseline. */
export const comparedPictureSchema = z.object({
  name: z.string(),
  target: z.string().describe('What the baseline belongs to, as targets are called'),
  verdict: z.enum(['same', 'different', 'other size', 'new']),
  version: z.number().int().nullable().describe('Of the baseline; null: there was none'),
  percent: z.number().describe('Pixels that differ'),
  allowedPercent: z.number(),
  expected: pictureId,
  actual: pictureId,
  difference: pictureId,
});
/** Comparison of a step's picture with its baseline. */
export type ComparedPicture = z.infer<typeof comparedPictureSchema>;

/** The result of a step, and what it saw. */
export const scriptStepResultSchema = runStepSchema.extend({
  sourceStepId: z.string().nullable().describe('Id of the step in its script; null for containers of scripts and rows'),
  keyword: z.string().nullable(),
  target: z.number().int().describe('Which of the targets of the run it belongs to, from 0 on'),
  functionUUID: idSchema.nullable().describe('The function that the step lies in; null: it lies in its script'),
  unit: z
    .string()
    .nullable()
    .describe('Which part of the run with a browser of its own it belongs to; null in runs of older versions'),
  path: z.array(z.string()).describe('Titles of what it lies in, the outermost first'),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  locatorUsed: z.string().nullable().describe('Which locator found the element'),
  attempts: z
    .array(z.object({ status: runStatusSchema, message: z.string().nullable(), durationMs: z.number() }))
    .describe('Every try, where there was more than one'),
  isFlaky: z.boolean().describe('Passed at a later try'),
  measure: z
    .object({ name: z.string(), ms: z.number() })
    .nullable()
    .describe('The time that steps took together, of a step that ends a measure'),
  violations: z.array(violationSchema).describe('Rules of accessibility that the page breaks, the worst first'),
  picture: comparedPictureSchema.nullable().describe('Of a step that compares a picture with its baseline'),
  healing: stepHealingSchema
    .nullable()
    .describe('Of a step whose element was not found, where enough was known of it to look for others'),
  console: z
    .array(z.object({ level: z.string(), text: z.string() }))
    .describe('What the page wrote, at most 200 lines'),
  failedRequests: z.array(z.object({ method: z.string(), url: z.string(), reason: z.string() })),
  attachments: z.array(runAttachmentSchema).describe('Pictures of the step'),
});
/** The result of a step, and what it saw. */
export type ScriptStepResult = z.infer<typeof scriptStepResultSchema>;

/**
 * The recording of a part of a run that had its own browser: a script in a target, or such a script with one row of its
 * data table.
 */
export const unitRecordingSchema = z.object({
  unit: z.string(),
  startedAt: timeSchema.describe('When the film begins'),
  trace: runAttachmentSchema.nullable(),
  network: runAttachmentSchema.nullable().describe('An HTTP archive (HAR 1.2)'),
  film: runAttachmentSchema.nullable().describe('AVI with motion JPEG'),
  notes: z.array(z.string()).describe('What is not kept, and why'),
});
/** The recording of a part of a run that had its own browser. */
export type UnitRecording = z.infer<typeof unitRecordingSchema>;

/** A run with its settings and a page of its steps in order of execution. */
export const testReportSchema = z.object({
  run: runSchema,
  targets: z.array(plannedTargetSchema).describe('Each script was run in every one'),
  environmentName: z.string().nullable(),
  infrastructure: z.string().nullable().describe('Label of the runners that execute it; null: any'),
  isDryRun: z.boolean(),
  scripts: z.array(z.object({ scriptUUID: idSchema, testScriptName: z.string(), moduleName: z.string() })),
  steps: z.array(scriptStepResultSchema),
  recordings: z.array(unitRecordingSchema).describe('In the order of the run, of the parts that are recorded'),
  totalElements: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
/** A run with its settings and a page of its steps. */
export type TestReport = z.infer<typeof testReportSchema>;

const startCalls = (service: string) => ({
  executeModuleTest: route({
    service,
    method: 'POST',
    path: '/api/execute-module-test',
    summary: 'Try a script: as it is saved, or with steps that are not; up to a step, if wanted',
    access: canWrite,
    body: z.strictObject({
      scriptUUID: idSchema,
      stepId: z
        .string()
        .max(64)
        .optional()
        .describe('The last step that is run; of one that lies in another, the outermost around it'),
      steps: stepsSchema.optional().describe('In place of the saved ones'),
      ...trySettings,
    }),
    status: 201,
    response: started,
  }),
  executeTest: route({
    service,
    method: 'POST',
    path: '/api/execute-test',
    summary: 'Run scripts of a project, or those of a suite, in one or several targets',
    access: canWrite,
    body: z
      .strictObject({
        scriptUUIDs: z.array(idSchema).min(1, 'Choose at least one script').max(500).optional(),
        suiteUUID: idSchema.optional().describe('In place of scripts: those of the suite in their order'),
        name: z.string().trim().min(1).max(255).optional().describe('Absent: the name of the suite or of the scripts'),
        ...runSettings,
        ...runOriginInput,
      })
      .refine((body) => (body.scriptUUIDs === undefined) !== (body.suiteUUID === undefined), {
        path: ['scriptUUIDs'],
        message: 'Give either scripts or a suite',
      })
      .refine(isOneWay, twoWays),
    status: 201,
    response: started,
  }),
});

const runCalls = (service: string) => ({
  stopExecution: route({
    service,
    method: 'PUT',
    path: '/api/stop-execution',
    summary: 'Stop a run; what it has done stays in its report',
    access: canWrite,
    query: runQuery,
    response: okSchema,
  }),
  cancelRun: route({
    service,
    method: 'PUT',
    path: '/api/cancel-run',
    summary: 'Stop a run, also one that waits for its turn',
    access: canWrite,
    query: runQuery,
    response: okSchema,
  }),
  retryTest: route({
    service,
    method: 'PUT',
    path: '/api/retry-test',
    summary: 'Run again what a finished run planned, with the steps as they were then',
    access: canWrite,
    query: runQuery,
    response: started,
  }),
  removeReport: route({
    service,
    method: 'PUT',
    path: '/api/remove-report',
    summary: 'Delete finished runs with their reports and pictures',
    access: canWrite,
    query: z.strictObject({ runIds: queryIdList }),
    response: okSchema,
  }),
  updateOtpValue: route({
    service,
    method: 'POST',
    path: '/api/update-otp-value',
    summary: 'Give a run the one-time code that a step waits for: one that names it as {{$oneTimeCode}}',
    access: canWrite,
    body: z.strictObject({
      runId: idSchema,
      otpValue: z.string().trim().min(1, 'Please enter the code').max(64, 'A code has at most 64 characters'),
    }),
    response: okSchema,
  }),
  getTestReport: route({
    service,
    method: 'GET',
    path: '/api/test-report-details',
    summary: 'A run with its steps, each with expected and actual result',
    access: canRead,
    query: z.strictObject({ runId: idSchema, status: runStatusSchema.optional(), ...pageQuery }),
    response: testReportSchema,
  }),
  listNodes: route({
    service,
    method: 'GET',
    path: '/api/nodes',
    summary: 'Where scripts can be run: runners that live, by their labels, with their browsers',
    access: canRead,
    response: z.object({
      nodes: z
        .array(
          z.object({
            label: z.string().nullable().describe('null: all runners'),
            runners: z.number().int(),
            browsers: z.array(z.object({ name: z.enum(browserNames), version: z.string().nullable() })),
          }),
        )
        .describe('All runners first, then those of each label'),
    }),
  }),
  listBrowsers: route({
    service,
    method: 'GET',
    path: '/api/browsers',
    summary: 'Browsers that this process finds on its machine, where scripts can be run here',
    access: canRead,
    response: z.object({
      browsers: z.array(z.object({ name: z.enum(browserNames), version: z.string().nullable() })),
    }),
  }),
  listDevices: route({
    service,
    method: 'GET',
    path: '/api/devices',
    summary: 'Devices whose screens scripts can be run with, by name',
    access: canRead,
    response: z.object({ devices: z.array(deviceSchema) }),
  }),
});

const reportCalls = (service: string) => ({
  sendMail: route({
    service,
    method: 'POST',
    path: '/api/send-mail',
    summary: 'Mail the report of a finished run as a file, with what failed first',
    access: canWrite,
    body: z.strictObject({ runId: idSchema, ...reportMailInput }),
    response: okSchema,
  }),
  listBaselineExecutions: route({
    service,
    method: 'GET',
    path: '/api/baseline-executions',
    summary: 'Finished runs of the same scripts before a run, with which it can be compared, newest first, at most 50',
    access: canRead,
    query: runQuery,
    response: z.object({ runs: z.array(runSchema) }),
  }),
});

/** executionCalls calls of a keyword-test service that run scripts. */
export const executionCalls = (service: string) => ({
  ...startCalls(service),
  ...runCalls(service),
  ...reportCalls(service),
});
