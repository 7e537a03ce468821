import { type Schedule, type ScheduleInput, scheduleMessages, scheduleSchema } from '@touchstone/contracts/scheduler';
import { expect, test } from 'vitest';
import { dueUpTo, scheduleFault } from './calendar.ts';
import { isTimezone } from './time-zone.ts';

const schedule = (given: Partial<ScheduleInput>): Schedule =>
  scheduleSchema.parse({
    scheduleType: 'DAILY',
    timezone: 'Europe/Berlin',
    startDate: '2026-01-01',
    time: '02:30',
    ...given,
  });
const cron = (line: string, given: Partial<ScheduleInput> = {}) =>
  schedule({ scheduleType: 'CRON', time: null, cron: line, ...given });
const after = (given: Schedule, from: string, most = 4) =>
  dueUpTo(given, Date.parse(`${from}:00Z`), Number.POSITIVE_INFINITY, most).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );

const cases: [name: string, schedule: Schedule, from: string, due: string[]][] = [
  // Berlin: 02:00 becomes 03:00 on 29 March 2026, 03:00 becomes 02:00 on 25 October.
  [
    'a daily time in the gap is due at the first moment after it',
    schedule({}),
    '2026-03-28T00:00',
    ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
  ],
  [
    'a daily time that comes twice is due the first time',
    schedule({}),
    '2026-10-24T00:00',
    ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
  ],
  [
    'nothing is due in the second pass of the repeated hour',
    schedule({}),
    '2026-10-25T00:45',
    ['2026-10-26T01:30', '2026-10-27T01:30', '2026-10-28T01:30', '2026-10-29T01:30'],
  ],
  [
    'several times of a cron line in the gap are due once',
    cron('15,45 2 * * *'),
    '2026-03-28T12:00',
    ['2026-03-29T01:00', '2026-03-30T00:15', '2026-03-30T00:45', '2026-03-31T00:15'],
  ],
  [
    'times of a cron line that come twice are due the first time',
    cron('15,45 2 * * *'),
    '2026-10-25T00:00',
    ['2026-10-25T00:15', '2026-10-25T00:45', '2026-10-26T01:15', '2026-10-26T01:45'],
  ],
  [
    'a cron line of every hour goes by elapsed time in the gap',
    cron('0,30 * * * *'),
    '2026-03-29T00:00',
    ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30', '2026-03-29T02:00'],
  ],
  [
    'a cron line of every hour goes on through the repeated hour',
    cron('*/30 * * * *'),
    '2026-10-24T23:45',
    ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30'],
  ],
  [
    'a time after the gap is not moved',
    schedule({ time: '03:00' }),
    '2026-03-28T12:00',
    ['2026-03-29T01:00', '2026-03-30T01:00', '2026-03-31T01:00', '2026-04-01T01:00'],
  ],
  [
    'a gap at midnight',
    schedule({ timezone: 'Africa/Cairo', time: '00:30' }),
    '2026-04-23T00:00',
    ['2026-04-23T22:00', '2026-04-24T21:30', '2026-04-25T21:30', '2026-04-26T21:30'],
  ],
  [
    'a gap of half an hour',
    schedule({ timezone: 'Australia/Lord_Howe', time: '02:15' }),
    '2026-10-03T00:00',
    ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15', '2026-10-06T15:15'],
  ],
  [
    'a zone without changes',
    schedule({ timezone: 'Asia/Kolkata', time: '09:00' }),
    '2026-03-28T12:00',
    ['2026-03-29T03:30', '2026-03-30T03:30', '2026-03-31T03:30', '2026-04-01T03:30'],
  ],
  ['once', schedule({ scheduleType: 'ONCE', startDate: '2026-07-01' }), '2026-03-01T00:00', ['2026-07-01T00:30']],
  [
    'weekly on two days between two dates',
    schedule({
      scheduleType: 'WEEKLY',
      daysOfWeek: ['MONDAY', 'SUNDAY'],
      startDate: '2026-06-01',
      endDate: '2026-06-08',
    }),
    '2026-01-01T00:00',
    ['2026-06-01T00:30', '2026-06-07T00:30', '2026-06-08T00:30'],
  ],
  [
    'monthly: months without the day are left out',
    schedule({ scheduleType: 'MONTHLY', daysOfMonth: [31] }),
    '2026-02-01T00:00',
    ['2026-03-31T00:30', '2026-05-31T00:30', '2026-07-31T00:30', '2026-08-31T00:30'],
  ],
  [
    'monthly on two days',
    schedule({ scheduleType: 'MONTHLY', daysOfMonth: [1, 15], timezone: 'UTC' }),
    '2026-02-01T03:00',
    ['2026-02-15T02:30', '2026-03-01T02:30', '2026-03-15T02:30', '2026-04-01T02:30'],
  ],
  [
    'once goes by its start alone',
    schedule({ scheduleType: 'ONCE', startDate: '2026-07-01', endDate: '2026-06-30', timezone: 'UTC' }),
    '2026-03-01T00:00',
    ['2026-07-01T02:30'],
  ],
  [
    'west of Greenwich, in the gap',
    schedule({ timezone: 'America/New_York' }),
    '2026-03-07T00:00',
    ['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30', '2026-03-10T06:30'],
  ],
  [
    'a cron line with wide gaps between its fields',
    cron('0  *   * * *', { timezone: 'UTC' }),
    '2026-06-01T00:30',
    ['2026-06-01T01:00', '2026-06-01T02:00', '2026-06-01T03:00', '2026-06-01T04:00'],
  ],
  [
    'a cron line whose last day is left out',
    cron('0 0 * * *', { timezone: 'UTC', endDate: '2026-01-02' }),
    '2025-12-31T00:00',
    ['2026-01-01T00:00', '2026-01-02T00:00'],
  ],
  [
    'monthly on the last day',
    schedule({ scheduleType: 'MONTHLY', daysOfMonth: ['LAST'], timezone: 'UTC' }),
    '2028-02-01T00:00',
    ['2028-02-29T02:30', '2028-03-31T02:30', '2028-04-30T02:30', '2028-05-31T02:30'],
  ],
  [
    'the last day counts whole, and none after it',
    schedule({ endDate: '2026-01-02', time: '00:00' }),
    '2025-12-30T00:00',
    ['2025-12-31T23:00', '2026-01-01T23:00'],
  ],
  [
    'a cron line between two dates',
    cron('0 9 * * 1-5', { startDate: '2026-06-05', endDate: '2026-06-08' }),
    '2026-01-01T00:00',
    ['2026-06-05T07:00', '2026-06-08T07:00'],
  ],
  [
    'an hourly cron line ends with its last day',
    cron('0 * * * *', { endDate: '2026-01-01' }),
    '2026-01-01T20:30',
    ['2026-01-01T21:00', '2026-01-01T22:00'],
  ],
];
test.each(cases)('%s', (_, given, from, due) => {
  expect(after(given, from)).toEqual(due);
});

const now = Date.parse('2026-06-01T12:00:00Z');
const faults: [name: string, schedule: Schedule, path: string | undefined, message?: string | RegExp][] = [
  ['a time that is left', schedule({ scheduleType: 'ONCE', startDate: '2026-06-01', time: '14:01' }), undefined],
  [
    'the present minute',
    schedule({ scheduleType: 'ONCE', startDate: '2026-06-01', time: '14:00' }),
    'time',
    scheduleMessages.timeInPast,
  ],
  ['an end in the past', schedule({ endDate: '2026-05-31' }), 'time', scheduleMessages.timeInPast],
  ['a daily time that has passed today', schedule({ startDate: '2026-06-01' }), undefined],
  [
    'two days for one date',
    schedule({
      scheduleType: 'WEEKLY',
      startDate: '2026-06-05',
      endDate: '2026-06-05',
      daysOfWeek: ['FRIDAY', 'MONDAY'],
    }),
    'daysOfWeek',
    scheduleMessages.severalDays,
  ],
  [
    'two days of a month for one date',
    schedule({ scheduleType: 'MONTHLY', startDate: '2026-06-05', endDate: '2026-06-05', daysOfMonth: [5, 6] }),
    'daysOfMonth',
    scheduleMessages.severalDays,
  ],
  [
    'the day of the date',
    schedule({ scheduleType: 'WEEKLY', startDate: '2026-06-05', endDate: '2026-06-05', daysOfWeek: ['FRIDAY'] }),
    undefined,
  ],
  [
    'one of two days outside the dates',
    schedule({
      scheduleType: 'WEEKLY',
      startDate: '2026-06-05',
      endDate: '2026-06-06',
      daysOfWeek: ['FRIDAY', 'MONDAY'],
    }),
    'daysOfWeek',
    scheduleMessages.daysOutside,
  ],
  [
    'a day of a month outside the dates',
    schedule({ scheduleType: 'MONTHLY', startDate: '2026-06-05', endDate: '2026-06-20', daysOfMonth: [21] }),
    'daysOfMonth',
    scheduleMessages.daysOutside,
  ],
  [
    'one of two days of a month outside the dates',
    schedule({ scheduleType: 'MONTHLY', startDate: '2026-06-05', endDate: '2026-06-20', daysOfMonth: [6, 21] }),
    'daysOfMonth',
    scheduleMessages.daysOutside,
  ],
  [
    'days of a month within the dates',
    schedule({ scheduleType: 'MONTHLY', startDate: '2026-06-05', endDate: '2026-06-20', daysOfMonth: [6, 20] }),
    undefined,
  ],
  [
    'the day of a month of the only date',
    schedule({ scheduleType: 'MONTHLY', startDate: '2026-06-05', endDate: '2026-06-05', daysOfMonth: [5] }),
    undefined,
  ],
  ['any day of a month without an end', schedule({ scheduleType: 'MONTHLY', daysOfMonth: [31] }), undefined],
  ['a cron line in the past', cron('0 9 * * *', { endDate: '2026-05-31' }), 'cron', scheduleMessages.timeInPast],
  ['no cron line', cron('', {}), 'cron', /enter a cron line/],
  ['wide gaps between fields', cron('0  9 *  * *'), undefined],
  ['no time', schedule({ time: null }), 'time', 'Please select a time.'],
  [
    'an end before the start',
    schedule({ startDate: '2026-07-02', endDate: '2026-07-01' }),
    'endDate',
    /before the start/,
  ],
  ['an unknown zone', schedule({ timezone: 'Mars/Olympus' }), 'timezone', /Mars\/Olympus/],
  ['an offset as a zone', schedule({ timezone: '+01:00' }), 'timezone', /time zone/],
  ['six fields', cron('0 0 * * * *'), 'cron', /five fields/],
  ['a nickname', cron('@daily'), 'cron', /five fields/],
  ['a minute that is none', cron('61 * * * *'), 'cron', /61/],
  ['a day that never comes', cron('0 0 31 2 *'), 'cron', /never due/],
  ['a right line', cron('*/15 8-18 * * 1-5'), undefined],
];
test.each(faults)('scheduleFault: %s', (_, given, path, message) => {
  const fault = scheduleFault(given, now);
  expect(fault?.path).toBe(path);
  if (message instanceof RegExp) expect(fault?.message).toMatch(message);
  else expect(fault?.message).toBe(message);
});

test('in every time zone each day of a year has one instant for a time of day, in order', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 8 === 0);
  for (const timezone of zones) {
    const given = schedule({ timezone, startDate: '2026-01-01', endDate: '2026-12-31' });
    const due = dueUpTo(given, 0, Number.POSITIVE_INFINITY, 1000);
    expect([timezone, due.length]).toEqual([timezone, 365]);
    expect(due.every((at, index) => index === 0 || at > (due[index - 1] ?? 0))).toBe(true);
  }
});

test('isTimezone accepts names, but not offsets or abbreviations', () => {
  expect(['UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Asia/Kolkata'].every(isTimezone)).toBe(true);
  expect(['', 'CEST', '+01:00', 'Europe/Nowhere', '../x'].some(isTimezone)).toBe(false);
});
