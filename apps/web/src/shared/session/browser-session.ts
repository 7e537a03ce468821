import { ApiError, createClient } from '@touchstone/contracts';
import { type Account, identityRoutes } from '@touchstone/contracts/identity';
import { useSyncExternalStore } from 'react';
import { tokenHeaders } from './call-headers.ts';
import { fetchEarly } from './early/early-calls.ts';
import { endedMark } from './ended-mark.ts';
import { createSession, type SessionState } from './session.ts';
import { refreshLock, signedInHintKey } from './session-keys.ts';

const bare = createClient({ baseUrl: '', fetch: fetchEarly });

/** The session of this page. */
export const session = createSession({
  requestToken: (form) => bare.call(identityRoutes.token, { body: form }),
  loadAccount: (accessToken) =>
    createClient({
      baseUrl: '',
      headers: () => tokenHeaders(accessToken),
      fetch: fetchEarly,
    }).call(identityRoutes.getAccount, {}),
  now: () => Date.now(),
  withLock: (work) =>
    'locks' in navigator ? (navigator.locks.request(refreshLock, work) as ReturnType<typeof work>) : work(),
  channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel('touchstone-session') : undefined,
  hint: {
    get: () => localStorage.getItem(signedInHintKey) !== null,
    set: (signedIn) =>
      signedIn ? localStorage.setItem(signedInHintKey, '1') : localStorage.removeItem(signedInHintKey),
  },
  isRefusal: (error) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
});

if (typeof document !== 'undefined') {
  // Timers sleep with the tab: check again when it wakes up.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.getState().status === 'signedIn')
      void session.ensure().catch(() => undefined);
  });
}

session.subscribe(() => {
  if (session.getState().status === 'expired' && !endedMark.get()) endedMark.set('expired');
});

/** useSession returns the state of the session, as a hook. */
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.getState);

let lastAccount = session.getState().account;
session.subscribe(() => {
  lastAccount = session.getState().account ?? lastAccount;
});

/**
 * useAccount returns the signed-in user, for screens behind the session guard. A screen being left after sign-out still
 * gets the previous user.
 */
export function useAccount(): Account {
  const account = useSession().account ?? lastAccount;
  if (!account) throw new Error('No account: this screen belongs behind the session guard.');
  return account;
}
