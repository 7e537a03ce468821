import { z } from 'zod';
import { faultSchema, proofSchema, runStatusSchema } from '../../runs/index.ts';
import { timeSchema } from '../../shared.ts';

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

/** The result of an assertion. */
export const assertionResultSchema = z.object({
  id: z.string().optional(),
  kind: z.string(),
  path: z.string().optional(),
  operator: z.string(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  status: z.enum(['passed', 'failed']),
  message: z.string(),
  faults: z.array(faultSchema).optional().describe('What a schema finds fault with, the first 20'),
  proof: proofSchema.optional(),
});
/** The result of an assertion. */
export type AssertionResult = z.infer<typeof assertionResultSchema>;

const headerList = z.array(z.tuple([z.string(), z.string()]));
/** A body as reports show it: text, or a file to download. */
export const bodyViewSchema = z.object({
  /** Text of the body, absent if it is binary or stored as a file. */
  text: z.string().optional(),
  /** File id of the body in the file store, if it is larger than 64 KB or binary. */
  fileId: z.string().optional(),
  contentType: z.string().optional(),
  /** Bytes received, including those beyond the limit. */
  sizeBytes: z.number(),
  truncated: z.boolean(),
});
/** The request sent and the response received. */
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
      stream: z
        .object({
          endedBy: z.enum(['server', 'time', 'events', 'user']),
          events: z.number().int(),
          firstEventMs: z.number().optional().describe('From the request to the end of the first event'),
          between: z
            .object({ shortestMs: z.number(), averageMs: z.number(), longestMs: z.number() })
            .optional()
            .describe('Times between events'),
        })
        .optional()
        .describe('How a response was read that was a stream'),
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
  /** Attempts before the last one, if the step was repeated. */
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
  /** The next step chosen by the script; null: it ended the sequence. */
  nextStep: z.string().nullable().optional(),
  /** What the scripts of the step wrote to the console. */
  logs: z.array(z.string()).optional(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type StepDetail = z.infer<typeof stepDetailSchema>;
