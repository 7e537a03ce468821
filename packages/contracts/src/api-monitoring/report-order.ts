import { z } from 'zod';
import { canRead, canWrite, publicChecksCaller, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { quietDays } from './alert-policy.ts';
import { accountingQuery, accountingSchema, verdictCountsSchema } from './report.ts';
import { timezoneNameSchema } from './schedule.ts';

const service = 'api-monitoring';

/** How often a report is mailed. */
export const reportFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
/** Kinds of file that reports come in. */
export const reportFormats = ['pdf', 'xlsx'] as const;
/** A kind of file that reports come in. */
export type ReportFormat = (typeof reportFormats)[number];

const orderFields = {
  title: z.string().trim().min(1, 'Please enter title.').max(100),
  collectionId: idSchema.nullable().describe('Null: the whole project'),
  frequency: z.enum(reportFrequencies).describe('It is of the day, week or month before'),
  weekday: z.enum(quietDays).describe('Of weekly reports'),
  dayOfMonth: z.number().int().min(1).max(28).describe('Of monthly reports'),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:00.'),
  timezone: timezoneNameSchema,
  formats: z.array(z.enum(reportFormats)).min(1, 'Choose at least one format.').max(2),
  recipients: z
    .array(z.email('Enter an e-mail address.').max(254))
    .min(1, 'Enter at least one e-mail address.')
    .max(50),
  accounting: accountingSchema,
  isPaused: z.boolean(),
};

/** A report that is mailed again and again. */
export const reportOrderSchema = z.object({
  orderId: idSchema,
  projectId: idSchema,
  ...orderFields,
  nextDueAt: timeSchema.nullable().describe('Null: paused'),
  lastSentAt: timeSchema.nullable(),
  problem: z.string().nullable().describe('Why the last one could not be made'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A report that is mailed again and again. */
export type ReportOrder = z.infer<typeof reportOrderSchema>;

/** A report to be mailed. */
export const newReportOrderSchema = z.strictObject({
  projectId: idSchema,
  title: orderFields.title,
  collectionId: orderFields.collectionId.default(null),
  frequency: orderFields.frequency,
  weekday: orderFields.weekday.default('MON'),
  dayOfMonth: orderFields.dayOfMonth.default(1),
  time: orderFields.time.default('07:00'),
  timezone: orderFields.timezone,
  formats: orderFields.formats.default(['pdf']),
  recipients: orderFields.recipients,
  accounting: accountingSchema.prefault({}),
  isPaused: orderFields.isPaused.default(false),
});
/** A report to be mailed, as a form gives it. */
export type NewReportOrder = z.input<typeof newReportOrderSchema>;

const objectiveFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(100),
  targetPercent: z
    .number()
    .min(50, 'A target is 50 to 99.999 %.')
    .max(99.999, 'A target is 50 to 99.999 %.')
    .describe('Availability that is aimed at'),
  windowDays: z.number().int().min(1).max(365).describe('Rolling, up to now'),
  collectionId: idSchema.nullable().describe('All monitored APIs of this collection'),
  monitorIds: z.array(idSchema).max(500).describe('These monitored APIs; none and no collection: all of the project'),
  accounting: accountingSchema,
};
/** A service level objective of a monitored API or a group of them. */
export const objectiveSchema = z.object({
  objectiveId: idSchema,
  projectId: idSchema,
  ...objectiveFields,
  uptimePercent: z.number().nullable().describe('Of the window; null: nothing was measured'),
  counts: verdictCountsSchema,
  errorBudgetLeft: z.number().nullable().describe('Share of the error budget that is left, 1 to below 0'),
  burnRates: z
    .array(z.object({ hours: z.number().int(), rate: z.number().nullable() }))
    .describe('Of the last hour, 6 hours, day and the window. 1: the budget lasts exactly as long as the window'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A service level objective. */
export type Objective = z.infer<typeof objectiveSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on reports that are mailed. */
export const reportOrderRoutes = {
  listReportOrders: route({
    service,
    method: 'GET',
    path: '/api/report-orders',
    summary: 'Reports of a project that are mailed, by title',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(reportOrderSchema),
  }),
  createReportOrder: route({
    service,
    method: 'POST',
    path: '/api/report-orders',
    summary: 'Have a report mailed daily, weekly or monthly',
    access: canWrite,
    body: newReportOrderSchema,
    status: 201,
    response: reportOrderSchema,
  }),
  updateReportOrder: route({
    service,
    method: 'PUT',
    path: '/api/report-orders/{id}',
    summary: 'Change a report that is mailed',
    access: canWrite,
    params: idParams,
    body: z.strictObject(orderFields).partial(),
    response: reportOrderSchema,
  }),
  deleteReportOrder: route({
    service,
    method: 'DELETE',
    path: '/api/report-orders/{id}',
    summary: 'Mail a report no longer',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  sendReport: route({
    service,
    method: 'POST',
    path: '/api/report-orders/{id}/send',
    summary: 'Mail a report now, of the last day, week or month that is over',
    access: canWrite,
    callsPerMinute: 10,
    params: idParams,
    status: 202,
    response: okSchema,
  }),
  downloadReport: route({
    service,
    method: 'GET',
    path: '/api/report-file',
    summary: 'Availability, response times and error budgets of a project as a file',
    access: canRead,
    callsPerMinute: 60,
    query: z.strictObject({
      projectId: idSchema,
      collectionId: idSchema.optional(),
      from: timeSchema.optional().describe('Default: 30 days before `to`'),
      to: timeSchema.optional().describe('Default: now'),
      format: z.enum(reportFormats).default('pdf'),
      ...accountingQuery,
    }),
    produces: 'application/octet-stream',
  }),
};

/** Calls on service level objectives. */
export const objectiveRoutes = {
  listObjectives: route({
    service,
    method: 'GET',
    path: '/api/objectives',
    summary: 'Service level objectives of a project with what is left of their error budgets, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(objectiveSchema),
  }),
  createObjective: route({
    service,
    method: 'POST',
    path: '/api/objectives',
    summary: 'Set a service level objective',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      ...objectiveFields,
      windowDays: objectiveFields.windowDays.default(30),
      collectionId: objectiveFields.collectionId.default(null),
      monitorIds: objectiveFields.monitorIds.default([]),
      accounting: accountingSchema.prefault({}),
    }),
    status: 201,
    response: objectiveSchema,
  }),
  updateObjective: route({
    service,
    method: 'PUT',
    path: '/api/objectives/{id}',
    summary: 'Change a service level objective',
    access: canWrite,
    params: idParams,
    body: z.strictObject(objectiveFields).partial(),
    response: objectiveSchema,
  }),
  deleteObjective: route({
    service,
    method: 'DELETE',
    path: '/api/objectives/{id}',
    summary: 'Delete a service level objective',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
};

/** Calls on results for Prometheus. */
export const prometheusRoutes = {
  getMetricsToken: route({
    service,
    method: 'GET',
    path: '/api/metrics-token',
    summary: 'Whether a project has a token for Prometheus, and its address',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({
      metricsUrl: z.string(),
      createdAt: timeSchema.nullable().describe('Null: there is none'),
      createdByName: z.string().nullable(),
      lastUsedAt: timeSchema.nullable().describe('To the hour'),
    }),
  }),
  createMetricsToken: route({
    service,
    method: 'POST',
    path: '/api/metrics-token',
    summary: 'Make a token for Prometheus, answered this once; the one before is refused from now on',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema }),
    status: 201,
    response: z.object({ token: z.string(), metricsUrl: z.string() }),
  }),
  deleteMetricsToken: route({
    service,
    method: 'DELETE',
    path: '/api/metrics-token',
    summary: 'Refuse the token of a project for Prometheus from now on',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema }),
    response: okSchema,
  }),
  readMetrics: route({
    service,
    method: 'GET',
    path: '/api/metrics/{id}',
    summary: 'How the monitored APIs of a project stand, for Prometheus; the bearer token is that of the project',
    access: publicChecksCaller,
    ignore401: true,
    callsPerMinute: 120,
    params: idParams,
    produces: 'text/plain',
  }),
};
