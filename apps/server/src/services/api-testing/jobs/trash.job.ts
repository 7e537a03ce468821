import type { Jobs } from '../../../platform/jobs/jobs.ts';

const queue = 'api-testing.trash';

/** addTrashJob permanently deletes, every night, what was deleted 30 days ago. */
export function addTrashJob(jobs: Pick<Jobs, 'handle' | 'schedule'>, trash: { purge(): Promise<void> }): void {
  jobs.handle(queue, trash.purge);
  jobs.schedule(queue, '41 3 * * *');
}
