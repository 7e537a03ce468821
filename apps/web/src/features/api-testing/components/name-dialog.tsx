import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../../../shared/toasts.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';

interface Props {
  title: string;
  label: string;
  confirm: string;
  initial?: string;
  schema: z.ZodType<string>;
  onClose: () => void;
  onSubmit: (name: string) => Promise<unknown>;
}

/** NameDialog asks for a name. */
export function NameDialog({ title, label, confirm, initial = '', schema, onClose, onSubmit }: Props) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    const parsed = schema.safeParse(name);
    if (parsed.success) return void (await onSubmit(parsed.data));
    setProblem(parsed.error.issues[0]?.message ?? 'This field is required');
    return false;
  };
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label={label}
        data-autofocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
