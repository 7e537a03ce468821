import { AppError, newId } from '@touchstone/kernel';
import { isFinal } from '../domain/run.ts';
import { runErrors } from '../errors.ts';
import { originColumns, runsStore } from '../store/runs.store.ts';
import { checkpointPlace } from './checkpoint.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

/** createRetryRun queues the plan of a finished run again, as far as its kind allows. */
export function createRetryRun({ platform, kinds, get, wake }: RunNeeds): Runs['retry'] {
  const { database, secrets } = platform;
  /** Reseals a checkpoint for another run, since it can only be opened for its own. */
  const sealAgain = (checkpoint: string, fromRunId: string, toRunId: string) =>
    secrets.seal(secrets.open(checkpoint, checkpointPlace(fromRunId)), checkpointPlace(toRunId));
  return async function retry(organizationId, runId, { user, steps, ...choice }) {
    const run = await get(organizationId, runId);
    if (!isFinal(run.status)) throw new AppError(runErrors.notFinished);
    if (run.parentRunId) throw new AppError(runErrors.childNotRetryable);
    const kind = kinds.get(run.kind);
    if (!kind?.retry) throw new AppError(runErrors.notRetryable);
    const { onlyFailed } = await kind.retry(run, choice);
    const source = await runsStore.findPlan(database.sql, runId);
    const newRunId = newId();
    await database.transaction(async (sql) => {
      await runsStore.insertRun(sql, {
        id: newRunId,
        organizationId,
        projectId: run.projectId,
        kind: run.kind,
        name: run.name,
        plan: kind.replan ? kind.replan(source?.plan, user) : source?.plan,
        label: run.label,
        runnerLabel: source?.runnerLabel ?? null,
        ...originColumns(run.origin),
        total: 0,
        createdBy: user.userId,
        createdByName: user.name,
        retryOf: runId,
        retryNumber: run.retryNumber + 1,
        ...(onlyFailed && source?.checkpoint && { checkpoint: sealAgain(source.checkpoint, runId, newRunId) }),
      });
      const total = steps
        ? await runsStore.insertSteps(sql, newRunId, steps)
        : await runsStore.copySteps(sql, runId, newRunId, onlyFailed);
      if (onlyFailed && total === 0) throw new AppError(runErrors.nothingToRetry);
      await runsStore.setPlanned(sql, newRunId, total);
    });
    await wake('runs_queue', newRunId);
    return get(organizationId, newRunId);
  };
}
