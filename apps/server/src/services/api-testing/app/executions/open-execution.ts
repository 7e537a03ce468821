import { AppError } from '@touchstone/kernel';
import { isFinal, type Run } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { ExecutionNeeds } from './executions.ts';

/** createOpenExecution opens runs for a caller, checking their role in the workspace. */
export function createOpenExecution({ runs, workspaces }: ExecutionNeeds) {
  const open = async (actor: Actor, runId: string, need: 'view' | 'edit' = 'view'): Promise<Run> => {
    const run = await runs.get(actor.organizationId, runId);
    await workspaces.open(actor, run.projectId, need);
    return run;
  };
  const openFinished = async (actor: Actor, runId: string): Promise<Run> => {
    const run = await open(actor, runId);
    if (!isFinal(run.status)) throw new AppError(apiTestingErrors.reportNotReady);
    return run;
  };
  return { open, openFinished };
}
export type OpenExecution = ReturnType<typeof createOpenExecution>;
