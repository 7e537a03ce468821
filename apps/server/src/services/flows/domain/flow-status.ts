import type { RunStatus } from '@touchstone/contracts/runs';

const words: Record<RunStatus, string> = {
  queued: 'Run Initiated',
  running: 'Running',
  passed: 'Pass',
  failed: 'Fail',
  error: 'Error in Run',
  cancelled: 'Cancelled',
  skipped: 'Completed',
};

/** flowStatusOf returns the display text of a workflow run's status. */
export const flowStatusOf = (status: RunStatus): string => words[status];
