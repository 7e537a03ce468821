import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { Problem } from '../../../ui/page.tsx';
import { confirmDevice, createQrCode } from '../api/two-factor.queries.ts';
import { authClasses } from './auth-card.tsx';
import classes from './security.module.css';

interface Props {
  /** Receives recovery codes for the first app only. */
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** EnrolDialog adds an authenticator app: name, QR code, first code. */
export function EnrolDialog({ onDone, onClose }: Props) {
  const [name, setName] = useState('');
  const [named, setNamed] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title="Add an authenticator app">
      {named === null ? (
        <form
          className={`${authClasses.form} form`}
          onSubmit={(event) => {
            event.preventDefault();
            setNamed(name.trim());
          }}
        >
          <TextInput
            label="Name of the app or phone"
            placeholder="Phone"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" fullWidth disabled={!name.trim()}>
            Show QR code
          </Button>
        </form>
      ) : (
        <ScanStep name={named} onDone={onDone} />
      )}
    </Modal>
  );
}

function ScanStep({ name, onDone }: { name: string; onDone: Props['onDone'] }) {
  const secret = useQuery({
    queryKey: ['identity', 'qr-code', name],
    queryFn: () => createQrCode(name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!secret.data) return;
    setBusy(true);
    setProblem(null);
    try {
      onDone((await confirmDevice({ deviceId: secret.data.deviceId, code })).recoveryCodes);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  if (secret.isError) return <Problem error={secret.error} onRetry={() => void secret.refetch()} />;
  if (!secret.data) return <Skeleton height={280} />;
  return (
    <form className={`${authClasses.form} form`} onSubmit={(event) => void submit(event)} noValidate>
      <p>Scan this with your authenticator app, or type the key in by hand.</p>
      <img className={classes.qr} src={secret.data.qrCode} alt="QR code of the key" width={200} height={200} />
      <code className={`mono ${classes.secret}`}>{secret.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <TextInput
        label="Code that the app shows"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
        autoFocus
      />
      <Button type="submit" fullWidth loading={busy} disabled={!code.trim()}>
        Add app
      </Button>
    </form>
  );
}
