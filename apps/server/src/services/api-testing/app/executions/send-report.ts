import { Readable } from 'node:stream';
import { runTitle } from '@touchstone/contracts/runs';
import { escapeHtml } from '@touchstone/kernel';
import { originFacts } from '@touchstone/report';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { Executions } from './executions.ts';

/** createSendReport mails the report of a finished run as an attachment. */
export function createSendReport({ platform, executions }: { platform: Platform; executions: Executions }) {
  return async function sendReport(
    actor: Actor,
    input: { runId: string; email: string; type: 'html' | 'junit' },
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
    const url = `${platform.config.publicUrl}/api-testing/report/${run.runId}`;
    const title = runTitle(run);
    const facts = [line, ...originFacts(summary).map(({ label, text }) => `${label}: ${text}`)];
    await platform.mailer.send({
      to: input.email,
      subject: `Test report: ${title.replace(/[\r\n]+/g, ' ')} (${summary.executionStatus})`,
      text: `${title}\n${facts.join('\n')}\n\n${url}\n\nSent by ${actor.email} with Touchstone.`,
      html: `<h2>${escapeHtml(title)}</h2><p>${facts.map(escapeHtml).join('<br>')}</p><p><a href="${url}">Open the report</a></p><p>Sent by ${actor.email} with Touchstone.</p>`,
      organizationId: actor.organizationId,
      attachments: [file.fileId],
    });
    await platform.audit(actor, { action: 'report.mailed', target: run.runId, detail: { to: input.email } });
  };
}
export type SendReport = ReturnType<typeof createSendReport>;
