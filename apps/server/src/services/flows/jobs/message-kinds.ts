import { composeMail } from '../../../platform/mail/compose.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunPageOf } from '../app/runs/run-pages.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { recipientsOf } from '../domain/recipients.ts';
import { fillIn } from '../domain/values.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';

const service = 'workflow';
const textSetting = ({ node, inputs }: FlowAttempt, name: string): string => {
  const value = node.settings[name];
  return typeof value === 'string' ? fillIn(value, inputs) : '';
};

/**
 * messageKinds returns kinds that send e-mails and ask for approvals. Sending starts once; if a crash leaves it unclear
 * whether it happened, the node's policy decides.
 */
export function messageKinds({ mailer, database }: Platform, pageOf: RunPageOf): FlowNodeKind[] {
  const send = async (attempt: FlowAttempt, what: { subject: string; text: string; label: string }): Promise<void> => {
    // The run on the canvas, where the recipient can respond.
    const link = { url: await pageOf(attempt), label: what.label };
    for (const to of recipientsOf(attempt.node)) {
      const otherwise = `The workflow ${attempt.runName} sent it.`;
      const mail = composeMail({ subject: what.subject, to: { firstName: to }, what: what.text, link, otherwise });
      await mailer.send({ to, ...mail, organizationId: attempt.organizationId });
    }
  };
  /** Runs an irreversible effect once; returns whether it is known to have happened. */
  const once = async (attempt: FlowAttempt, work: () => Promise<void>, again: boolean): Promise<'done' | 'unknown'> => {
    const place = { runId: attempt.runId, node: attempt.node.id, attempt: attempt.attempt };
    const state = await flowRunsStore.beginEffect(database.pool, place);
    if (state === 'done') return 'done';
    if (state === 'unknown' && !again) return 'unknown';
    await work();
    await flowRunsStore.endEffect(database.pool, place);
    return 'done';
  };

  const sendEmail = async (attempt: FlowAttempt): Promise<AttemptEnd> => {
    const subject = textSetting(attempt, 'subject') || `From the workflow ${attempt.runName}`;
    const text = textSetting(attempt, 'text') || 'The workflow has reached this step.';
    const policy = attempt.node.settings.whenUnknown;
    const work = () => send(attempt, { subject, text, label: 'Open the run' });
    const state = await once(attempt, work, policy === 'resend');
    const detail = { to: recipientsOf(attempt.node), subject, effect: state };
    if (state === 'done') return { outcome: 'passed', detail };
    const message =
      'The runner stopped while it sent this e-mail, so the e-mail may or may not have been sent. It was not sent again.';
    return { outcome: policy === 'fail' ? 'failed' : 'passed', message, detail };
  };

  return [
    {
      node: engineKind('send-email'),
      title: 'Send e-mail',
      description: 'Sends an e-mail. Use inputs as {{name}}.',
      group: 'message',
      service,
      hasOwnPorts: true,
      subtitle: (node) => `to ${recipientsOf(node).join(', ')}`.slice(0, 200),
      execute: sendEmail,
    },
    {
      node: engineKind('approval'),
      title: 'Approval',
      description: 'Waits until one of the approvers approves or rejects.',
      group: 'message',
      service,
      hasOwnPorts: false,
      ports: {
        inputs: [],
        outputs: [
          { name: 'outcome', type: 'string', required: false },
          { name: 'by', type: 'string', required: false },
          { name: 'comment', type: 'string', required: false },
        ],
      },
      subtitle: (node) => `by ${recipientsOf(node).join(', ')}`.slice(0, 200),
      async askFor(attempt) {
        const text = textSetting(attempt, 'text') || `“${attempt.node.name}” is waiting for your approval.`;
        const what = { subject: `Approval needed: ${attempt.runName}`, text, label: 'Approve or reject' };
        await once(attempt, () => send(attempt, what), true);
      },
    },
  ];
}
