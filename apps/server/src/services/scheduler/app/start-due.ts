import { canWrite } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Run } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { type ExecutionStatus, executionEnd, maxRefusals, startedRuns, testDeleted } from '../domain/execution.ts';
import { plannedVariables } from '../domain/job-variables.ts';
import { schedulerErrors } from '../errors.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, type JobRow, jobsStore } from '../store/jobs.store.ts';
import type { EndExecution, Writing } from './end-execution.ts';
import type { JobOwner } from './job-owner.ts';
import { assertPro } from './open-job.ts';
import type { DeactivatedOrganizations } from './plan-due.ts';
import type { TargetKinds } from './target-kinds.ts';

/** When a start that failed because of the product itself is retried. */
const againAfterMs = 15_000;
/** How many failed starts before giving up: ten minutes. */
const maxFailedStarts = 40;
/** Concurrent starts per process; each holds a connection. */
const maxConcurrent = 2;

interface Needs {
  platform: Platform;
  users: DeactivatedOrganizations;
  workspaces: Workspaces;
  kinds: TargetKinds;
  ownerOf: JobOwner;
  end: EndExecution;
}

/**
 * createStartDue starts the runs of executions. An execution's row is locked while its run starts, so only one process
 * starts it; the run's id is known beforehand, so if that process dies, another one finds the started run.
 */
export function createStartDue({ platform, users, workspaces, kinds, ownerOf, end }: Needs) {
  const { database, clock, log } = platform;

  const startRun = async (job: JobRow, execution: ExecutionRow): Promise<Run> => {
    if (!(await kinds.describe(job, [job])).has(job.targetId)) throw new AppError(schedulerErrors.targetDeleted);
    const owner = await ownerOf(job, execution);
    const { project } = await workspaces.open({ ...owner, workspaceAccess: canWrite }, job.projectId, 'edit');
    assertPro(owner, project.workspacePlan);
    const { projectId, targetId: id, environmentId, configurationId, options } = job;
    const variables = plannedVariables(job.id, job.variables);
    const target = { projectId, id, environmentId, configurationId, options, variables };
    return kinds.get(job.targetKind).start(owner, target, execution.runId);
  };

  const started = async ({ sql }: Writing, job: JobRow, execution: ExecutionRow): Promise<void> => {
    const { attempt, runId } = execution;
    await executionsStore.update(sql, execution.id, {
      status: 'RUNNING',
      message: null,
      startAt: null,
      startedAt: execution.startedAt ?? clock.now(),
      runs: startedRuns(execution.runs, { attempt, runId, status: null }),
    });
    if (job.refusals > 0) await jobsStore.setState(sql, job.id, { refusals: 0 });
  };

  const refused = async (writing: Writing, job: JobRow, execution: ExecutionRow, error: AppError): Promise<void> => {
    const message = reasonOf(job, error);
    await end.finish(writing, job, execution, { status: 'REFUSED', message });
    const refusals = job.refusals + 1;
    if (error.code === new AppError(schedulerErrors.targetDeleted).code)
      await jobsStore.setState(writing.sql, job.id, { nextDueAt: null, problem: testDeleted });
    else if (refusals < maxRefusals) await jobsStore.setState(writing.sql, job.id, { refusals });
    else
      await jobsStore.setState(writing.sql, job.id, {
        refusals,
        isPaused: true,
        problem: `Paused, because it could not start ${refusals} times in a row. ${message}`,
      });
  };

  const failed = async (writing: Writing, job: JobRow, execution: ExecutionRow, error: unknown): Promise<void> => {
    log.warn({ err: error, job: job.id, execution: execution.id }, 'a scheduled run could not be started');
    const failedStarts = execution.failedStarts + 1;
    const message = 'The run could not be started because of a fault of the server.';
    if (failedStarts >= maxFailedStarts)
      return end.finish(writing, job, execution, {
        status: 'ERROR',
        message: `${message} It was tried ${failedStarts} times.`,
      });
    const startAt = new Date(clock.now().getTime() + againAfterMs);
    await executionsStore.update(writing.sql, execution.id, { startAt, failedStarts, message });
  };

  const startNext = async (): Promise<boolean> => {
    const except = await users.listDeactivatedOrganizations();
    return database.transaction(async (sql, client) => {
      const execution = await executionsStore.takeStart(sql, clock.now(), except);
      const job = execution && (await jobsStore.get(sql, execution.jobId));
      if (!execution || !job) return false;
      const writing = { sql, client };
      if (job.isPaused) {
        await end.finish(writing, job, execution, endOfPaused(execution));
        return true;
      }
      try {
        await startRun(job, execution);
      } catch (error) {
        const isRefusal = error instanceof AppError && error.status < 500;
        await (isRefusal ? refused(writing, job, execution, error) : failed(writing, job, execution, error));
        return true;
      }
      await started(writing, job, execution);
      return true;
    });
  };

  /** Starts all due executions, except those of deactivated organizations; `signal` stops it between two. */
  return async function startDue(signal?: AbortSignal): Promise<void> {
    const work = async () => {
      while (!signal?.aborted && (await startNext()));
    };
    await Promise.all(Array.from({ length: maxConcurrent }, work));
  };
}

/** Without another attempt, the result is that of the last run. */
function endOfPaused({ runs, message }: ExecutionRow): { status: ExecutionStatus; message: string | null } {
  const status = runs.at(-1)?.status;
  return status ? { status: executionEnd(status), message } : { status: 'SKIPPED', message: 'The job was paused.' };
}

/** API errors address the caller; here they concern the job's creator, so that user is named. */
const reasonOf = ({ createdByName }: JobRow, { code, message }: AppError): string =>
  code.startsWith('SCHEDULER_') ? message : `Started in the name of ${createdByName}: ${message}`;
export type StartDue = ReturnType<typeof createStartDue>;
