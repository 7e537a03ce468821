import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { session, useSession } from '../../../shared/session/browser-session.ts';
import { Late } from '../../../ui/page.tsx';
import { AuthCard } from '../components/auth-card.tsx';
import { ChangePasswordForm } from '../components/change-password-form.tsx';
import { identityPaths } from '../paths.ts';
import { PasswordResetPage } from './password-reset.page.tsx';

/**
 * UpdatePasswordPage sets a new password: with the token of a mailed link, or for the signed-in user with the current
 * password.
 */
export function UpdatePasswordPage() {
  const [params] = useSearchParams();
  const hasToken = params.has('token');
  const { status } = useSession();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(hasToken);
  useEffect(() => {
    if (hasToken) return;
    const show = () => setAsked(true);
    session.ensure().then(show, show);
  }, [hasToken]);
  if (!asked)
    return (
      <Late>
        <AuthCard title="Change password" lead="One moment…" />
      </Late>
    );
  if (hasToken || status !== 'signedIn') return <PasswordResetPage />;
  return (
    <AuthCard title="Change password" lead="At least 8 characters. Your other sessions end.">
      <ChangePasswordForm onDone={() => void navigate(identityPaths.security)} />
    </AuthCard>
  );
}
