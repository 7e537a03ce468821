import { expect, test } from 'vitest';
import { noRuns, sum, type Totals, withPercent } from './totals.ts';

const totals = (given: Partial<Totals>): Totals => ({ ...noRuns, ...given });

test('totals are added up; the average counts runs that have ended', () => {
  const rows = [
    totals({ runs: 6, passed: 2, failed: 1, error: 1, cancelled: 1, running: 1, averageDurationMs: 100 }),
    totals({ runs: 3, passed: 1, cancelled: 2, averageDurationMs: 600 }),
    totals({ runs: 5, running: 5, averageDurationMs: 9000 }),
  ];
  expect(sum(rows)).toEqual({
    runs: 14,
    passed: 3,
    failed: 1,
    error: 1,
    cancelled: 3,
    running: 6,
    averageDurationMs: 200,
  });
});

test.each([
  ['no row', []],
  ['a row without runs', [noRuns]],
])('%s has the totals of no run', (_case, rows) => {
  expect(sum(rows)).toEqual(noRuns);
});

test('runs that have not ended have no average', () => {
  expect(sum([totals({ runs: 2, running: 1, cancelled: 1, averageDurationMs: 50 })]).averageDurationMs).toBe(0);
});

test.each([
  [{ passed: 1, failed: 1, error: 1, cancelled: 5, running: 5 }, 33.3],
  [{ passed: 3 }, 100],
  [{ failed: 3 }, 0],
  [{ error: 2 }, 0],
  [{ running: 3 }, 0],
])('of %j passed %d %%', (given, passedPercent) => {
  expect(withPercent(totals(given))).toEqual({ ...totals(given), passedPercent });
});
