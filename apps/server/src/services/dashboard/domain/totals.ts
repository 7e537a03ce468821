import { percent } from './range.ts';

/** Totals without any runs. */
export const noRuns = { runs: 0, passed: 0, failed: 0, error: 0, cancelled: 0, running: 0, averageDurationMs: 0 };
/** Runs by outcome. */
export type Totals = typeof noRuns;

/** sum adds up totals; the average duration only counts runs that have ended. */
export function sum(rows: Totals[]): Totals {
  const total = rows.reduce<Totals>(
    (sofar, row) => ({
      runs: sofar.runs + row.runs,
      passed: sofar.passed + row.passed,
      failed: sofar.failed + row.failed,
      error: sofar.error + row.error,
      cancelled: sofar.cancelled + row.cancelled,
      running: sofar.running + row.running,
      averageDurationMs: sofar.averageDurationMs + row.averageDurationMs * ended(row),
    }),
    noRuns,
  );
  return { ...total, averageDurationMs: ended(total) ? total.averageDurationMs / ended(total) : 0 };
}

const ended = ({ passed, failed, error }: Totals) => passed + failed + error;

/** withPercent adds the percentage of passed runs among those that have ended. */
export const withPercent = (outcome: Totals) => ({
  ...outcome,
  passedPercent: percent(outcome.passed, ended(outcome)),
});
