import { useSyncExternalStore } from 'react';

let opened = false;
const listeners = new Set<() => void>();
const set = (next: boolean) => {
  opened = next;
  for (const listener of listeners) listener();
};

/** expiredNotice asks for the dialog about an expired plan or licence: a refused call does, and a click on a tag "Expired". */
export const expiredNotice = {
  isOpen: () => opened,
  open: () => set(true),
  close: () => set(false),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** useExpiredNotice follows whether the dialog is asked for. */
export const useExpiredNotice = (): boolean => useSyncExternalStore(expiredNotice.subscribe, expiredNotice.isOpen);
