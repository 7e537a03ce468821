import { Readable } from 'node:stream';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../../platform/errors.ts';
import { composeMail } from '../../../../platform/mail/compose.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Transaction } from '../../../runs/index.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { Members } from '../../../workspaces/index.ts';
import { lastPeriod, nextReportAt } from '../../domain/reports/report-times.ts';
import { mailSummary } from '../../domain/reports/uptime-document.ts';
import { type MailedReportRow, mailedReportsStore } from '../../store/mailed-reports.store.ts';
import { wallClock } from '../wall-clock.ts';
import type { ReportFiles } from './report-files.ts';

const queue = 'api-monitoring.send-report';
const dueQueue = 'api-monitoring.due-reports';
const purgeQueue = 'api-monitoring.report-files';
/** Longer than the delivery of a mail is retried. */
const keepFilesMs = 7 * 86_400_000;

/** An order to mail a report. */
interface Order {
  reportId: string;
  from: string;
  to: string;
}

/**
 * createSendReports mails the reports that are due. An order exists if and only if the report was moved on to its next
 * time, and either all of its mails exist or none.
 */
export function createSendReports({
  platform,
  users,
  files,
  members,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'listDeactivatedOrganizations'>;
  files: ReportFiles;
  members: Members;
}) {
  const { jobs, database, clock } = platform;

  const order = (row: MailedReportRow, at: Date, client: Transaction): Promise<void> => {
    const { from, to } = lastPeriod(row, at, wallClock);
    return jobs.send(queue, { reportId: row.id, from: from.toISOString(), to: to.toISOString() }, client);
  };

  /**
   * Orders the reports that are due; reports missed while no server was running, or while their organization was
   * deactivated, are sent once, for the latest period.
   */
  const orderDue = async (): Promise<number> => {
    const except = await users.listDeactivatedOrganizations();
    return database.transaction(async (sql, client) => {
      const rows = await mailedReportsStore.takeDue(sql, clock.now(), except);
      for (const row of rows) {
        await order(row, clock.now(), client);
        await mailedReportsStore.update(sql, row.id, { nextAt: nextReportAt(row, clock.now(), wallClock) });
      }
      return rows.length;
    });
  };

  const mail = async (row: MailedReportRow, { from, to }: Order): Promise<void> => {
    const { organizationId, projectId, collectionId } = row;
    const projectName = (await members.namesOf(organizationId, [projectId])).get(projectId);
    if (projectName === undefined) return;
    const filter = { projectId, ...(collectionId !== null && { collectionId }), from, to };
    const report = await files.read({ ...filter, title: row.title, projectName }, row.accounting, row.timezone);
    const attachments: string[] = [];
    for (const format of row.formats) {
      const { name, contentType, content } = files.write(report, format);
      const stream = Readable.from(content, { objectMode: false });
      const owner = `uptime-report:${row.id}`;
      attachments.push(
        (await platform.files.put({ organizationId, owner, name, contentType, content: stream })).fileId,
      );
    }
    const { subject, what } = mailSummary(report);
    await database.transaction(async (sql, client) => {
      await mailedReportsStore.addFiles(sql, organizationId, attachments);
      await mailedReportsStore.update(sql, row.id, { lastSentAt: clock.now(), lastProblem: null });
      for (const recipient of row.recipients) {
        const text = composeMail({
          subject,
          to: { firstName: recipient },
          what,
          link: { url: report.url, label: 'Open the reports' },
          otherwise: `${row.createdByName} has this report mailed to you from Touchstone.`,
        });
        await platform.mailer.send({ to: recipient, ...text, organizationId, attachments }, { sql, client });
      }
    });
  };

  jobs.handle(queue, async (ordered: Order) => {
    const row = await mailedReportsStore.get(database.sql, ordered.reportId);
    // Has been deleted.
    if (!row) return;
    try {
      await mail(row, ordered);
    } catch (error) {
      // Errors of the database or storage go to the log only.
      const isTold = error instanceof AppError && error.status < 500;
      const lastProblem = isTold ? error.message : platformErrors.internal.message;
      await mailedReportsStore.update(database.sql, row.id, { lastProblem });
      // The queue retries it.
      throw error;
    }
  });
  jobs.handle(dueQueue, async () => void (await orderDue()));
  jobs.schedule(dueQueue, '* * * * *');
  jobs.handle(purgeQueue, async () => {
    const old = await mailedReportsStore.oldFiles(database.sql, new Date(clock.now().getTime() - keepFilesMs));
    for (const { organizationId, fileId } of old) await platform.files.delete(organizationId, fileId);
    await mailedReportsStore.forgetFiles(
      database.sql,
      old.map(({ fileId }) => fileId),
    );
  });
  jobs.schedule(purgeQueue, '23 * * * *');
  return { order, orderDue };
}
/** SendReports mails the reports that are due. */
export type SendReports = ReturnType<typeof createSendReports>;
