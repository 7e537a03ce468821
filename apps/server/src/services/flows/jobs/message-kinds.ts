import { composeMail } from '../../../platform/mail/compose.ts';
import type { Platform } from '../../../platform/platform.ts';
import { approversOf } from '../app/flow-runs.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { asText } from '../domain/values.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';

const service = 'workflow';
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;
const textSetting = ({ node, inputs }: FlowAttempt, name: string): string => {
  const value = node.settings[name];
  if (typeof value !== 'string') return '';
  return value.replace(placeholder, (whole, key: string) => (key in inputs ? asText(inputs[key]) : whole));
};

/** messageKinds send mails, and ask people. A mail is begun once: where nobody knows whether it was, the node says what to do. */
export function messageKinds(platform: Platform): FlowNodeKind[] {
  const { mailer, database, config } = platform;
  const linkOf = (runId: string) => `${config.publicUrl}/runs/${runId}`;

  const send = async (attempt: FlowAttempt, what: { subject: string; text: string; label: string }): Promise<void> => {
    for (const to of approversOf(attempt.node)) {
      const link = { url: linkOf(attempt.runId), label: what.label };
      const otherwise = `It comes from the workflow ${attempt.runName}.`;
      const mail = composeMail({ subject: what.subject, to: { firstName: to }, what: what.text, link, otherwise });
      await mailer.send({ to, ...mail, organizationId: attempt.organizationId });
    }
  };
  /** Does what can’t be taken back once; answers whether that is known. */
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
    const detail = { to: approversOf(attempt.node), subject, effect: state };
    if (state === 'done') return { outcome: 'passed', detail };
    const message = 'A runner was lost while it sent the mail, which may have been sent or not. It is not sent again.';
    return { outcome: policy === 'fail' ? 'failed' : 'passed', message, detail };
  };

  return [
    {
      node: engineKind('send-email'),
      title: 'Send e-mail',
      description: 'Sends a mail; inputs can be used in it as {{name}}.',
      group: 'message',
      service,
      hasOwnPorts: true,
      subtitle: (node) => `to ${approversOf(node).join(', ')}`.slice(0, 200),
      execute: sendEmail,
    },
    {
      node: engineKind('approval'),
      title: 'Approval',
      description: 'Waits until one of those whom it asks approves or rejects.',
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
      subtitle: (node) => `by ${approversOf(node).join(', ')}`.slice(0, 200),
      async askFor(attempt) {
        const text = textSetting(attempt, 'text') || `"${attempt.node.name}" waits for your approval.`;
        const what = { subject: `Approval needed: ${attempt.runName}`, text, label: 'Approve or reject' };
        await once(attempt, () => send(attempt, what), true);
      },
    },
  ];
}
