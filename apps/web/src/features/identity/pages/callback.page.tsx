import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { session } from '../../../shared/session/browser-session.ts';
import { readCallback, startSignIn, takePath } from '../../../shared/session/sign-in.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { Late } from '../../../ui/page.tsx';
import { AuthCard } from '../components/auth-card.tsx';

/** CallbackPage exchanges the code of the issuer and goes where the user wanted to go. */
export function CallbackPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const started = useRef(false);
  useEffect(() => {
    // A code is good for one exchange, and effects run twice in development.
    if (started.current) return;
    started.current = true;
    const answer = readCallback(params);
    if ('error' in answer) {
      setFailure(answer.error);
      return;
    }
    session.exchange(answer).then(
      () => navigate(takePath(), { replace: true }),
      (error: unknown) => setFailure(messageOf(error)),
    );
  }, [params, navigate]);

  if (failure)
    return (
      <AuthCard title="Sign-in failed" lead={failure}>
        <Button fullWidth onClick={() => startSignIn()}>
          Sign in again
        </Button>
      </AuthCard>
    );
  return (
    <Late>
      <AuthCard title="Signing in" lead="One moment…" />
    </Late>
  );
}
