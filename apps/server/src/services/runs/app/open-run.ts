import { canRead, canWrite } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { RunKind, RunNeed, RunViewer } from '../domain/run-kind.ts';
import { runErrors } from '../errors.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

const usualAccess = { view: canRead, edit: canWrite };

/** createOpenRun checks a caller's access to a run: asks the run's kind and the licence of its service. */
export function createOpenRun({ platform, kinds, get }: Pick<RunNeeds, 'platform' | 'kinds' | 'get'>) {
  const assertMay = async (caller: RunViewer, kind: RunKind, projectId: string, need: RunNeed): Promise<void> => {
    const { service, access = usualAccess } = kind;
    await platform.callRules.assert({ service, access: access[need] }, caller);
    await kind.open(caller, projectId, need);
  };
  const open: Runs['open'] = async (caller, runId, need = 'view') => {
    const run = await get(caller.organizationId, runId);
    let top = run;
    while (top.parentRunId) top = await get(caller.organizationId, top.parentRunId);
    const kind = kinds.get(top.kind);
    if (!kind) throw new AppError(runErrors.notFound);
    await assertMay(caller, kind, top.projectId, need);
    return run;
  };
  return { open, assertMay };
}
export type AssertMay = ReturnType<typeof createOpenRun>['assertMay'];
