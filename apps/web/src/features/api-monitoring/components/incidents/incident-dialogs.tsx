import { Textarea } from '@mantine/core';
import type { Incident } from '@touchstone/contracts/api-monitoring';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useIncidentMutations } from '../../api/incidents.ts';

interface Props {
  incident: Incident;
  onClose: () => void;
}

/** AcknowledgeDialog acknowledges an incident, with an optional comment. */
export function AcknowledgeDialog({ incident: { incidentId, number }, onClose }: Props) {
  const { acknowledge } = useIncidentMutations();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormDialog
      title={`Acknowledge incident #${number}`}
      confirm="Acknowledge"
      onSubmit={() => acknowledge.mutateAsync({ id: incidentId, comment })}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Textarea
        label="Comment (optional)"
        description="Alerts of this incident go no further once you acknowledge it."
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        value={comment}
        error={problem}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** PostMortemDialog edits the post-mortem of an incident, in Markdown. */
export function PostMortemDialog({ incident: { incidentId, number, postMortem }, onClose }: Props) {
  const { writePostMortem } = useIncidentMutations();
  const [text, setText] = useState(postMortem);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormDialog
      title={`Post-mortem of incident #${number}`}
      confirm="Save post-mortem"
      onSubmit={() => writePostMortem.mutateAsync({ id: incidentId, text })}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Textarea
        label="Text (Markdown)"
        placeholder={'## What happened\n\n## Why\n\n## What we change'}
        data-autofocus
        autosize
        minRows={10}
        maxRows={24}
        maxLength={100_000}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
