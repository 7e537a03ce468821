import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toastError } from '../../shared/toasts.ts';
import type { ConfirmOptions } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** ConfirmDialogBody is the dialog itself; enables the confirmation only once the required text has been typed. */
export function ConfirmDialogBody({ options, onClose }: { options: ConfirmOptions; onClose: () => void }) {
  const { title, message, confirm, typeToConfirm, onConfirm } = options;
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      color="red.9"
      disabled={typeToConfirm !== undefined && typed !== typeToConfirm}
      onSubmit={async () => {
        await onConfirm();
      }}
      onError={toastError}
      onClose={onClose}
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
    </FormDialog>
  );
}
