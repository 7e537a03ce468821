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

/** flowStatusOf is the word on screen for the state of a run of a workflow. */
export const flowStatusOf = (status: RunStatus): string => words[status];
