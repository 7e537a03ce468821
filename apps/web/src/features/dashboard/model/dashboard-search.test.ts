import { expect, test } from 'vitest';
import { dashboardSearchSchema } from './dashboard-search.ts';
import { userMetricsSearchSchema } from './user-metrics-search.ts';

const nothing = { days: 14, from: '', to: '', team: '' };

test.each([
  [{}, nothing],
  [
    { team: 'all', days: '7' },
    { ...nothing, team: 'all', days: 7 },
  ],
  [{ team: 'a'.repeat(64) }, { ...nothing, team: 'a'.repeat(64) }],
  [{ team: 'a'.repeat(65) }, nothing],
  [{ days: '0' }, nothing],
  [{ days: '366' }, { ...nothing, days: 366 }],
  [{ days: '367' }, nothing],
  [{ days: '1.5' }, nothing],
  [
    { from: '2026-02-28', to: '2026-02-30' },
    { ...nothing, from: '2026-02-28' },
  ],
])('the address %j requests %j for the dashboard', (raw, asked) => {
  expect(dashboardSearchSchema.parse(raw)).toEqual(asked);
});

test.each([
  [{}, { ...nothing, q: '', page: 1 }],
  [
    { q: 'ana', page: '3', team: 'all' },
    { ...nothing, q: 'ana', page: 3, team: 'all' },
  ],
  [{ page: '0' }, { ...nothing, q: '', page: 1 }],
  [{ page: 'x' }, { ...nothing, q: '', page: 1 }],
])('the address %j requests %j for the figures by user', (raw, asked) => {
  expect(userMetricsSearchSchema.parse(raw)).toEqual(asked);
});

test('every parsed field has a place in the address', () => {
  expect(Object.keys(dashboardSearchSchema.shape).toSorted()).toEqual(Object.keys(nothing).toSorted());
  const fields = Object.keys({ ...nothing, q: '', page: 1 }).toSorted();
  expect(Object.keys(userMetricsSearchSchema.shape).toSorted()).toEqual(fields);
});
