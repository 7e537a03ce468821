import type { InsightDay, Insights, InsightTotals } from '@touchstone/contracts/api-testing';
import { fillDays } from '../../../shared/day-range.ts';
import { formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';

/** trendOf returns a value for every day of the range: outcomes, pass rate in percent, mean duration. */
export function trendOf(days: readonly InsightDay[], range: { startDate: string; endDate: string }) {
  const all = fillDays(days, range, (date) => ({
    date,
    runs: 0,
    passed: 0,
    failed: 0,
    error: 0,
    averageDurationMs: null,
  }));
  return {
    outcomes: all.map(({ date, runs, passed, failed, error }) => ({ date, total: runs, passed, failed, error })),
    passRate: all.map(({ date, passed, failed, error }) => {
      const judged = passed + failed + error;
      return { date, value: judged > 0 ? (passed / judged) * 100 : null };
    }),
    duration: all.map(({ date, averageDurationMs }) => ({ date, value: averageDurationMs })),
  };
}

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : value < 0 ? `−${text}` : text);
const before = (note: string) => `${note} vs. previous`;

/** tilesOf returns the figures of a period, each with its change from the previous period of the same length. */
export function tilesOf({
  totals,
  previous,
  flakyScripts,
}: Insights): { label: string; value: string; note?: string }[] {
  const change = (of: (from: InsightTotals) => number) => {
    const difference = of(totals) - of(previous);
    return previous.runs > 0 ? { note: before(signed(difference, formatCount(Math.abs(difference)))) } : {};
  };
  const rateChange = (totals.passRate ?? 0) - (previous.passRate ?? 0);
  const timeChange = (totals.averageDurationMs ?? 0) - (previous.averageDurationMs ?? 0);
  const hasBoth = totals.passRate !== null && previous.passRate !== null;
  return [
    { label: 'Runs', value: formatCount(totals.runs), ...change(({ runs }) => runs) },
    {
      label: 'Pass rate',
      value: totals.passRate === null ? '–' : formatPercent(totals.passRate),
      ...(hasBoth && {
        note: before(signed(rateChange, `${formatCount(Math.round(Math.abs(rateChange) * 10) / 10)} points`)),
      }),
    },
    { label: 'Failed', value: formatCount(totals.failed), ...change(({ failed }) => failed) },
    { label: 'Error in run', value: formatCount(totals.error), ...change(({ error }) => error) },
    {
      label: 'Average duration',
      value: formatDuration(totals.averageDurationMs),
      ...(hasBoth && { note: before(signed(timeChange, formatDuration(Math.abs(timeChange)))) }),
    },
    { label: 'Flaky scripts', value: formatCount(flakyScripts), note: 'Passed and failed' },
  ];
}
