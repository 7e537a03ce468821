import type { RunStatus } from '@touchstone/contracts/runs';
import type { NotifyPolicy, SchedulerExecutionStatus } from '@touchstone/contracts/scheduler';

/** What became of one time at which a job was due. */
export type ExecutionStatus = SchedulerExecutionStatus;

/** A run that an execution started; without a status until it ends. */
export interface StartedRun {
  attempt: number;
  runId: string;
  status: RunStatus | null;
}

/** What a job says whose test is gone. */
export const testDeleted = 'The test was deleted.';
/** What a job says whose workspace was deleted and can be restored. */
export const workspaceTrashedProblem = 'The workspace was deleted.';
/** What a job says whose run configuration is gone. */
export const configurationDeleted = 'Its run configuration was deleted. Choose another one.';
/** Refusals in a row after which a job is paused. */
export const mostRefusals = 3;
/** What is due this long ago was missed: the server was down. */
export const missedAfterMs = 120_000;

const ends: Partial<Record<RunStatus, ExecutionStatus>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  error: 'ERROR',
  cancelled: 'CANCELLED',
  skipped: 'PASSED',
};

/** executionEnd is how an execution ends whose run has ended so. */
export const executionEnd = (status: RunStatus): ExecutionStatus => ends[status] ?? 'ERROR';

/** isBad tells whether a result is one that failures are told of. */
export const isBad = (status: ExecutionStatus): boolean => status !== 'PASSED' && status !== 'SKIPPED';

/** mayRetry tells whether a run that ended so is started again. */
export const mayRetry = (status: ExecutionStatus, attempt: number, retryAttempts: number): boolean =>
  (status === 'FAILED' || status === 'ERROR') && attempt <= retryAttempts;

/** isTold tells whether a result is told; `before` is that of the time before, if there was one. */
export function isTold(
  when: NotifyPolicy['when'],
  status: ExecutionStatus,
  before: ExecutionStatus | undefined,
): boolean {
  if (when === 'NEVER' || status === 'SKIPPED') return false;
  if (when === 'ALWAYS') return true;
  if (when === 'FAILURE') return isBad(status);
  return before === undefined ? isBad(status) : isBad(before) !== isBad(status);
}

/** startedRuns are the runs of an execution with one that has started or ended. */
export const startedRuns = (runs: readonly StartedRun[], run: StartedRun): StartedRun[] =>
  [...runs.filter(({ runId }) => runId !== run.runId), run].sort((a, b) => a.attempt - b.attempt);
