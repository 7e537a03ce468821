import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { shownErrors } from '../../../shared/shown-errors.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { Late } from '../../../ui/page.tsx';
import { signIn } from '../api/identity.queries.ts';
import { activateAccount, activationQuery } from '../api/sign-up.queries.ts';
import { AuthCard } from '../components/auth-card.tsx';
import { useBotCheck } from '../components/bot-check.ts';
import { NewPasswordForm } from '../components/new-password-form.tsx';
import { openInteraction } from '../model/open-interaction.ts';
import { leaveFor } from '../model/sign-in.ts';
import { identityPaths } from '../paths.ts';

/** EmailVerifiedPage is the target of the verification link: sets the password and activates the account. */
export function EmailVerifiedPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  if (!token) return <LinkProblem title="This link is not complete" lead="Open the complete link from the mail." />;
  return <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
  const [step, setStep] = useState<'password' | 'signing-in' | 'sign-in'>('password');
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const activation = useQuery(activationQuery(token));
  shownErrors.add(activation.error);
  /** Signs in with the password just typed. If that fails, the sign-in page says why. */
  const enter = async (login: string, password: string) => {
    setStep('signing-in');
    try {
      const [interaction, proof] = await Promise.all([openInteraction({ again: true }), botCheck()]);
      const { redirectTo } = await signIn({ interaction, login, password, ...(proof ? { botCheck: proof } : {}) });
      if (redirectTo !== undefined) leaveFor(redirectTo);
      else await navigate(`${identityPaths.secondFactor}?interaction=${encodeURIComponent(interaction)}`);
    } catch {
      setStep('sign-in');
    }
  };
  if (step !== 'password')
    return (
      <AuthCard
        title="E-mail verified"
        lead={step === 'signing-in' ? 'Your account is active. Signing in…' : 'Your account is active.'}
      >
        {step === 'sign-in' ? (
          <Button component={Link} to={identityPaths.login} fullWidth>
            Sign in
          </Button>
        ) : null}
      </AuthCard>
    );
  if (activation.isError)
    return <LinkProblem title="This link is no longer valid" lead={messageOf(activation.error)} />;
  if (!activation.data)
    return (
      <Late>
        <AuthCard title="Verify your e-mail" lead="One moment…" />
      </Late>
    );
  const { firstName, login, organizationName } = activation.data;
  return (
    <AuthCard
      title={`Welcome, ${firstName}`}
      lead={`Set a password of at least 8 characters for ${login} in ${organizationName}.`}
    >
      <NewPasswordForm
        onSubmit={async (password) => {
          await activateAccount({ token, password });
          void enter(login, password);
        }}
      />
    </AuthCard>
  );
}

function LinkProblem({ title, lead }: { title: string; lead: string }) {
  return (
    <AuthCard title={title} lead={lead}>
      <Link className="link" to={identityPaths.login}>
        Back to sign in
      </Link>
    </AuthCard>
  );
}
