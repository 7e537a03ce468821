import type { Platform } from '../../../platform/platform.ts';
import { executionsStore } from '../store/executions.store.ts';

const queue = 'scheduler.history';

/** addHistoryJob deletes, every night, the history of runs that are deleted by then. */
export function addHistoryJob({ jobs, clock, config, database }: Platform): void {
  jobs.handle(queue, () =>
    executionsStore.deleteBefore(database.sql, new Date(clock.now().getTime() - config.RETENTION_DAYS * 86_400_000)),
  );
  jobs.schedule(queue, '37 3 * * *');
}
