import type { Jobs } from '../../../platform/jobs/jobs.ts';

export const sourceWatchesQueue = 'api-testing.source-watches';

/** addSourceWatchesJob checks the watched specifications that are due, every minute. */
export function addSourceWatchesJob(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  checks: { checkDue(): Promise<void> },
): void {
  jobs.handle(sourceWatchesQueue, checks.checkDue);
  jobs.schedule(sourceWatchesQueue, '* * * * *');
}
