import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Props {
  title: string;
  /** Verb and noun of the submit button; absent if there is nothing to submit. */
  confirm?: string;
  color?: string;
  disabled?: boolean;
  /** The dialog closes when this resolves, unless it resolves to false. */
  onSubmit: () => Promise<unknown> | unknown;
  /** Receives what onSubmit threw; the dialog stays open. */
  onError: (error: unknown) => void;
  onClose: () => void;
  /** Another button in place of the submit button. */
  instead?: ReactNode;
  children: ReactNode;
}

/** FormDialog is a form that submits once: the safe button comes first, Enter submits, and a failure leaves it open. */
export function FormDialog(props: Props) {
  const { title, confirm, color, disabled = false, onSubmit, onError, onClose, instead, children } = props;
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      if ((await onSubmit()) !== false) return onClose();
    } catch (error) {
      onError(error);
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirm && !disabled && !busy) void submit();
        }}
      >
        {children}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {confirm ? (
            <Button type="submit" {...(color && { color })} loading={busy} disabled={disabled}>
              {confirm}
            </Button>
          ) : (
            instead
          )}
        </Group>
      </form>
    </Modal>
  );
}
