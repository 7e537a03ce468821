import { useSyncExternalStore } from 'react';
import { session } from './browser-session.ts';
import { endedMark } from './ended-mark.ts';
import { createIdleWatch, type IdleState } from './idle-watch.ts';

const key = 'touchstone.last-activity';
const recheckMs = 1000;
const expiredListeners = new Set<() => void>();

/** The idle watch of this page. */
export const idleWatch = createIdleWatch({
  now: () => Date.now(),
  lastActivity: {
    get: () => Number(localStorage.getItem(key)) || undefined,
    set: (atMs) => localStorage.setItem(key, String(atMs)),
  },
  onExpired() {
    for (const listener of expiredListeners) listener();
  },
});

export const useIdle = (): IdleState => useSyncExternalStore(idleWatch.subscribe, idleWatch.getState);

/**
 * watchActivity counts the user's activity in this tab; `onExpired` ends the session. Returns a function that stops it.
 */
export function watchActivity(onExpired: () => void): () => void {
  const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
  const touch = () => idleWatch.touch();
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === key) idleWatch.check();
  };
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    setTimeout(() => {
      if (endedMark.get() === 'idle') session.expire();
      else idleWatch.check();
    }, recheckMs);
  };
  expiredListeners.add(onExpired);
  for (const event of events) window.addEventListener(event, touch, { passive: true });
  window.addEventListener('storage', fromOtherTab);
  document.addEventListener('visibilitychange', wake);
  return () => {
    expiredListeners.delete(onExpired);
    for (const event of events) window.removeEventListener(event, touch);
    window.removeEventListener('storage', fromOtherTab);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** forgetActivity makes the next sign-in start a new watch. */
export const forgetActivity = (): void => localStorage.removeItem(key);
