import type { Platform } from '../../../platform/platform.ts';
import { emptyClosedWallets } from '../app/closures.ts';
import type { Grace } from '../app/grace.ts';
import type { Reservations } from '../app/reservations.ts';

const queue = 'virtual-users.sweep';

/** addSweepJob ends, every minute, holds of runs whose process is gone and graces whose time is over, and empties closed wallets. */
export function addSweepJob(platform: Platform, reservations: Reservations, grace: Grace): void {
  platform.jobs.handle(queue, async () => {
    const released = await reservations.releaseOverdue();
    if (released) platform.log.warn({ released }, 'holds of virtual users outlived their runs');
    await grace.endOverdue();
    await emptyClosedWallets(platform);
  });
  platform.jobs.schedule(queue, '* * * * *');
}
