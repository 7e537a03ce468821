import type { CloneEvent } from '@touchstone/contracts/notifications';

/** STARTING: requested, but without an event yet. */
export type CloneStatus = 'STARTING' | CloneEvent['executionStatus'];

export interface CloneNotice {
  uniqueIdentifier: string;
  /** Name of the copied item. */
  name: string;
  status: CloneStatus;
}

/** How long a notice stays after its stream was closed. */
export const removeAfterMs = 20_000;

let notices: readonly CloneNotice[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly CloneNotice[]) => {
  notices = next;
  for (const listener of listeners) listener();
};

/** cloneNotices is the copies that this page follows or has just followed. */
export const cloneNotices = {
  get: () => notices,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  open(uniqueIdentifier: string, name: string): void {
    change([...notices, { uniqueIdentifier, name, status: 'STARTING' }]);
  },
  update(uniqueIdentifier: string, status: CloneStatus): void {
    change(notices.map((notice) => (notice.uniqueIdentifier === uniqueIdentifier ? { ...notice, status } : notice)));
  },
  /** Shows how the copy ended; the notice disappears automatically. */
  close(uniqueIdentifier: string, status: 'COMPLETED' | 'FAILED'): void {
    cloneNotices.update(uniqueIdentifier, status);
    setTimeout(() => cloneNotices.remove(uniqueIdentifier), removeAfterMs);
  },
  remove(uniqueIdentifier: string): void {
    change(notices.filter((notice) => notice.uniqueIdentifier !== uniqueIdentifier));
  },
};
