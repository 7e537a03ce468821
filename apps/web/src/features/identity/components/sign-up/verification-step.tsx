import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { resendLink } from '../../api/sign-up.queries.ts';
import { identityPaths } from '../../paths.ts';
import { authClasses } from '../auth-card.tsx';
import { useBotCheck } from '../bot-check.ts';
import { OutboxNote } from '../outbox-note.tsx';

/** VerificationStep is the second step: the address that the mail was sent to, with a button to resend it. */
export function VerificationStep({ login }: { login: string }) {
  const [busy, setBusy] = useState(false);
  const botCheck = useBotCheck();
  const resend = async () => {
    setBusy(true);
    try {
      const recaptcha = await botCheck();
      toast('success', (await resendLink({ login, ...(recaptcha && { recaptcha }) })).message);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={authClasses.form}>
      <OutboxNote />
      <TextInput label="Business e-mail" value={login} readOnly />
      <Button variant="default" fullWidth loading={busy} onClick={() => void resend()}>
        Resend Verification Email
      </Button>
      <Link className="link" to={identityPaths.login}>
        Back to sign in
      </Link>
    </div>
  );
}
