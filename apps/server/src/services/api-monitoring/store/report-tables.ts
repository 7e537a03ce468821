import type { Accounting, ReportPeriod, UptimeReportFormat } from '@touchstone/contracts/api-monitoring';
import { boolean, index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { at, instant, schema } from './columns.ts';

/** A scheduled report mail. */
export const mailedReport = schema.table(
  'mailed_report',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    collectionId: uuid('collection_id'),
    title: text().notNull(),
    period: text().$type<ReportPeriod>().notNull(),
    timeOfDay: text('time_of_day').notNull(),
    timezone: text().notNull(),
    recipients: jsonb().$type<string[]>().notNull(),
    formats: jsonb().$type<UptimeReportFormat[]>().notNull(),
    accounting: jsonb().$type<Accounting>().notNull(),
    isActive: boolean('is_active').notNull(),
    /** Null while it is inactive. */
    nextAt: instant('next_at'),
    lastSentAt: instant('last_sent_at'),
    lastProblem: text('last_problem'),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [index('mailed_report_project').on(t.projectId), index('mailed_report_due').on(t.nextAt)],
);

/** A mailed file, kept until every mail with it has been delivered or given up. */
export const reportFile = schema.table(
  'report_file',
  {
    fileId: uuid('file_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('report_file_age').on(t.createdAt)],
);
