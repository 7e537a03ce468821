import { AppError } from '@touchstone/kernel';
import { runErrors } from '../errors.ts';
import { leasesStore } from '../store/leases.store.ts';
import { runsStore } from '../store/runs.store.ts';
import type { RunNeeds } from './create-runs.ts';
import { finishRun } from './finish-run.ts';
import type { Runs } from './runs.ts';

const perPage = 200;
const message = 'Run canceled';

/** createCancelRun requests a run and its parts to stop; a queued run ends immediately. */
export function createCancelRun({ platform, kinds, get, wake }: RunNeeds): Runs['cancel'] {
  const { database } = platform;
  return async function cancel(organizationId, runId) {
    const run = await get(organizationId, runId);
    const state = await runsStore.requestCancel(database.sql, organizationId, runId);
    if (!state) throw new AppError(runErrors.alreadyFinished);
    await leasesStore.cancelParts(database.pool, runId);
    const kind = kinds.get(run.kind);
    if (state === 'queued' && kind)
      await database.transaction(async (_sql, client) => {
        if (!(await leasesStore.lockQueued(client, runId))) return;
        const count = await leasesStore.closeOpenSteps(client, runId, 'cancelled', message);
        const closed = { status: 'cancelled', count } as const;
        await finishRun(platform, client, { kind, kinds }, { runId, forced: 'cancelled', closed, message });
      });
    await wake('runs_cancel', runId);
  };
}

/** cancelProject requests every open run of a project to stop, including parts of other projects' runs. */
export async function cancelProject(
  runs: Pick<Runs, 'list' | 'cancel'>,
  scope: { organizationId: string; projectId: string },
): Promise<void> {
  const open: string[] = [];
  for (let page = 0; ; page += 1) {
    const filter = { ...scope, statuses: ['queued' as const, 'running' as const], withParts: true };
    const { content } = await runs.list(filter, { page, size: perPage });
    open.push(...content.map(({ runId }) => runId));
    if (content.length < perPage) break;
  }
  for (const runId of open)
    await runs.cancel(scope.organizationId, runId).catch((error: unknown) => {
      // The run has ended in the meantime.
      if (!(error instanceof AppError)) throw error;
    });
}
