import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waitsForCode } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { progressQuery } from '../../../runs/index.ts';
import { useSendCode } from '../../api/executions.ts';
import classes from './results.module.css';

/** OneTimeCode asks for the code that a step of a run is waiting for. Hidden while no step waits. */
export function OneTimeCode({ runId }: { runId: string }) {
  const progress = useQuery(progressQuery(runId)).data;
  const [code, setCode] = useState('');
  const send = useSendCode();
  if (!Object.values(progress).includes(waitsForCode)) return null;
  return (
    <form
      className={classes.code}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') send.mutate({ runId, otpValue: code }, { onSuccess: () => setCode('') });
      }}
    >
      <TextInput
        label="One-time code"
        description="The run waits for it"
        autoComplete="one-time-code"
        maxLength={64}
        value={code}
        error={send.error ? messageOf(send.error) : undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" disabled={code.trim() === ''} loading={send.isPending}>
        Send code
      </Button>
    </form>
  );
}
