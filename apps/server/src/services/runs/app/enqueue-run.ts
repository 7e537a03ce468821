import { newId } from '@touchstone/kernel';
import { originColumns, runsStore } from '../store/runs.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

/** createEnqueueRun stores a run with its plan and notifies the runners. */
export function createEnqueueRun({
  platform: { database },
  get,
  wake,
}: Pick<RunNeeds, 'platform' | 'get' | 'wake'>): Runs['enqueue'] {
  return async function enqueue(input) {
    const { steps, user, runId = newId(), parent, origin, ...values } = input;
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
    });
    await wake('runs_queue', runId);
    return get(input.organizationId, runId);
  };
}
