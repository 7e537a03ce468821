import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Step } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { inOrder } from '../../../../ui/in-order.tsx';
import { textToSteps } from '../../api/steps.ts';
import { StepsPreview } from './steps-preview.tsx';

const example = `Go to https://shop.example
Click the Sign in button
Type alice@example.com into Email
Check that the heading shows Welcome`;

interface Props {
  /** The pasted text. */
  initial: string;
  onAdd: (steps: Step[]) => void;
  onClose: () => void;
}

/** SentencesDialog converts plain sentences to steps, one per line, and previews them before they are added. */
export function SentencesDialog({ initial, onAdd, onClose }: Props) {
  const [text, setText] = useState(initial);
  const [asked] = useDebouncedValue(text.trim(), 300);
  const found = useQuery({
    queryKey: ['web-testing', 'sentences', asked],
    queryFn: () => textToSteps(asked),
    enabled: asked !== '',
    retry: false,
  });
  const steps = (asked === '' ? [] : (found.data?.steps ?? [])) as Step[];
  const missed = asked === '' ? [] : (found.data?.notUnderstood ?? []);
  return (
    <FormDialog
      title="Write steps as sentences"
      confirm={steps.length === 1 ? 'Add 1 step' : `Add ${steps.length} steps`}
      disabled={steps.length === 0 || text.trim() !== asked || found.isFetching}
      onSubmit={() => onAdd(steps)}
      onError={() => undefined}
      onClose={onClose}
    >
      <Textarea
        label="One sentence a line"
        data-autofocus
        autosize
        minRows={5}
        maxRows={14}
        placeholder={example}
        value={text}
        error={found.error ? messageOf(found.error) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {missed.length > 0 ? (
        <div role="note" style={{ marginTop: 12 }}>
          <p style={{ margin: 0 }}>Not understood. Start with a verb, such as click, type, open or check:</p>
          <ul style={{ margin: '4px 0 0' }}>
            {inOrder(missed, ({ line, text: sentence }) => (
              <li>
                Line {line}: {sentence}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {steps.length > 0 ? <StepsPreview steps={steps} /> : null}
    </FormDialog>
  );
}
