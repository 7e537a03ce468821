import { AppError } from '@touchstone/kernel';
import { runErrors } from '../errors.ts';
import { runsStore } from '../store/runs.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { AssertMay } from './open-run.ts';
import type { Runs } from './runs.ts';

/** createStartRun starts runs of every kind: checks permission, has the kind plan the run, and queues it. */
export function createStartRun({
  platform,
  kinds,
  assertMay,
  enqueue,
}: Pick<RunNeeds, 'platform' | 'kinds'> & { assertMay: AssertMay; enqueue: Runs['enqueue'] }): Runs['start'] {
  const find = (organizationId: string, runId: string) => runsStore.find(platform.database.sql, organizationId, runId);
  return async function start(caller, kindName, input, origin, { runId } = {}) {
    const kind = kinds.get(kindName);
    if (!kind?.plan) throw new AppError(runErrors.notStartable, { params: { kind: kindName } });
    const { organizationId } = caller;
    const { projectId } = input;
    await assertMay(caller, kind, projectId, 'edit');
    const before = runId && (await find(organizationId, runId));
    if (before) return before;
    const { auditDetail, stored, discard, ...planned } = await kind.plan(caller, input, { ...(runId && { runId }) });
    const place = { organizationId, projectId, kind: kindName, user: caller, ...(origin && { origin }) };
    const given = { ...planned, ...(runId && { runId }), ...place };
    const run = await enqueue(given).catch(async (error: unknown) => {
      const other = runId && (await find(organizationId, runId));
      if (other) return other;
      await discard?.();
      throw error;
    });
    await stored?.(run);
    const detail = { name: run.name, number: run.number, ...auditDetail };
    await platform.audit(caller, { action: 'run.started', target: run.runId, detail });
    return run;
  };
}
