import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FlowNodeAnswer } from '../../../../shared/flows/flow-node-look.ts';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { useFlowMutations } from '../../api/flows.mutations.ts';
import { textsOf } from '../../model/settings-values.ts';

/** ApprovalAnswer approves or rejects what a workflow waits for; others see who is asked. */
export function ApprovalAnswer({ node, runId }: FlowNodeAnswer) {
  const { email } = useAccount();
  const { signal } = useFlowMutations();
  const [comment, setComment] = useState('');
  const approvers = textsOf(node.settings.to);
  if (!approvers.some((address) => address.trim().toLowerCase() === email.toLowerCase()))
    return <p>Waiting for the approval of {approvers.join(' or ')}.</p>;
  const answer = (outcome: 'approved' | 'rejected') =>
    signal.mutate({ runId, node: node.id, outcome, comment }, { onError: toastError });
  return (
    <>
      <Textarea
        label="Comment (optional)"
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className="row" style={{ gap: 8 }}>
        <Button loading={signal.isPending} onClick={() => answer('approved')}>
          Approve
        </Button>
        <Button variant="default" disabled={signal.isPending} onClick={() => answer('rejected')}>
          Reject
        </Button>
      </div>
    </>
  );
}
