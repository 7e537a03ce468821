import type { ExecutionStatus, ExecutionSummary } from '@touchstone/contracts/api-testing';
import { finalRunStatuses, type RunCounts, type RunStatus } from '@touchstone/contracts/runs';

const inner: Record<ExecutionStatus, RunStatus> = {
  Pass: 'passed',
  Completed: 'passed',
  Fail: 'failed',
  'Error in Run': 'error',
  Running: 'running',
  'Generating Report': 'running',
  Executing: 'running',
  'Run Initiated': 'queued',
  'No Test Cases': 'skipped',
  Cancelled: 'cancelled',
};

/** statusOf maps a displayed word to the internal state, whose glyph is shown next to it. */
export const statusOf = (word: string): RunStatus => inner[word as ExecutionStatus] ?? 'queued';

export const isFinal = (status: RunStatus): boolean => finalRunStatuses.includes(status);

/** countsOf returns the counts of a run, in the terms of its events. */
export const countsOf = (run: ExecutionSummary): RunCounts => ({
  total: run.total,
  queued: run.queued,
  running: run.running,
  passed: run.passed,
  failed: run.failed,
  error: run.errors,
  skipped: run.skipped,
  cancelled: run.cancelled,
});
