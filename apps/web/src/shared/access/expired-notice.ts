import { useSyncExternalStore } from 'react';

let opened = false;
const listeners = new Set<() => void>();
const set = (next: boolean) => {
  opened = next;
  for (const listener of listeners) listener();
};

/**
 * expiredNotice receives the requests for the dialog about an expired plan or licence, made by a refused call or a
 * click on an "Expired" tag.
 */
export const expiredNotice = {
  isOpen: () => opened,
  open: () => set(true),
  close: () => set(false),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** useExpiredNotice returns whether the dialog is requested, as a hook. */
export const useExpiredNotice = (): boolean => useSyncExternalStore(expiredNotice.subscribe, expiredNotice.isOpen);
