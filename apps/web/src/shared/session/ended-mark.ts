import { sessionEndKey } from './session-keys.ts';

/** How the session of this tab ended; kept so that a reload can't revive it. */
export type SessionEnd = 'expired' | 'idle' | 'denied';
const ends: readonly string[] = ['expired', 'idle', 'denied'] satisfies SessionEnd[];
const isEnd = (value: string | null): value is SessionEnd => value !== null && ends.includes(value);

export const endedMark = {
  get(): SessionEnd | null {
    const value = sessionStorage.getItem(sessionEndKey);
    return isEnd(value) ? value : null;
  },
  set: (end: SessionEnd): void => sessionStorage.setItem(sessionEndKey, end),
  clear: (): void => sessionStorage.removeItem(sessionEndKey),
};
