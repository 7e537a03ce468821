import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { forgetActivity } from '../../../shared/session/browser-idle-watch.ts';
import { session } from '../../../shared/session/browser-session.ts';
import { endedMark } from '../../../shared/session/ended-mark.ts';
import { messageOf, toastError } from '../../../shared/toasts.ts';
import { Late } from '../../../ui/page.tsx';
import { deleteCurrentSession, deleteOldSession, fetchActiveSession } from '../api/session.queries.ts';
import { settingsQuery } from '../api/sign-up.queries.ts';
import { AuthCard } from '../components/auth-card.tsx';
import { SessionDialog } from '../components/session-dialog.tsx';
import { landingPath } from '../model/landing.ts';
import type { SessionDialogResult } from '../model/session-dialog.ts';
import { readCallback, startSignIn, takePath } from '../model/sign-in.ts';

type State = { step: 'working' | 'multiSession' | 'ending' } | { step: 'failed'; message: string };

/** CallbackPage exchanges the issuer's code, asks about other sessions, and goes where the user wanted to go. */
export function CallbackPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ step: 'working' });
  const started = useRef(false);

  const proceed = async () => {
    const { account } = session.getState();
    const { publicCloud } = await client.ensureQueryData(settingsQuery);
    const saved = takePath();
    if (!account) return;
    const pendingInvites = publicCloud && (await (await import('../../collaboration/index.ts')).hasPendingInvitation());
    await navigate(landingPath(account, { publicCloud, pendingInvites, saved }), { replace: true });
  };
  const begin = async () => {
    const answer = readCallback(params);
    if ('error' in answer) throw new Error(answer.error);
    await session.exchange(answer);
    endedMark.clear();
    forgetActivity();
    const { multiSession } = await fetchActiveSession(session.getState().account?.email ?? '');
    if (multiSession) setState({ step: 'multiSession' });
    else await proceed();
  };
  const choose = async (result: SessionDialogResult) => {
    setState({ step: 'ending' });
    try {
      if (result === 'oldSession') {
        await deleteOldSession();
        await proceed();
      } else {
        await deleteCurrentSession();
        session.signOut();
        // An external issuer would silently sign the browser in again.
        startSignIn({ again: true });
      }
    } catch (error) {
      toastError(error);
      setState({ step: 'multiSession' });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one exchange
  useEffect(() => {
    // Effects run twice in development.
    if (started.current) return;
    started.current = true;
    begin().catch((error: unknown) => setState({ step: 'failed', message: messageOf(error) }));
  }, []);

  if (state.step === 'failed')
    return (
      <AuthCard title="Sign-in failed" lead={state.message}>
        <Button fullWidth onClick={() => startSignIn()}>
          Sign in again
        </Button>
      </AuthCard>
    );
  return (
    <>
      <Late>
        <AuthCard title="Signing in" lead="One moment…" />
      </Late>
      {state.step === 'working' ? null : (
        <SessionDialog type="multiSession" busy={state.step === 'ending'} onResult={(result) => void choose(result)} />
      )}
    </>
  );
}
