import { expect, test } from 'vitest';
import { instantOf, wallOf } from '../../../scheduler/index.ts';
import { lastPeriod, nextReportAt } from './report-times.ts';

const clocks = { instantOf, wallOf };
const times = (period: 'DAY' | 'WEEK' | 'MONTH', timezone: string, timeOfDay = '07:30') => ({
  period,
  timezone,
  timeOfDay,
});

test.each([
  ['a day', times('DAY', 'UTC'), '2026-03-05T07:29:59Z', '2026-03-05T07:30:00Z'],
  ['a day, its time is over', times('DAY', 'UTC'), '2026-03-05T07:30:00Z', '2026-03-06T07:30:00Z'],
  ['a day of a zone ahead', times('DAY', 'Asia/Tokyo'), '2026-03-05T00:00:00Z', '2026-03-05T22:30:00Z'],
  ['a week: on Monday', times('WEEK', 'UTC'), '2026-03-05T12:00:00Z', '2026-03-09T07:30:00Z'],
  ['a week: on Monday before its time', times('WEEK', 'UTC'), '2026-03-09T07:00:00Z', '2026-03-09T07:30:00Z'],
  ['a month: on the first', times('MONTH', 'UTC'), '2026-12-05T12:00:00Z', '2027-01-01T07:30:00Z'],
  [
    'a month in local time',
    times('MONTH', 'America/New_York', '00:00'),
    '2026-06-30T23:59:00Z',
    '2026-07-01T04:00:00Z',
  ],
  [
    'the day on which clocks go forward',
    times('DAY', 'Europe/Berlin', '02:30'),
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00Z',
  ],
  [
    'the day on which clocks go back',
    times('DAY', 'Europe/Berlin', '02:30'),
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
])('the next report of %s', (_, given, after, due) => {
  expect(nextReportAt(given, new Date(after), clocks).toISOString()).toBe(new Date(due).toISOString());
});

test.each([
  ['day', times('DAY', 'UTC'), '2026-03-05T00:00:00Z', '2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z'],
  [
    'day of 23 hours',
    times('DAY', 'Europe/Berlin'),
    '2026-03-30T05:30:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ],
  [
    'day of 25 hours',
    times('DAY', 'Europe/Berlin'),
    '2026-10-26T06:30:00Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
  ],
  ['week on a Sunday', times('WEEK', 'UTC'), '2026-03-08T12:00:00Z', '2026-02-23T00:00:00Z', '2026-03-02T00:00:00Z'],
  [
    'month over the year',
    times('MONTH', 'Asia/Kolkata'),
    '2026-01-01T03:00:00Z',
    '2025-11-30T18:30:00Z',
    '2025-12-31T18:30:00Z',
  ],
])('the last whole %s', (_, given, at, from, to) => {
  const span = lastPeriod(given, new Date(at), clocks);
  expect([span.from, span.to]).toEqual([new Date(from), new Date(to)]);
});
