import { Button, Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { authClasses } from './auth-card.tsx';

interface Props {
  title: string;
  action: string;
  onProof: (typed: string) => Promise<void>;
  onClose: () => void;
}

/** ProofDialog asks for the password or a code before an action that weakens the account. */
export function ProofDialog({ title, action, onProof, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await onProof(typed);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form className={`${authClasses.form} form`} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordInput
          label="Password or one-time code"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="current-password"
          error={problem}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what you typed' }}
        />
        <Button type="submit" fullWidth loading={busy} disabled={!typed.trim()}>
          {action}
        </Button>
      </form>
    </Modal>
  );
}
