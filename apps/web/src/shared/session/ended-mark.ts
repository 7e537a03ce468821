/** How the session of this tab ended; kept so that a reload cannot bring it back. */
export type SessionEnd = 'expired' | 'idle';

const key = 'touchstone.session-ended';

export const endedMark = {
  get(): SessionEnd | null {
    const value = sessionStorage.getItem(key);
    return value === 'expired' || value === 'idle' ? value : null;
  },
  set: (end: SessionEnd): void => sessionStorage.setItem(key, end),
  clear: (): void => sessionStorage.removeItem(key),
};
