import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toastError } from '../shared/toasts.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';

/** ConfirmDialogBody is the dialog itself: the safe button first, the other one only when what is asked was typed. */
export function ConfirmDialogBody({ options, onClose }: { options: ConfirmOptions; onClose: () => void }) {
  const { title, message, confirm, typeToConfirm, onConfirm } = options;
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
    <Modal opened onClose={onClose} title={title}>
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
    </Modal>
  );
}
