import type { ExecutionStatus } from '@touchstone/contracts/api-testing';
import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';

/** executionStatusOf returns the displayed status (api.md §3) of a run's state. */
export function executionStatusOf(status: RunStatus, counts: Pick<RunCounts, 'total'>): ExecutionStatus {
  switch (status) {
    case 'queued':
      return 'Run Initiated';
    case 'running':
      return 'Running';
    case 'passed':
      return counts.total === 0 ? 'No Test Cases' : 'Pass';
    case 'failed':
      return 'Fail';
    case 'error':
      return 'Error in Run';
    case 'cancelled':
      return 'Cancelled';
    case 'skipped':
      return 'Completed';
  }
}

/** Translates displayed statuses to run states, and whether passed runs must be without steps. */
export function statusFilter(words: readonly ExecutionStatus[]): { statuses: RunStatus[]; empty: boolean | undefined } {
  const states: Record<ExecutionStatus, RunStatus[]> = {
    Pass: ['passed'],
    Completed: ['passed', 'failed', 'skipped'],
    Fail: ['failed'],
    'Error in Run': ['error'],
    Running: ['running'],
    'Generating Report': [],
    'Run Initiated': ['queued'],
    Executing: ['running'],
    'No Test Cases': ['passed'],
    Cancelled: ['cancelled'],
  };
  const asks = (word: ExecutionStatus) => words.includes(word);
  const isUndecided = asks('Completed') || asks('Pass') === asks('No Test Cases');
  const empty = isUndecided ? undefined : asks('No Test Cases');
  return { statuses: [...new Set(words.flatMap((word) => states[word]))], empty };
}
