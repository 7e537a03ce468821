import type { Platform } from '../../../platform/platform.ts';

const queue = 'identity.purge';
const dayMs = 24 * 3600_000;
const signUpLifeMs = 7 * dayMs;

interface Purges {
  /** Removes what expired before the given time. */
  expired: ((before: Date) => Promise<void>)[];
  failures: { purge(before: Date): Promise<void> };
  users: { discardSignUpsBefore(before: Date): Promise<void> };
}

/**
 * addPurgeJob removes expired sessions, codes, links, challenges, old failures and sign-ups that weren't activated,
 * every ten minutes.
 */
export function addPurgeJob(platform: Platform, stores: Purges): void {
  platform.jobs.handle(queue, async () => {
    const now = platform.clock.now();
    for (const purge of stores.expired) await purge(now);
    await stores.failures.purge(new Date(now.getTime() - dayMs));
    await stores.users.discardSignUpsBefore(new Date(now.getTime() - signUpLifeMs));
  });
  platform.jobs.schedule(queue, '*/10 * * * *');
}
