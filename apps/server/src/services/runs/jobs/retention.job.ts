import type { Platform } from '../../../platform/platform.ts';

const queue = 'runs.retention';

/** addRetentionJob adds the job that deletes expired runs every night. */
export function addRetentionJob({ jobs }: Pick<Platform, 'jobs'>, deleteExpired: () => Promise<void>): void {
  jobs.handle(queue, deleteExpired);
  jobs.schedule(queue, '17 3 * * *');
}
