import { Readable } from 'node:stream';
import { mailedReportRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { MailedReports } from '../app/reports/mailed-reports.ts';
import type { ReportFiles } from '../app/reports/report-files.ts';

export function addMailedReportRoutes(registrar: Registrar, files: ReportFiles, mailed: MailedReports): void {
  const routes = mailedReportRoutes;
  registrar.add(routes.downloadUptimeReport, async ({ caller, query, reply }) => {
    const { retries, maintenance, unknown, format, timezone, ...filter } = query;
    const asked = { accounting: { retries, maintenance, unknown }, format, timezone };
    const file = await files.download(caller, filter, asked);
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Readable.from(file.content, { objectMode: false }));
  });
  registrar.add(routes.listMailedReports, async ({ caller, query }) => ({
    reports: await mailed.list(caller, query.projectId),
  }));
  registrar.add(routes.createMailedReport, ({ caller, body }) => mailed.create(caller, body));
  registrar.add(routes.updateMailedReport, ({ caller, params, body }) => mailed.update(caller, params.id, body));
  registrar.add(routes.sendMailedReport, async ({ caller, params }) => {
    await mailed.sendNow(caller, params.id);
    return { message: 'The report is on its way.' };
  });
  registrar.add(routes.deleteMailedReport, async ({ caller, params }) => {
    await mailed.delete(caller, params.id);
    return { message: 'Mailed report deleted.' };
  });
}
