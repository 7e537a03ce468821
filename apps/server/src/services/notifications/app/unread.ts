import type { UnreadCount } from '@touchstone/contracts/notifications';
import type { Waiters } from '../../../platform/database/waiters.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { type Broadcasts, everybody } from './broadcasts.ts';
import type { OwnNotifications } from './notifications.ts';

/** The longest delay until a lost wake-up, or the end of a broadcast, is noticed. */
const pollIntervalMs = 60_000;

/** createUnread counts what a caller hasn't read, now and after each change. */
export function createUnread(needs: { own: OwnNotifications; broadcasts: Broadcasts; waiters: Waiters }) {
  const { own, broadcasts, waiters } = needs;
  const count = async (caller: Caller): Promise<UnreadCount> => {
    const [notifications, messages] = await Promise.all([own.countUnread(caller), broadcasts.countUnread(caller)]);
    return { notifications, broadcasts: messages };
  };
  return {
    count,
    /** Yields on every wake-up, even if the counts are the same: one may have arrived while another was deleted. */
    async *follow(caller: Caller, signal: AbortSignal): AsyncGenerator<UnreadCount> {
      const wakeUps = waiters.wakeUps([caller.userId, everybody], { signal, everyMs: pollIntervalMs });
      for await (const _ of wakeUps) yield await count(caller);
    },
  };
}

export type Unread = ReturnType<typeof createUnread>;
