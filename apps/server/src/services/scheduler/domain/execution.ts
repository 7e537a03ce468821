import type { RunStatus } from '@touchstone/contracts/runs';
import type { NotifyPolicy, SchedulerExecutionStatus } from '@touchstone/contracts/scheduler';

/** The status of one due time of a job. */
export type ExecutionStatus = SchedulerExecutionStatus;

/** A run started by an execution; without a status until it ends. */
export interface StartedRun {
  attempt: number;
  runId: string;
  status: RunStatus | null;
}

/** The problem of a job whose test has been deleted. */
export const testDeleted = 'The test was deleted.';
/** The problem of a job whose workspace is in the trash. */
export const workspaceTrashedProblem = 'The workspace was deleted.';
/** The problem of a job whose run configuration has been deleted. */
export const configurationDeleted = 'Its run configuration was deleted. Choose another one.';
/** Consecutive refusals after which a job is paused. */
export const maxRefusals = 3;
/** A time due longer ago than this was missed: the server was down, or the organization deactivated. */
export const missedAfterMs = 120_000;

const ends: Partial<Record<RunStatus, ExecutionStatus>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  error: 'ERROR',
  cancelled: 'CANCELLED',
  skipped: 'PASSED',
};

/** executionEnd returns the status of an execution whose run ended with this status. */
export const executionEnd = (status: RunStatus): ExecutionStatus => ends[status] ?? 'ERROR';

/** isBad returns whether a result counts as a failure for notifications. */
export const isBad = (status: ExecutionStatus): boolean => status !== 'PASSED' && status !== 'SKIPPED';

/** mayRetry returns whether a run with this result is retried. */
export const mayRetry = (status: ExecutionStatus, attempt: number, retryAttempts: number): boolean =>
  (status === 'FAILED' || status === 'ERROR') && attempt <= retryAttempts;

/** shouldNotify returns whether a result is reported; `before` is the previous result, if any. */
export function shouldNotify(
  when: NotifyPolicy['when'],
  status: ExecutionStatus,
  before: ExecutionStatus | undefined,
): boolean {
  if (when === 'NEVER' || status === 'SKIPPED') return false;
  if (when === 'ALWAYS') return true;
  if (when === 'FAILURE') return isBad(status);
  return before === undefined ? isBad(status) : isBad(before) !== isBad(status);
}

/** startedRuns returns the runs of an execution, with `run` added or updated. */
export const startedRuns = (runs: readonly StartedRun[], run: StartedRun): StartedRun[] =>
  [...runs.filter(({ runId }) => runId !== run.runId), run].sort((a, b) => a.attempt - b.attempt);
