import type { SchedulerExecution } from '@touchstone/contracts/scheduler';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { schedulerErrors } from '../errors.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, jobsStore } from '../store/jobs.store.ts';
import type { ResultNotifier } from './result-notifier.ts';
import type { ShowJobs } from './show-jobs.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  show: ShowJobs;
  notifier: ResultNotifier;
}

interface Place {
  projectId: string;
  executionId: string;
}

/**
 * createResendResult sends a result to its job's webhook on request; a failed call is reported in the response's
 * `tellProblem`.
 */
export function createResendResult({ platform, workspaces, show, notifier }: Needs) {
  const { sql } = platform.database;
  const find = async ({ projectId, executionId }: Place): Promise<ExecutionRow> => {
    const row = await executionsStore.find(sql, executionId);
    if (row?.projectId !== projectId) throw new AppError(schedulerErrors.executionNotFound);
    return row;
  };

  return async function resendResult(caller: Actor, place: Place): Promise<SchedulerExecution> {
    await workspaces.open(caller, place.projectId, 'edit');
    const { executionId } = place;
    const execution = await find(place);
    if (!execution.finishedAt) throw new AppError(schedulerErrors.executionNotEnded);
    const job = await jobsStore.get(sql, execution.jobId);
    if (!job?.notifyWebhook) throw new AppError(schedulerErrors.noWebhook);
    const problem = await notifier.callWebhook(executionId);
    await platform.audit(caller, {
      action: 'job-result.sent',
      target: executionId,
      detail: { isTold: problem === null },
    });
    const [shown] = await show.executions(caller.organizationId, [await find(place)]);
    return shown as SchedulerExecution;
  };
}
export type ResendResult = ReturnType<typeof createResendResult>;
