import { Button } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { resetPassword } from '../api/identity.queries.ts';
import { AuthCard } from '../components/auth-card.tsx';
import { NewPasswordForm } from '../components/new-password-form.tsx';
import { identityPaths } from '../paths.ts';

/** PasswordResetPage sets a new password with the token of a mailed link. */
export function PasswordResetPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const navigate = useNavigate();
  if (!token)
    return (
      <AuthCard title="This link is not complete" lead="Open the complete link from the mail, or ask for a new one.">
        <Link className="link" to={identityPaths.forgotPassword}>
          Ask for a new link
        </Link>
      </AuthCard>
    );
  return (
    <AuthCard title="Set a new password" lead="At least 8 characters.">
      <NewPasswordForm
        onSubmit={async (password) => {
          await resetPassword({ token, password });
          await navigate(identityPaths.passwordResetted, { replace: true });
        }}
      />
    </AuthCard>
  );
}

export function PasswordResettedPage() {
  return (
    <AuthCard title="Password changed" lead="Sign in with your new password.">
      <Button component={Link} to={identityPaths.login} fullWidth>
        Sign in
      </Button>
    </AuthCard>
  );
}
