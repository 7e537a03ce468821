import type { Jobs } from '../../../platform/jobs/jobs.ts';

const pendingQueue = 'api-testing.run-results-pending';
const deletedQueue = 'api-testing.run-results-retention';

/** addRunResultJobs imports the results of earlier runs after an upgrade, and deletes those of deleted runs. */
export function addRunResultJobs(
  jobs: Pick<Jobs, 'handle' | 'schedule'>,
  results: { bringIn(): Promise<void>; sweep(): Promise<void> },
): void {
  jobs.handle(pendingQueue, results.bringIn);
  jobs.schedule(pendingQueue, '* * * * *');
  jobs.handle(deletedQueue, results.sweep);
  jobs.schedule(deletedQueue, '33 * * * *');
}
