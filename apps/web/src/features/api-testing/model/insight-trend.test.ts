import type { Insights, InsightTotals } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { tilesOf, trendOf } from './insight-trend.ts';

const totals = (given: Partial<InsightTotals>): InsightTotals => ({
  runs: 0,
  passed: 0,
  failed: 0,
  error: 0,
  cancelled: 0,
  passRate: null,
  averageDurationMs: null,
  ...given,
});
const insights = (now: Partial<InsightTotals>, before: Partial<InsightTotals>): Insights => ({
  totals: totals(now),
  previous: totals(before),
  flakyScripts: 2,
  days: [],
  suites: [],
  environments: [],
});
const notes = (given: Insights) =>
  Object.fromEntries(tilesOf(given).map(({ label, value, note }) => [label, [value, note]]));

test('each figure says how it changed', () => {
  const shown = notes(
    insights(
      { runs: 12, passed: 9, failed: 2, error: 1, passRate: 75, averageDurationMs: 2500 },
      { runs: 10, passed: 8, failed: 2, error: 0, passRate: 80.3, averageDurationMs: 2000 },
    ),
  );
  expect(shown).toEqual({
    Runs: ['12', '+2 vs. previous'],
    'Pass rate': ['75 %', '−5.3 points vs. previous'],
    Failed: ['2', '0 vs. previous'],
    'Error in run': ['1', '+1 vs. previous'],
    'Average duration': ['2.5 s', '+500 ms vs. previous'],
    'Flaky scripts': ['2', 'Passed and failed'],
  });
});

test('without earlier runs, or without judged runs, nothing is compared', () => {
  const shown = notes(insights({ runs: 1, cancelled: 1 }, {}));
  expect(shown.Runs).toEqual(['1', undefined]);
  expect(shown['Pass rate']).toEqual(['–', undefined]);
  expect(shown['Average duration']).toEqual(['–', undefined]);
});

test('every day of the range is there; the pass rate ignores stopped runs', () => {
  const day = { date: '2026-03-02', runs: 5, passed: 3, failed: 1, error: 0, averageDurationMs: 40 };
  const trend = trendOf([day], { startDate: '2026-03-01', endDate: '2026-03-03' });
  expect(trend.outcomes.map(({ date, total }) => [date, total])).toEqual([
    ['2026-03-01', 0],
    ['2026-03-02', 5],
    ['2026-03-03', 0],
  ]);
  expect(trend.passRate.map(({ value }) => value)).toEqual([null, 75, null]);
  expect(trend.duration.map(({ value }) => value)).toEqual([null, 40, null]);
});
