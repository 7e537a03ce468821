import type { Platform } from '../../../platform/platform.ts';
import type { RunsDoor } from '../../runs/index.ts';
import { executionsStore } from '../store/executions.store.ts';

const queue = 'scheduler.history';

/** addHistoryJob adds the job that deletes, every night, the history of runs that retention has deleted. */
export function addHistoryJob({ jobs, database }: Platform, { keptFrom }: Pick<RunsDoor, 'keptFrom'>): void {
  jobs.handle(queue, () => executionsStore.deleteBefore(database.sql, keptFrom()));
  jobs.schedule(queue, '37 3 * * *');
}
