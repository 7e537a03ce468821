import type { Accounting, UptimeReportFormat } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { reportFormats } from '../../../runs/index.ts';
import { isTimezone } from '../../../scheduler/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { type UptimeReport, uptimeDocument } from '../../domain/reports/uptime-document.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import type { ReportFilter, Reports } from './reports.ts';

/** Further incidents are only counted. */
const maxIncidents = 500;

/** A report as a file. */
export interface ReportFile {
  name: string;
  contentType: string;
  content: AsyncIterable<string | Uint8Array>;
}

/** createReportFiles generates uptime report files. */
export function createReportFiles({
  platform,
  open,
  workspaces,
  reports,
}: {
  platform: Platform;
  open: Open;
  workspaces: Workspaces;
  reports: Reports;
}) {
  const { sql } = platform.database;

  /** Reads the data of a report; the caller's permission has been checked. */
  const read = async (
    filter: ReportFilter & { title?: string; projectName: string },
    accounting: Accounting,
    timezone: string,
  ): Promise<UptimeReport> => {
    const { report, points, span } = await reports.inFull(filter, accounting);
    const { rows, totalElements } = await incidentsStore.listInSpan(
      sql,
      report.monitors.map(({ monitorId }) => monitorId),
      span,
      maxIncidents,
    );
    const names = filter.collectionId === undefined ? [] : await projectsStore.collectionNames(sql, filter.projectId);
    const collectionName = names.find(({ id }) => id === filter.collectionId)?.name;
    return {
      title: filter.title ?? `Uptime of ${filter.projectName}`,
      projectName: filter.projectName,
      collectionName,
      report,
      points,
      incidents: rows,
      incidentCount: totalElements,
      timezone,
      url: `${platform.config.publicUrl}/api-monitoring/reports`,
    };
  };
  const write = (report: UptimeReport, format: UptimeReportFormat): ReportFile => {
    const { contentType, extension, render } = reportFormats[format];
    const name = `${report.title.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${firstDay(report)}.${extension}`;
    return { name, contentType, content: render(uptimeDocument(report, format)) };
  };

  return {
    read,
    write,
    async download(
      caller: Actor,
      filter: ReportFilter,
      { accounting, format, timezone }: { accounting: Accounting; format: UptimeReportFormat; timezone: string },
    ): Promise<ReportFile> {
      await open.project(caller, filter.projectId, 'view');
      if (!isTimezone(timezone))
        throw new AppError(apiMonitoringErrors.invalidReport, {
          details: [{ path: 'timezone', message: `Unknown time zone: ${timezone}. Choose one.` }],
        });
      const { projectName } = await workspaces.view(caller, filter.projectId);
      return write(await read({ ...filter, projectName }, accounting, timezone), format);
    },
  };
}
/** ReportFiles generates uptime report files. */
export type ReportFiles = ReturnType<typeof createReportFiles>;

/** The local date on which the report's period starts. */
const firstDay = ({ report, timezone }: UptimeReport): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date(report.from));
