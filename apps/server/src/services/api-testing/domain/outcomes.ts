import type { ResultStatus, RunResult } from './run-results.ts';

/** So many of the latest results are shown, and judge whether a subject is flaky. */
export const outcomesShown = 20;

/** What of a result says whether its subject is flaky. */
export type JudgedOutcome = Pick<RunResult, 'status' | 'environmentName' | 'revision'>;

const isJudged = (status: ResultStatus): boolean => status === 'passed' || status === 'failed' || status === 'error';

/**
 * isFlaky tells whether, of results in their order, two that follow each other in the same environment ended differently although the
 * subject was the same: one passed, the other failed or could not run. Results that judge nothing (stopped, skipped) are passed over.
 */
export function isFlaky(outcomes: readonly JudgedOutcome[]): boolean {
  const before = new Map<string, JudgedOutcome>();
  for (const outcome of outcomes) {
    if (!isJudged(outcome.status)) continue;
    const last = before.get(outcome.environmentName);
    before.set(outcome.environmentName, outcome);
    if (!last || last.revision !== outcome.revision) continue;
    if ((last.status === 'passed') !== (outcome.status === 'passed')) return true;
  }
  return false;
}
