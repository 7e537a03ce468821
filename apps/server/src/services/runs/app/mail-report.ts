import { Readable } from 'node:stream';
import { type ReportFormat, runTitle } from '@touchstone/contracts/runs';
import { originFacts } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import { type FailedStep, firstFailures, maxMailedFailures, reportMail } from '../domain/report-mail.ts';
import type { Run } from '../domain/run.ts';
import type { RunKind, RunViewer } from '../domain/run-kind.ts';
import type { Runs } from './runs.ts';

/** createMailReport mails the report of a finished run as an attachment, with the first failures in the body. */
export function createMailReport({
  platform,
  kinds,
  runs,
}: {
  platform: Platform;
  kinds: ReadonlyMap<string, RunKind>;
  runs: Pick<Runs, 'open' | 'report' | 'linkOf' | 'linkOfStep' | 'listSteps' | 'getSteps' | 'present'>;
}): Runs['mailReport'] {
  const { publicUrl } = platform.config;
  const addressOf = (link: string | undefined) => (link === undefined ? undefined : `${publicUrl}${link}`);

  /** Failed steps, without containers, which fail with their steps. */
  const failuresOf = async (run: Run): Promise<FailedStep[]> => {
    const page = { page: 0, size: maxMailedFailures };
    const of = (status: 'failed' | 'error') => runs.listSteps({ runId: run.runId, status }, page);
    const [failed, errors] = await Promise.all([of('failed'), of('error')]);
    const first = firstFailures(failed.content, errors.content);
    const parents = [...new Set(first.flatMap(({ parentId }) => parentId ?? []))];
    const titleOf = new Map((await runs.getSteps(run.runId, parents)).map(({ stepId, title }) => [stepId, title]));
    return first.map((step) => ({
      title: runs.present(run, step).title,
      place: titleOf.get(step.parentId ?? '') ?? '',
      message: step.message,
      position: step.position,
      url: addressOf(runs.linkOfStep(run, step.stepId)),
    }));
  };

  return async function mailReport(
    caller: RunViewer & { email: string },
    { runId, email, type }: { runId: string; email: string; type: ReportFormat },
  ): Promise<void> {
    const run = await runs.open(caller, runId, 'edit');
    const { content, contentType, extension } = await runs.report(run, type);
    const file = await platform.files.put({
      organizationId: run.organizationId,
      owner: `run:${runId}`,
      name: `report-${run.number ?? runId.slice(0, 8)}.${extension}`,
      contentType,
      content: Readable.from(content, { objectMode: false }),
    });
    const { passed, total, failed, error } = run.counts;
    const status = kinds.get(run.kind)?.executionStatus(run.status, run.counts) ?? run.status;
    const title = runTitle(run);
    const line = `${status}: ${passed} of ${total} passed, ${failed} failed, ${error} could not run.`;
    await platform.mailer.send({
      to: email,
      subject: `Test report: ${title.replace(/[\r\n]+/g, ' ')} (${status})`,
      ...reportMail({
        title,
        facts: [line, ...originFacts(run.origin).map(({ label, text }) => `${label}: ${text}`)],
        failures: await failuresOf(run),
        failureCount: failed + error,
        url: addressOf(runs.linkOf(run)),
        sender: caller.email,
      }),
      organizationId: run.organizationId,
      attachments: [file.fileId],
    });
    await platform.audit(caller, { action: 'report.mailed', target: runId, detail: { to: email } });
  };
}
