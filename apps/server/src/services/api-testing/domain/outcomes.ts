import type { ResultStatus, RunResult } from './run-results.ts';

/** How many of the latest results are shown and used to decide whether a subject is flaky. */
export const outcomesShown = 20;

/** The fields of a result that decide whether its subject is flaky. */
export type JudgedOutcome = Pick<RunResult, 'status' | 'environmentName' | 'revision'>;

const isJudged = (status: ResultStatus): boolean => status === 'passed' || status === 'failed' || status === 'error';

/**
 * isFlaky returns whether two consecutive results in the same environment differ although the subject didn't change:
 * one passed, the other failed or couldn't run. Inconclusive results (stopped, skipped) are ignored.
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
