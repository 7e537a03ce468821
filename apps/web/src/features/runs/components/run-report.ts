import { type ReportFormat, reportFormats, runTitle } from '@touchstone/contracts/runs';
import { saveResponse } from '../../../shared/download.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { fetchRunReport } from '../api/runs.queries.ts';

const titles: Record<ReportFormat, { title: string; ending: string }> = {
  html: { title: 'HTML report', ending: 'html' },
  junit: { title: 'JUnit XML', ending: 'xml' },
  json: { title: 'JSON', ending: 'json' },
  excel: { title: 'Excel', ending: 'xlsx' },
  pdf: { title: 'PDF', ending: 'pdf' },
};
export const formats = reportFormats.map((format) => ({ format, title: titles[format].title }));

/** saveReport saves the report of a finished run as a file. */
export async function saveReport(
  run: { runId: string; name: string; number: number | null },
  format: ReportFormat,
): Promise<void> {
  try {
    await saveResponse(await fetchRunReport(run.runId, format), `${runTitle(run)}.${titles[format].ending}`);
  } catch (error) {
    toast('error', messageOf(error), 'Error Downloading');
  }
}
