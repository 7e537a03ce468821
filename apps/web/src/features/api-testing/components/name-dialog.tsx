import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../../../shared/toasts.ts';

interface Props {
  title: string;
  label: string;
  confirm: string;
  initial?: string;
  schema: z.ZodType<string>;
  onClose: () => void;
  onSubmit: (name: string) => Promise<unknown>;
}

/** NameDialog asks for one name. */
export function NameDialog({ title, label, confirm, initial = '', schema, onClose, onSubmit }: Props) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const parsed = schema.safeParse(name);
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? 'This field is required');
      return;
    }
    setBusy(true);
    try {
      await onSubmit(parsed.data);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
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
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
