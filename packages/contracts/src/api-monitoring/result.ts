import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';

const service = 'api-monitoring';

/** The verdict of a check. UNKNOWN: the check itself couldn't be made. */
export const verdicts = ['UP', 'DEGRADED', 'DOWN', 'UNKNOWN'] as const;
/** The verdict of a check. */
export const verdictSchema = z.enum(verdicts);
/** The verdict of a check. */
export type Verdict = z.infer<typeof verdictSchema>;

/** Durations of the phases of a check in milliseconds; a phase that didn't occur is absent. */
export const phasesSchema = z.object({
  dnsMs: z.number().optional(),
  connectMs: z.number().optional(),
  tlsMs: z.number().optional(),
  firstByteMs: z.number().optional(),
  downloadMs: z.number().optional(),
});
/** Durations of the phases of a check in milliseconds. */
export type Phases = z.infer<typeof phasesSchema>;

const headerPairs = z.array(z.tuple([z.string(), z.string()]));
/** What was sent and received, truncated if long, secrets masked. */
export const exchangeSchema = z.object({
  request: z
    .object({ method: z.string(), url: z.string(), headers: headerPairs, body: z.string().nullable() })
    .nullable(),
  response: z
    .object({
      status: z.number().int().nullable(),
      headers: headerPairs,
      body: z.string().nullable(),
      sizeBytes: z.number().int().nullable(),
      isCut: z.boolean(),
    })
    .nullable(),
});
/** What was sent and received. */
export type MonitorExchange = z.infer<typeof exchangeSchema>;

/** A certificate as seen by a check. */
export const seenCertificateSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: timeSchema,
  validTo: timeSchema,
  daysLeft: z.number().int(),
  fingerprint: z.string(),
  names: z.array(z.string()),
  chain: z.array(z.string()).describe('Subjects from the certificate up to the root'),
});
/** A certificate as seen by a check. */
export type SeenCertificate = z.infer<typeof seenCertificateSchema>;

/** A finding of a check. */
export const findingSchema = z.object({
  name: z.string(),
  passed: z.boolean(),
  message: z.string().nullable(),
});

/** The outcome of a check, with its findings. */
export const checkOutcomeSchema = z.object({
  verdict: verdictSchema,
  message: z.string().nullable().describe('Why it is not up, in one sentence'),
  code: z.string().nullable().describe('Stable name of the reason, such as TIMEOUT or CERTIFICATE_EXPIRED'),
  durationMs: z.number().nullable(),
  phases: phasesSchema,
  findings: z.array(findingSchema),
  exchange: exchangeSchema.nullable(),
  certificate: seenCertificateSchema.nullable(),
  values: z.array(z.string()).describe('Such as the records of a name'),
});
/** The outcome of a check, with its findings. */
export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;

/** A check in lists. */
export const resultSummarySchema = z.object({
  resultId: idSchema,
  monitorId: idSchema,
  region: z.string(),
  at: timeSchema,
  verdict: verdictSchema,
  durationMs: z.number().nullable(),
  statusCode: z.number().int().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  attempt: z.number().int().describe('1: the check of the schedule; more: tried again'),
  isInMaintenance: z.boolean(),
  runId: idSchema.nullable().describe('The run that it was, of a suite or workflow'),
});
/** A check in lists. */
export type ResultSummary = z.infer<typeof resultSummarySchema>;
/** A check with its stored details: everything for those that weren't up, only the phases for the others. */
export const resultSchema = resultSummarySchema.extend({
  phases: phasesSchema,
  detail: checkOutcomeSchema.pick({ findings: true, exchange: true, certificate: true, values: true }).nullable(),
});
/** A check with its stored details. */
export type MonitorResult = z.infer<typeof resultSchema>;

/** A period in a query. */
export const spanQuery = {
  from: timeSchema.optional().describe('Default: 24 hours before `to`'),
  to: timeSchema.optional().describe('Default: now'),
};

/** Calls on results. */
export const resultRoutes = {
  listResults: route({
    service,
    method: 'GET',
    path: '/api/results',
    summary: 'Single checks of a monitor, the latest first',
    access: canRead,
    query: z.strictObject({
      monitorId: idSchema,
      region: z.string().max(40).optional(),
      verdict: verdictSchema.optional(),
      ...spanQuery,
      ...pageQuery,
    }),
    response: pageOf(resultSummarySchema),
  }),
  getResult: route({
    service,
    method: 'GET',
    path: '/api/results/{id}',
    summary: 'One check with request, response, phases and certificate, where these are kept',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: resultSchema,
  }),
};
