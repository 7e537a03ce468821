import type { Platform } from '../../../platform/platform.ts';
import { emptyClosedWallets } from '../app/closures.ts';
import type { Grace } from '../app/grace.ts';
import type { Reservations } from '../app/reservations.ts';

const queue = 'virtual-users.sweep';

/**
 * addSweepJob returns every minute, ends holds of runs whose process has died and expired graces, and empties closed
 * wallets.
 */
export function addSweepJob(platform: Platform, reservations: Reservations, grace: Grace): void {
  platform.jobs.handle(queue, async () => {
    const released = await reservations.releaseOverdue();
    if (released) platform.log.warn({ released }, 'holds of virtual users outlived their runs');
    await grace.endOverdue();
    await emptyClosedWallets(platform);
  });
  platform.jobs.schedule(queue, '* * * * *');
}
