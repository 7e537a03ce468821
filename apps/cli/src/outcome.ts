import type { ExecutionStatus } from '@touchstone/contracts/api-testing';
import type { ReportCounts } from '@touchstone/report';

/** Exit code by outcome. A run that tested nothing must not look like a passed one. */
export const outcomes = { passed: 0, failed: 1, error: 2, cancelled: 2, empty: 2 } as const;
export type Outcome = keyof typeof outcomes;

/** outcomeOf returns the worst outcome; errors outrank failures, because they leave open whether the API works. */
export function outcomeOf(counts: ReportCounts, isCancelled = false): Outcome {
  if (isCancelled) return 'cancelled';
  if (counts.errors > 0) return 'error';
  if (counts.failed > 0) return 'failed';
  if (counts.cancelled > 0) return 'cancelled';
  return counts.passed > 0 ? 'passed' : 'empty';
}

/** The displayed statuses of the product. */
export const outcomeWords: Record<Outcome, ExecutionStatus> = {
  passed: 'Pass',
  failed: 'Fail',
  error: 'Error in Run',
  cancelled: 'Cancelled',
  empty: 'No Test Cases',
};
