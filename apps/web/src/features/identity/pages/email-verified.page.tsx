import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { shownErrors } from '../../../shared/shown-errors.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { Late } from '../../../ui/page.tsx';
import { activateAccount, activationQuery } from '../api/sign-up.queries.ts';
import { AuthCard } from '../components/auth-card.tsx';
import { NewPasswordForm } from '../components/new-password-form.tsx';
import { identityPaths } from '../paths.ts';

/** EmailVerifiedPage is where the verification link leads: the password is set and the account becomes active. */
export function EmailVerifiedPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  if (!token) return <LinkProblem title="This link is not complete" lead="Open the complete link from the mail." />;
  return <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const activation = useQuery(activationQuery(token));
  shownErrors.add(activation.error);
  if (done)
    return (
      <AuthCard title="E-mail verified" lead="Your account is active. Sign in with your new password.">
        <Button component={Link} to={identityPaths.login} fullWidth>
          Sign in
        </Button>
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
          setDone(true);
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
