import type { PerformanceReport } from '@touchstone/contracts/api-testing';
import type { LoadSummary } from '@touchstone/engine-load';
import type { Outcome } from '../outcome.ts';

/** outcomeOfLoad returns the outcome of a local load run; without thresholds it passes unless nothing succeeded. */
export function outcomeOfLoad({
  end,
  passed,
  thresholds,
  total,
}: Pick<LoadSummary, 'end' | 'passed'> & {
  thresholds: readonly unknown[];
  total: { count: number; failed: number };
}): Outcome {
  if (end === 'stopped') return 'cancelled';
  if (total.count === 0) return 'empty';
  if (thresholds.length === 0) return total.failed < total.count ? 'passed' : 'failed';
  return passed ? 'passed' : 'failed';
}

/**
 * outcomeOfPerformance returns the outcome of a server's load run; a run that didn't end properly is an error, however
 * much it measured.
 */
export function outcomeOfPerformance(status: PerformanceReport['run']['status'], requests: number): Outcome {
  if (requests === 0) return 'empty';
  return status === 'passed' || status === 'failed' || status === 'cancelled' ? status : 'error';
}
