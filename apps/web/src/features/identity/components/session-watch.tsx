import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { idleWatch, useIdle, watchActivity } from '../../../shared/session/browser-idle-watch.ts';
import { session, useSession } from '../../../shared/session/browser-session.ts';
import { endedMark } from '../../../shared/session/ended-mark.ts';
import { endSession } from '../api/identity.queries.ts';
import { settingsQuery } from '../api/sign-up.queries.ts';
import { isPublicPath } from '../model/public-paths.ts';
import { rememberPath, startSignIn } from '../model/sign-in.ts';

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

/** Ends the session on the server too, or at least here if the server doesn't respond. */
async function endIdleSession(): Promise<void> {
  const { account } = session.getState();
  endedMark.set('idle');
  if (account) await endSession(account.email).catch((error: unknown) => console.error(error));
  session.expire();
}

/** The dialog for each end of a session. */
const dialogOf = { expired: 'sessionExpired', idle: 'IdlesessionExpired', denied: 'accessDenied' } as const;

function signInAgain(): void {
  const end = endedMark.get() ?? 'expired';
  endedMark.clear();
  rememberPath(location.pathname + location.search);
  startSignIn({ again: end !== 'expired' });
}

/** SessionWatch is rendered at the root of the page: watches for inactivity and reports the end of the session. */
export function SessionWatch() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const idle = useIdle();
  const signedIn = status === 'signedIn';
  const times = useQuery({ ...settingsQuery, enabled: signedIn }).data?.idle;
  useEffect(() => {
    if (!signedIn || !times?.enabled) return undefined;
    const unwatch = watchActivity(() => void endIdleSession());
    idleWatch.start(times);
    return () => {
      unwatch();
      idleWatch.stop();
    };
  }, [signedIn, times]);
  const expired = status === 'expired' && !isPublicPath(pathname);
  if (expired)
    return (
      <Suspense>
        <SessionDialog type={dialogOf[endedMark.get() ?? 'expired']} onResult={signInAgain} />
      </Suspense>
    );
  if (idle.phase !== 'countdown') return null;
  return (
    <Suspense>
      <SessionDialog
        type="countdownTime"
        remainingSeconds={idle.remainingSeconds}
        onResult={() => idleWatch.resume()}
      />
    </Suspense>
  );
}
