import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { shownErrors } from '../../../shared/shown-errors.ts';
import { messageOf, toast, toastError } from '../../../shared/toasts.ts';
import { mailOtp, otpDevicesQuery, verifyOtp } from '../api/two-factor.queries.ts';
import { AuthCard, authClasses } from '../components/auth-card.tsx';
import { startSignIn } from '../model/sign-in.ts';
import { leaveAfterSuccess } from '../model/success.ts';
import { identityPaths } from '../paths.ts';

/** SecondFactorPage asks for the one-time code of a pending sign-in with a correct password. */
export function SecondFactorPage() {
  const [params] = useSearchParams();
  const interaction = params.get('interaction') ?? '';
  const devices = useQuery({ ...otpDevicesQuery(interaction), enabled: interaction !== '' });
  shownErrors.add(devices.error);
  if (!interaction || devices.isError)
    return (
      <AuthCard title="This sign-in has expired" lead="Start again with your password.">
        <Button fullWidth onClick={() => startSignIn()}>
          Sign in
        </Button>
      </AuthCard>
    );
  const names = devices.data?.devices.map(({ deviceName }) => deviceName).join(' or ');
  return (
    <AuthCard
      title="Two-factor authentication"
      lead={`Enter the code that ${names || 'your authenticator app'} shows, or a recovery code.`}
    >
      <CodeForm interaction={interaction} />
    </AuthCard>
  );
}

function CodeForm({ interaction }: { interaction: string }) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<'open' | 'busy' | 'mailing' | 'done'>('open');
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    setProblem(null);
    try {
      const { redirectTo } = await verifyOtp({ interaction, code });
      setState('done');
      if (redirectTo) leaveAfterSuccess(redirectTo);
    } catch (error) {
      setState('open');
      if (error instanceof ApiError && error.code === 'IDENTITY_INTERACTION_EXPIRED') return startSignIn();
      setProblem(messageOf(error));
      input.current?.select();
    }
  };
  const mail = async () => {
    setState('mailing');
    try {
      toast('success', (await mailOtp(interaction)).message);
    } catch (error) {
      toastError(error);
    }
    setState('open');
    input.current?.focus();
  };
  return (
    <form className={authClasses.form} onSubmit={(event) => void submit(event)} noValidate>
      {problem ? (
        <Alert color="red" icon={<CircleAlert size={16} />} role="alert">
          {problem}
        </Alert>
      ) : null}
      <TextInput
        ref={input}
        label="One-time code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="one-time-code"
        inputMode="text"
        autoFocus
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" fullWidth loading={state === 'busy'} disabled={!code.trim()}>
        {state === 'done' ? 'Signed in' : 'Verify'}
      </Button>
      <Button variant="default" fullWidth loading={state === 'mailing'} onClick={() => void mail()}>
        Mail me a code
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'done' ? 'Signed in' : ''}
      </span>
      <Link className="link" to={identityPaths.login}>
        Back to sign in
      </Link>
    </form>
  );
}
