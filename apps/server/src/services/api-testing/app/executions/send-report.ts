import { Readable } from 'node:stream';
import { type ReportFormat, runTitle } from '@touchstone/contracts/runs';
import { originFacts } from '@touchstone/report';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { firstFailures, mostMailedFailures, reportMail } from '../../domain/report-mail.ts';
import type { Executions } from './executions.ts';

/** createSendReport mails the report of a finished run as an attachment, with what failed first in the mail itself. */
export function createSendReport({ platform, executions }: { platform: Platform; executions: Executions }) {
  return async function sendReport(
    actor: Actor,
    input: { runId: string; email: string; type: ReportFormat },
  ): Promise<void> {
    const { run, content, contentType, extension } = await executions.report(actor, input.runId, input.type);
    const summary = await executions.summary(actor, input.runId);
    const file = await platform.files.put({
      organizationId: actor.organizationId,
      owner: `run:${run.runId}`,
      name: `report-${run.runId.slice(0, 8)}.${extension}`,
      contentType,
      content: Readable.from(content, { objectMode: false }),
    });
    const line = `${summary.executionStatus}: ${summary.passed} of ${summary.total} passed, ${summary.failed} failed, ${summary.errors} could not run.`;
    const title = runTitle(run);
    const page = { page: 0, size: mostMailedFailures };
    const ofStatus = async (status: 'failed' | 'error') =>
      (await executions.listSteps(actor, { runId: run.runId, status }, page)).content;
    await platform.mailer.send({
      to: input.email,
      subject: `Test report: ${title.replace(/[\r\n]+/g, ' ')} (${summary.executionStatus})`,
      ...reportMail({
        title,
        facts: [line, ...originFacts(summary).map(({ label, text }) => `${label}: ${text}`)],
        failures: firstFailures(await ofStatus('failed'), await ofStatus('error')),
        failureCount: summary.failed + summary.errors,
        url: `${platform.config.publicUrl}/api-testing/report/${run.runId}`,
        sender: actor.email,
      }),
      organizationId: actor.organizationId,
      attachments: [file.fileId],
    });
    await platform.audit(actor, { action: 'report.mailed', target: run.runId, detail: { to: input.email } });
  };
}
export type SendReport = ReturnType<typeof createSendReport>;
