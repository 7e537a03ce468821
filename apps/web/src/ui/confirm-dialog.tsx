import { Button, Group, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { toastError } from '../shared/toasts.ts';

interface Options {
  title: string;
  message: string;
  /** Verb and noun of the button, such as "Delete 3 suites". */
  confirm: string;
  /** The user must type this to confirm. */
  typeToConfirm?: string;
  onConfirm: () => Promise<unknown> | unknown;
}

/** confirmAction asks before something that cannot be undone; the dialog names the thing and the count. */
export function confirmAction(options: Options): void {
  const id = modals.open({
    title: options.title,
    children: <ConfirmBody {...options} onClose={() => modals.close(id)} />,
  });
}

function ConfirmBody({ message, confirm, typeToConfirm, onConfirm, onClose }: Options & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = typeToConfirm === undefined || typed === typeToConfirm;
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void run();
      }}
    >
      <Text>{message}</Text>
      {typeToConfirm === undefined ? null : (
        <TextInput
          mt="md"
          data-autofocus
          label={`Type “${typeToConfirm}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red.9" loading={busy} disabled={!ready}>
          {confirm}
        </Button>
      </Group>
    </form>
  );
}
