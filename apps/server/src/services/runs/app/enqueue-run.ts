import { newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { originColumns, runsStore } from '../store/runs.store.ts';
import { statisticsStore } from '../store/statistics.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

/** createEnqueueRun stores a run with its plan and notifies the runners. */
export function createEnqueueRun({
  platform: { database },
  get,
  wake,
}: Pick<RunNeeds, 'platform' | 'get' | 'wake'>): Runs['enqueue'] {
  return async function enqueue(input) {
    const { steps, user, runId = newId(), parent, origin, quota, ...values } = input;
    const { organizationId } = input;
    await database.transaction(async (sql) => {
      await runsStore.insertRun(sql, {
        id: runId,
        ...values,
        ...originColumns(origin),
        total: 0,
        createdBy: user.userId,
        createdByName: user.name,
        ...(parent && { parentRunId: parent.runId, parentStepId: parent.stepId ?? null }),
      });
      await runsStore.setPlanned(sql, runId, await runsStore.insertSteps(sql, runId, steps));
      if (!quota || parent) return;
      const { since, most, full } = quota;
      // Last, because storing a long plan takes time: other starts of the organization wait for this one from here on.
      const limit = { place: `runs of ${organizationId}`, most, full };
      await assertRoom(sql, limit, () => statisticsStore.countSince(sql, { organizationId, since }), 0);
    });
    await wake('runs_queue', runId);
    return get(organizationId, runId);
  };
}
