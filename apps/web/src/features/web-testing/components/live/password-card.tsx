import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { useKeepSecret } from '../../api/live.ts';
import type { Recording } from '../../model/live/use-recording.ts';
import classes from './live.module.css';

/** PasswordCard offers to save a typed password as a secret variable, so that it isn't in the script. */
export function PasswordCard({ projectId, recording }: { projectId: string; recording: Recording }) {
  const [name, setName] = useState('password');
  const keep = useKeepSecret(projectId);
  const { password } = recording;
  if (!password) return null;
  const trimmed = name.trim();
  return (
    <form
      className={classes.card}
      aria-label="Keep the password as a secret"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === '') return;
        keep.mutate({ name: trimmed, value: password.value }, { onSuccess: () => recording.namePassword(trimmed) });
      }}
    >
      <h3>You typed a password</h3>
      <p>It stands in the script as you typed it. Keep it as a secret variable of the project instead?</p>
      <TextInput
        label="Variable"
        mb={8}
        maxLength={100}
        value={name}
        error={keep.error ? messageOf(keep.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.choices}>
        <Button type="submit" disabled={trimmed === ''} loading={keep.isPending}>
          Keep as secret
        </Button>
        <Button variant="default" onClick={recording.leavePassword}>
          Leave in the script
        </Button>
      </div>
    </form>
  );
}
