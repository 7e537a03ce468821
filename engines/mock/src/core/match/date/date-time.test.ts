import { describe, expect, test } from 'vitest';
import { Subject } from '../subject.ts';
import { type DateOperator, type DateOptions, dateMatcher } from './date-matchers.ts';
import { addUnits, formatPieces, parseDateTime, truncateDate, zoneOffsetMs } from './date-time.ts';

const read = (text: string, format?: string) => {
  const found = parseDateTime(text, format);
  return found && `${new Date(found.ms).toISOString()}${found.isZoned ? '' : ' local'}`;
};

test.each<[text: string, format: string | undefined, instant: string | undefined]>([
  ['2026-05-01', undefined, '2026-05-01T00:00:00.000Z local'],
  [' 2026-05-01T10:20 ', undefined, '2026-05-01T10:20:00.000Z local'],
  ['2026-05-01T10:20:30,5Z', undefined, '2026-05-01T10:20:30.500Z'],
  ['2026-05-01T10:20:30.123456789Z', undefined, '2026-05-01T10:20:30.123Z'],
  ['2026-05-01T10:20:30+02:00[Europe/Berlin]', undefined, '2026-05-01T08:20:30.000Z'],
  ['2026-05-01T10:20:30-0330', undefined, '2026-05-01T13:50:30.000Z'],
  ['2026-02-30', undefined, undefined],
  ['2026-13-01', undefined, undefined],
  ['2026-05-01 10:20', undefined, undefined],
  ['x2026-05-01', undefined, undefined],
  ['Fri, 01 May 2026 10:20:30 GMT', undefined, '2026-05-01T10:20:30.000Z'],
  ['Friday, 01-May-26 10:20:30 GMT', undefined, '2026-05-01T10:20:30.000Z'],
  ['Fri, 01 May 2026 10:20:30 +0200', undefined, '2026-05-01T08:20:30.000Z'],
  ['Fri, 99 May 2026 10:20:30 GMT', undefined, undefined],
  ['soon GMT', undefined, undefined],
  ['17', 'unix', '1970-01-01T00:00:17.000Z'],
  ['-17', 'epoch', '1969-12-31T23:59:59.983Z'],
  ['1.5', 'unix', undefined],
  ['x', 'epoch', undefined],
  ['01/05/2026', 'dd/MM/yyyy', '2026-05-01T00:00:00.000Z local'],
  ['1.5.26', 'd.M.yy', '2026-05-01T00:00:00.000Z local'],
  ['5/2026', 'M/uuuu', '2026-05-01T00:00:00.000Z local'],
  ['26/05/2026', 'dd/MM/yy', undefined],
  ['99999', 'yyyy', undefined],
  ['31/02/2026', 'dd/MM/yyyy', undefined],
  ['01/13/2026', 'dd/MM/yyyy', undefined],
  ['1 May 2026', 'd MMM yyyy', '2026-05-01T00:00:00.000Z local'],
  ['1 december 2026', 'd LLLL yyyy', '2026-12-01T00:00:00.000Z local'],
  ['1 Foo 2026', 'd MMM yyyy', undefined],
  ['Fri 2026', 'E yyyy', '2026-01-01T00:00:00.000Z local'],
  ['12:05 am', 'h:mm a', '1970-01-01T00:05:00.000Z local'],
  ['12:05 pm', 'h:mm a', '1970-01-01T12:05:00.000Z local'],
  ['1:05 PM', 'h:mm a', '1970-01-01T13:05:00.000Z local'],
  ['10:05:06.7', 'H:mm:ss.S', '1970-01-01T10:05:06.700Z local'],
  ['10:05:06.7891', 'k:mm:ss.SSSS', '1970-01-01T10:05:06.789Z local'],
  ['2026-05-01 10 +02', 'yyyy-MM-dd HH X', '2026-05-01T08:00:00.000Z'],
  ['2026-05-01 10 -02:30', 'yyyy-MM-dd HH xxx', '2026-05-01T12:30:00.000Z'],
  ['2026-05-01 10 +0100', 'yyyy-MM-dd HH Z', '2026-05-01T09:00:00.000Z'],
  ['2026-05-01 10 UTC', 'yyyy-MM-dd HH z', '2026-05-01T10:00:00.000Z'],
  ['2026-05-01 10 Europe/Berlin', 'yyyy-MM-dd HH z', '2026-05-01T10:00:00.000Z local'],
  ['2026.05(01)', 'yyyy.MM(dd)', '2026-05-01T00:00:00.000Z local'],
  ['2026x05(01)', 'yyyy.MM(dd)', undefined],
])('the date %j in the format %s is %s', (text, format, instant) => {
  expect(read(text, format)).toBe(instant);
});

test.each([
  ['Z', 0],
  ['GMT', 0],
  ['+02', 120],
  ['+02:30', 150],
  ['-0230', -150],
])('the zone %s is %i minutes ahead', (zone, minutes) => {
  expect(zoneOffsetMs(zone)).toBe(minutes * 60_000);
});

test('a format consists of letter runs, quoted strings and punctuation', () => {
  expect(formatPieces("yyyy-'at ''x''' M''")).toEqual([
    { letter: 'y', count: 4 },
    { literal: '-' },
    { literal: "at 'x'" },
    { literal: ' ' },
    { letter: 'M', count: 1 },
    { literal: "'" },
  ]);
});

const shown = (ms: number | undefined) => ms && new Date(ms).toISOString().slice(0, 19);

test.each([
  [5, 'milliseconds', '2026-01-31T10:20:30'],
  [-30, 'second', '2026-01-31T10:20:00'],
  [-20, 'MINUTES', '2026-01-31T10:00:30'],
  [2, 'hours', '2026-01-31T12:20:30'],
  [1, 'day', '2026-02-01T10:20:30'],
  [-1, 'weeks', '2026-01-24T10:20:30'],
  [1, 'months', '2026-02-28T10:20:30'],
  [-2, 'month', '2025-11-30T10:20:30'],
  [2, 'years', '2028-01-31T10:20:30'],
  [1, 'fortnights', undefined],
  [1, 'toString', undefined],
])('%i %s later', (amount, unit, expected) => {
  expect(shown(addUnits(Date.UTC(2026, 0, 31, 10, 20, 30), amount, unit))).toBe(expected);
});

test.each([
  ['first second of minute', '2026-02-14T10:20:00'],
  ['first minute of hour', '2026-02-14T10:00:00'],
  ['FIRST_HOUR_OF_DAY', '2026-02-14T00:00:00'],
  ['first day of month', '2026-02-01T00:00:00'],
  ['first day of next month', '2026-03-01T00:00:00'],
  [' last day of month ', '2026-02-28T00:00:00'],
  ['first day of year', '2026-01-01T00:00:00'],
  ['first day of next year', '2027-01-01T00:00:00'],
  ['last day of year', '2026-12-31T00:00:00'],
  ['first day of week', undefined],
])('truncated to the %s', (truncation, expected) => {
  expect(shown(truncateDate(Date.UTC(2026, 1, 14, 10, 20, 30, 400), truncation))).toBe(expected);
});

describe('a date', () => {
  const problems: string[] = [];
  const compare = (operator: DateOperator, expected: string, options: DateOptions = {}) =>
    dateMatcher(operator, expected, options, 'at', {
      now: () => new Date('2026-05-15T12:00:00Z'),
      problem: (_path: string, message: string) => problems.push(message),
    } as unknown as Parameters<typeof dateMatcher>[4]);

  test.each<[actual: string, operator: DateOperator, expected: string, options: DateOptions, isMatch: boolean]>([
    ['2026-05-01T00:00:00Z', 'before', '2026-05-01T00:00:00Z', {}, false],
    ['2026-05-01T00:00:00Z', 'after', '2026-05-01T00:00:00Z', {}, false],
    ['2026-05-01T00:00:00Z', 'equalToDateTime', '2026-05-01T02:00:00+02:00', {}, true],
    ['2026-05-01T02:00:00', 'equalToDateTime', '2026-05-01T02:00:00+02:00', {}, true],
    ['2026-05-01T02:00:00+02:00', 'equalToDateTime', '2026-05-01T02:00:00', {}, true],
    ['2026-05-01T00:00:00Z', 'equalToDateTime', '2026-05-01T02:00:00', {}, false],
    ['x', 'equalToDateTime', 'now', {}, false],
    ['2026-05-15T12:00:00Z', 'equalToDateTime', ' NOW ', {}, true],
    ['2026-05-18T12:00:00Z', 'equalToDateTime', 'now + 3 days', {}, true],
    ['2026-05-15T11:00:00Z', 'equalToDateTime', '-1 hours', {}, true],
    ['2026-05-17T12:00:00Z', 'equalToDateTime', 'now', { expectedOffset: 2 }, true],
    ['2026-05-15T14:00:00Z', 'equalToDateTime', 'now', { expectedOffset: 2, expectedOffsetUnit: 'hours' }, true],
    ['2026-05-03T00:00:00Z', 'equalToDateTime', '2026-05-01T00:00:00Z', { expectedOffset: 2 }, true],
    [
      '2026-07-01T00:00:00Z',
      'equalToDateTime',
      '2026-05-01T00:00:00Z',
      { expectedOffset: 2, expectedOffsetUnit: 'months' },
      true,
    ],
    [
      '2026-05-01T00:00:00Z',
      'equalToDateTime',
      '2026-05-20T10:00:00Z',
      { truncateExpected: 'first day of month' },
      true,
    ],
    ['2026-05-20T10:00:00Z', 'equalToDateTime', '2026-05-01T00:00:00Z', { truncateActual: 'first day of month' }, true],
    [
      '2026-06-01T00:00:00Z',
      'equalToDateTime',
      'now +20 days',
      { truncateExpected: 'first day of month', applyTruncationLast: true },
      true,
    ],
    ['2026-05-21T00:00:00Z', 'equalToDateTime', 'now +20 days', { truncateExpected: 'first day of month' }, true],
    ['17', 'after', '1970-01-01T00:00:16Z', { actualFormat: 'unix' }, true],
  ])('%s is %s %s with %j: %s', (actual, operator, expected, options, isMatch) => {
    const matcher = compare(operator, expected, options);
    expect(matcher.test(new Subject(actual))).toBe(isMatch);
    expect(problems.splice(0)).toEqual([]);
  });

  test.each<[expected: string, options: DateOptions, problem: string]>([
    ['soon', {}, '“soon” is not a date.'],
    ['now +3 moons', {}, '“moons” is not a unit of time.'],
    ['now', { truncateActual: 'first moon' }, '“first moon” is not a truncation.'],
    ['now', { truncateExpected: 'last moon' }, '“last moon” is not a truncation.'],
  ])('%s with %j is rejected', (expected, options, problem) => {
    compare('before', expected, options);
    expect(problems.splice(0)).toEqual([expect.stringContaining(problem)]);
  });
});
