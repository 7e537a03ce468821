import type { Platform } from '../../../platform/platform.ts';
import { activityStore } from '../store/activity.store.ts';
import { invitationsStore } from '../store/invitations.store.ts';

const queue = 'collaboration.sweep';
const dayMs = 86_400_000;
const keptDays = 90;

/**
 * addSweepJob adds the nightly job that deletes pages closed without notice, and unaccepted invitations after 90 days.
 */
export function addSweepJob({ jobs, clock, database }: Platform): void {
  jobs.handle(queue, async () => {
    const now = clock.now().getTime();
    await activityStore.deleteSeenBefore(database.sql, new Date(now - dayMs));
    await invitationsStore.deleteEndedBefore(database.sql, new Date(now - keptDays * dayMs));
  });
  jobs.schedule(queue, '11 3 * * *');
}
