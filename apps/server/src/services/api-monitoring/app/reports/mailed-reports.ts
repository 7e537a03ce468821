import type { Accounting, MailedReport, ReportPeriod, UptimeReportFormat } from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { isTimezone } from '../../../scheduler/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { nextReportAt } from '../../domain/reports/report-times.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type MailedReportRow, mailedReportsStore } from '../../store/mailed-reports.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import { wallClock } from '../wall-clock.ts';
import type { SendReports } from './send-reports.ts';

interface Values {
  title: string;
  collectionId: string | null;
  period: ReportPeriod;
  timeOfDay: string;
  timezone: string;
  recipients: string[];
  formats: UptimeReportFormat[];
  accounting: Accounting;
  isActive: boolean;
}
const maxReports = 50;

/** createMailedReports manages scheduled report mails. */
export function createMailedReports({ platform, open, send }: { platform: Platform; open: Open; send: SendReports }) {
  const { database, clock } = platform;
  const { sql } = database;

  const find = async (caller: Actor, id: string): Promise<MailedReportRow> => {
    const row = await mailedReportsStore.find(sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.mailedReportNotFound);
    await open.project(caller, row.projectId, 'edit');
    return row;
  };
  const assertValues = async (projectId: string, { collectionId, timezone }: Values): Promise<void> => {
    if (!isTimezone(timezone))
      throw new AppError(apiMonitoringErrors.invalidReport, {
        details: [{ path: 'timezone', message: `Unknown time zone: ${timezone}. Choose one.` }],
      });
    if (collectionId === null) return;
    const collections = await projectsStore.collectionNames(sql, projectId);
    if (!collections.some(({ id }) => id === collectionId)) throw new AppError(apiMonitoringErrors.collectionNotFound);
  };
  const nextOf = (values: Values) => (values.isActive ? nextReportAt(values, clock.now(), wallClock) : null);

  return {
    async list(caller: Actor, projectId: string): Promise<MailedReport[]> {
      await open.project(caller, projectId, 'view');
      return (await mailedReportsStore.list(sql, projectId)).map(toMailedReport);
    },
    async create(caller: Actor, { projectId, ...values }: Values & { projectId: string }): Promise<MailedReport> {
      await open.project(caller, projectId, 'edit');
      await assertValues(projectId, values);
      const { organizationId, name: createdByName } = caller;
      const row = { id: newId(), organizationId, projectId, createdByName, ...values, nextAt: nextOf(values) };
      const made = await database.transaction(async (within) => {
        if (!(await projectsStore.holdForNew(within, projectId)))
          throw new AppError(apiMonitoringErrors.projectNotFound);
        if ((await mailedReportsStore.count(within, projectId)) >= maxReports)
          throw new AppError(apiMonitoringErrors.tooManyMailedReports, { params: { most: maxReports } });
        return mailedReportsStore.insert(within, row);
      });
      const detail = { title: made.title, recipients: made.recipients };
      await platform.audit(caller, { action: 'mailed-report.created', target: made.id, detail });
      return toMailedReport(made);
    },
    async update(
      caller: Actor,
      id: string,
      change: { [K in keyof Values]?: Values[K] | undefined },
    ): Promise<MailedReport> {
      const before = await find(caller, id);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const values: Values = { ...before, ...given };
      await assertValues(before.projectId, values);
      const row = await mailedReportsStore.update(sql, id, {
        ...given,
        nextAt: nextOf(values),
        updatedAt: clock.now(),
      });
      if (!row) throw new AppError(apiMonitoringErrors.mailedReportNotFound);
      await platform.audit(caller, { action: 'mailed-report.updated', target: id, detail: { title: row.title } });
      return toMailedReport(row);
    },
    async sendNow(caller: Actor, id: string): Promise<void> {
      const row = await find(caller, id);
      await database.transaction(async (_sql, client) => send.order(row, clock.now(), client));
      await platform.audit(caller, { action: 'mailed-report.sent', target: id, detail: { title: row.title } });
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { title } = await find(caller, id);
      await mailedReportsStore.delete(sql, id);
      await platform.audit(caller, { action: 'mailed-report.deleted', target: id, detail: { title } });
    },
  };
}
/** MailedReports manages scheduled report mails. */
export type MailedReports = ReturnType<typeof createMailedReports>;

function toMailedReport({
  id,
  organizationId: _,
  nextAt,
  lastSentAt,
  createdAt,
  updatedAt,
  ...row
}: MailedReportRow): MailedReport {
  return {
    reportId: id,
    ...row,
    nextAt: nextAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
