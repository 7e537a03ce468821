import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { accountingQuery, accountingSchema } from './report.ts';
import { spanQuery } from './result.ts';
import { timezoneNameSchema } from './schedule.ts';

const service = 'api-monitoring';

/** File formats of an uptime report. */
export const uptimeReportFormats = ['pdf', 'excel'] as const;
/** A file format of an uptime report. */
export type UptimeReportFormat = (typeof uptimeReportFormats)[number];

/** How often a report is mailed. Each covers the entire previous day, week (from Monday) or month. */
export const reportPeriods = ['DAY', 'WEEK', 'MONTH'] as const;
/** How often a report is mailed. */
export type ReportPeriod = (typeof reportPeriods)[number];

const fields = {
  title: z.string().trim().min(1, 'Please enter title.').max(255),
  collectionId: idSchema.nullable().describe('Null: of the whole project'),
  period: z.enum(reportPeriods),
  timeOfDay: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:30.')
    .describe('Local time of the day after the period'),
  timezone: timezoneNameSchema,
  recipients: z
    .array(z.email('Must be an e-mail address.').max(255))
    .min(1, 'Enter at least one e-mail address.')
    .max(20, 'A report has at most 20 recipients.'),
  formats: z.array(z.enum(uptimeReportFormats)).min(1, 'Choose at least one file format.').max(2),
  accounting: accountingSchema,
  isActive: z.boolean(),
};

/** A report that is mailed regularly. */
export const mailedReportSchema = z.object({
  reportId: idSchema,
  projectId: idSchema,
  ...fields,
  nextAt: timeSchema.nullable().describe('Null while it is not active'),
  lastSentAt: timeSchema.nullable(),
  lastProblem: z.string().nullable().describe('Why the last one could not be made'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A report that is mailed regularly. */
export type MailedReport = z.infer<typeof mailedReportSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on reports as files, and on mailed ones. */
export const mailedReportRoutes = {
  downloadUptimeReport: route({
    service,
    method: 'GET',
    path: '/api/uptime-report-file',
    summary: 'How each monitored API of a project did in a span of time, as a PDF or Excel file',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      collectionId: idSchema.optional(),
      ...spanQuery,
      ...accountingQuery,
      format: z.enum(uptimeReportFormats),
      timezone: timezoneNameSchema.default('UTC').describe('In which times are written'),
    }),
    produces: 'application/octet-stream',
  }),
  listMailedReports: route({
    service,
    method: 'GET',
    path: '/api/mailed-reports',
    summary: 'Reports of a project that are mailed regularly',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ reports: z.array(mailedReportSchema) }),
  }),
  createMailedReport: route({
    service,
    method: 'POST',
    path: '/api/mailed-reports',
    summary: 'Have a report mailed regularly',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      ...fields,
      collectionId: fields.collectionId.default(null),
      formats: fields.formats.default(['pdf']),
      accounting: accountingSchema.default({ retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' }),
      isActive: fields.isActive.default(true),
    }),
    status: 201,
    response: mailedReportSchema,
  }),
  updateMailedReport: route({
    service,
    method: 'PUT',
    path: '/api/mailed-reports/{id}',
    summary: 'Change a report that is mailed, pause it or have it sent again',
    access: canWrite,
    params: idParams,
    body: z.strictObject(fields).partial(),
    response: mailedReportSchema,
  }),
  sendMailedReport: route({
    service,
    method: 'POST',
    path: '/api/mailed-reports/{id}/send',
    summary: 'Mail the report of the last whole period now, besides its times',
    access: canWrite,
    params: idParams,
    status: 202,
    response: okSchema,
  }),
  deleteMailedReport: route({
    service,
    method: 'DELETE',
    path: '/api/mailed-reports/{id}',
    summary: 'No longer mail a report',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
};
