import { AppError } from '@touchstone/kernel';
import type { ReportDocument } from '@touchstone/report';
import { isFinal, type Run } from '../domain/run.ts';
import { linkOf } from '../domain/run-link.ts';
import { documentOf } from '../domain/run-report.ts';
import { runErrors } from '../errors.ts';
import type { RunNeeds } from './create-runs.ts';
import { reportFormats } from './report-formats.ts';
import type { Runs } from './runs.ts';
import { createSteps } from './steps.ts';

/** createReportRun creates the report of a finished run in the form its kind defines. */
export function createReportRun({
  platform,
  kinds,
  attachments,
}: Pick<RunNeeds, 'platform' | 'kinds' | 'attachments'>): Pick<Runs, 'document' | 'report'> {
  const { readSteps } = createSteps({ platform });
  const document = async (run: Run): Promise<ReportDocument> => {
    const kind = kinds.get(run.kind);
    if (!kind) throw new AppError(runErrors.notFound);
    if (!isFinal(run.status)) throw new AppError(runErrors.notFinished);
    const link = linkOf(kind, run);
    const url = link === undefined ? undefined : `${platform.config.publicUrl}${link}`;
    const { organizationId, runId } = run;
    const files = {
      list: async () => (await attachments.list(runId)).content,
      read: async (attachmentId: string) => {
        const { stream } = await attachments.open(organizationId, runId, attachmentId);
        return new Uint8Array(Buffer.concat(await stream.toArray()));
      },
    };
    return documentOf(kind, run, { steps: () => readSteps(runId), url, files });
  };
  return {
    document,
    async report(run, format) {
      const { contentType, extension, render } = reportFormats[format];
      const fileName = `${run.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${run.number ?? run.runId.slice(0, 8)}.${extension}`;
      return { content: render(await document(run)), contentType, extension, fileName };
    },
  };
}
