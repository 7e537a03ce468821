import { createWake } from '../../../platform/database/notifier.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cloneChannel, cloneKey } from '../app/clone-progress.ts';
import { broadcastsStore } from '../store/broadcasts.store.ts';
import { clonesStore } from '../store/clones.store.ts';
import { notificationsStore } from '../store/notifications.store.ts';

const queue = 'notifications.sweep';
const hourMs = 3_600_000;
/** No copy takes this long: its process has died. */
const staleCloneMs = hourMs;
/** How long a copy's state is kept: as long as its stream may stay silent. */
const keepClonesMs = 24 * hourMs;

/**
 * addSweepJob adds the hourly job that deletes notifications and broadcasts older than `retentionDays`, and ends copies
 * of dead processes.
 */
export function addSweepJob(platform: Platform, retentionDays: number): void {
  const { database, clock, jobs } = platform;
  const wake = createWake(platform);
  jobs.handle(queue, async () => {
    const db = database.sql;
    const now = clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const retentionMs = retentionDays * 24 * hourMs;
    await notificationsStore.deleteBefore(db, ago(retentionMs));
    await broadcastsStore.deleteEndedBefore(db, ago(retentionMs));
    await clonesStore.deleteBefore(db, ago(keepClonesMs));
    for (const { userId, uniqueIdentifier } of await clonesStore.failStaleBefore(db, ago(staleCloneMs), now))
      await wake(cloneChannel, cloneKey(userId, uniqueIdentifier));
  });
  jobs.schedule(queue, '27 * * * *');
}
