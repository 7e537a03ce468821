import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';

interface Props {
  title: string;
  confirm: string;
  initial?: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** NameDialog asks for the name of a workflow; a refused name is reported at the field. */
export function NameDialog({ title, confirm, initial = '', onSubmit, onClose }: Props) {
  const [name, setName] = useState(initial);
  const [refusal, setRefusal] = useState<string | undefined>();
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      disabled={name.trim() === ''}
      onSubmit={() => onSubmit(name.trim())}
      onError={(error) => setRefusal(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Workflow name"
        maxLength={255}
        value={name}
        error={refusal}
        onChange={(event) => {
          setRefusal(undefined);
          setName(event.currentTarget.value);
        }}
      />
    </FormDialog>
  );
}
