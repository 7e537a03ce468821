import { lazy, Suspense } from 'react';
import { useSession } from '../shared/session/browser-session.ts';

const SessionExpiredDialog = lazy(() => import('./session-expired-dialog.tsx'));

/** SessionExpired blocks the page when the session is gone. */
export function SessionExpired() {
  const { status } = useSession();
  return <Suspense>{status === 'expired' ? <SessionExpiredDialog /> : null}</Suspense>;
}
