import type { CloneEvent } from '@touchstone/contracts/notifications';
import { createWake } from '../../../platform/database/notifier.ts';
import type { Waiters } from '../../../platform/database/waiters.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clonesStore } from '../store/clones.store.ts';

export const cloneChannel = 'notifications_clone';
/** The longest delay of an event whose wake-up is lost. */
const pollIntervalMs = 2000;
/** How long a stream waits for a copy that hasn't started. */
const beginsWithinMs = 30_000;

type Starter = Pick<Caller, 'userId' | 'organizationId'>;
interface CloneName {
  /** Chosen by the requester of the copy; without one it can't be followed. */
  uniqueIdentifier: string | undefined;
  folderType: CloneEvent['folderType'];
}

export const cloneKey = (userId: string, uniqueIdentifier: string): string => `${userId} ${uniqueIdentifier}`;

/** CloneProgress runs a copy and reports its progress to its starter. Failed reports don't affect the copy. */
export type CloneProgress = <T>(starter: Starter, name: CloneName, work: () => Promise<T>) => Promise<T>;

/** createClones stores the state of copies for those who started them. */
export function createClones({ platform, waiters }: { platform: Platform; waiters: Waiters }) {
  const { database, clock, log } = platform;
  const wake = createWake(platform);
  const publish = async (starter: Starter, { uniqueIdentifier, ...state }: CloneEvent) => {
    const { userId, organizationId } = starter;
    try {
      const values = { userId, organizationId, uniqueIdentifier, ...state, updatedAt: clock.now() };
      await clonesStore.save(database.sql, values);
      await wake(cloneChannel, cloneKey(userId, uniqueIdentifier));
    } catch (error) {
      log.error({ err: error, uniqueIdentifier }, 'the state of a copy was not kept');
    }
  };

  const progress: CloneProgress = async (starter, { uniqueIdentifier, folderType }, work) => {
    if (!uniqueIdentifier) return work();
    await publish(starter, { uniqueIdentifier, folderType, executionStatus: 'RUNNING' });
    try {
      const result = await work();
      await publish(starter, { uniqueIdentifier, folderType, executionStatus: 'COMPLETED' });
      return result;
    } catch (error) {
      await publish(starter, { uniqueIdentifier, folderType, executionStatus: 'FAILED' });
      throw error;
    }
  };

  return {
    progress,
    /** States after `after`, up to the end of the copy. Ends if the copy doesn't start in time. */
    async *follow(
      starter: Starter,
      uniqueIdentifier: string,
      { after, signal }: { after: number; signal: AbortSignal },
    ): AsyncGenerator<CloneEvent & { seq: number }> {
      const startedMs = clock.monotonicMs();
      let seen = after;
      const keys = [cloneKey(starter.userId, uniqueIdentifier)];
      for await (const _ of waiters.wakeUps(keys, { signal, everyMs: pollIntervalMs })) {
        const row = await clonesStore.find(database.sql, starter, uniqueIdentifier);
        if (!row) {
          if (clock.monotonicMs() - startedMs > beginsWithinMs) return;
          continue;
        }
        const { executionStatus, folderType, seq } = row;
        if (seq > seen) yield { uniqueIdentifier, executionStatus, folderType, seq };
        seen = seq;
        if (executionStatus !== 'RUNNING') return;
      }
    },
  };
}

export type Clones = ReturnType<typeof createClones>;
