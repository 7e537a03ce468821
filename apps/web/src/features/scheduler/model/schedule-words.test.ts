import type { Schedule } from '@touchstone/contracts/scheduler';
import { expect, test } from 'vitest';
import { boundsWords, whenWords } from './schedule-words.ts';

const daily: Schedule = {
  scheduleType: 'DAILY',
  timezone: 'Europe/Berlin',
  startDate: '2026-11-23',
  endDate: null,
  time: '09:00',
  daysOfWeek: [],
  daysOfMonth: [],
  cron: null,
};

test.each<[string, Partial<Schedule>]>([
  ['Every day at 09:00', {}],
  ['Once on Nov 23, 2026 at 09:00', { scheduleType: 'ONCE' }],
  [
    'Every weekday at 09:00',
    { scheduleType: 'WEEKLY', daysOfWeek: ['FRIDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY'] },
  ],
  ['Every weekend at 09:00', { scheduleType: 'WEEKLY', daysOfWeek: ['SUNDAY', 'SATURDAY'] }],
  ['Every Monday at 09:00', { scheduleType: 'WEEKLY', daysOfWeek: ['MONDAY'] }],
  ['Every Mon, Wed, and Sun at 09:00', { scheduleType: 'WEEKLY', daysOfWeek: ['SUNDAY', 'MONDAY', 'WEDNESDAY'] }],
  ['Every month on the 1st, 22nd, and last day at 09:00', { scheduleType: 'MONTHLY', daysOfMonth: ['LAST', 22, 1] }],
  ['Every month on the 3rd and 11th at 09:00', { scheduleType: 'MONTHLY', daysOfMonth: [3, 11] }],
  ['Cron 30 9 * * 1-5', { scheduleType: 'CRON', cron: '30 9 * * 1-5', time: null }],
])('%s', (words, given) => {
  expect(whenWords({ ...daily, ...given })).toBe(words);
});

test('a future start and an end are stated', () => {
  expect(boundsWords(daily, '2026-11-23')).toBeUndefined();
  expect(boundsWords({ ...daily, startDate: '2026-12-01', endDate: '2027-01-31' }, '2026-11-23')).toBe(
    'from Dec 1, 2026 until Jan 31, 2027',
  );
  expect(boundsWords({ ...daily, scheduleType: 'ONCE', startDate: '2026-12-01' }, '2026-11-23')).toBeUndefined();
});
