import { type ReportFormat, type RunStatus, runTitle } from '@touchstone/contracts/runs';
import { saveResponse } from '../../../../shared/download.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { fetchReport } from '../../api/executions.queries.ts';
import { isFinal } from '../../model/run/execution-status.ts';

const endings: Record<ReportFormat, string> = { html: 'html', junit: 'xml', json: 'json', excel: 'xlsx', pdf: 'pdf' };

/** downloadReport saves a report as a file; warns instead while the run is in progress. */
export async function downloadReport(
  run: { runId: string; name: string; number: number | null; status: RunStatus },
  type: ReportFormat,
): Promise<void> {
  if (!isFinal(run.status)) {
    toast('warning', 'Report is not ready yet. Please wait until the execution is complete');
    return;
  }
  try {
    await saveResponse(await fetchReport(run.runId, type), `${runTitle(run)}.${endings[type]}`);
  } catch (error) {
    toast('error', messageOf(error), 'Error Downloading');
  }
}
