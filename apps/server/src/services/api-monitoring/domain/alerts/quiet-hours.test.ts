import type { QuietHours } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { instantOf, wallOf } from '../../../scheduler/index.ts';
import { afterQuiet } from './quiet-hours.ts';

const clock = { wallOf, instantOf };
const everyDay: QuietHours['days'] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const night: QuietHours = {
  days: everyDay,
  from: '22:00',
  to: '07:00',
  timezone: 'Europe/Berlin',
  downGoesThrough: false,
};
const weekend: QuietHours = { ...night, days: ['SAT', 'SUN'], from: '00:00', to: '00:00' };
const after = (hours: QuietHours[], at: string, isDown = false) => {
  const ms = afterQuiet(hours, Date.parse(at), { isDown, clock });
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

test.each([
  ['in the evening before', [night], '2026-01-12T20:59:00Z', '2026-01-12T20:59:00.000Z'],
  ['as they begin', [night], '2026-01-12T21:00:00Z', '2026-01-13T06:00:00.000Z'],
  ['past midnight', [night], '2026-01-13T03:00:00Z', '2026-01-13T06:00:00.000Z'],
  ['as they end', [night], '2026-01-13T06:00:00Z', '2026-01-13T06:00:00.000Z'],
  ['in the night in which clocks go forward', [night], '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['in the night in which clocks go back', [night], '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  [
    'an end that the change of the clocks leaves out is after the gap',
    [{ ...night, to: '02:30' }],
    '2026-03-29T00:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'an end that comes twice is the first of both',
    [{ ...night, to: '02:30' }],
    '2026-10-25T00:00:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  ['a whole weekend', [weekend], '2026-01-10T12:00:00Z', '2026-01-11T23:00:00.000Z'],
  ['a weekend and the nights around it', [weekend, night], '2026-01-09T22:00:00Z', '2026-01-12T06:00:00.000Z'],
  ['on another day of the week', [{ ...night, days: ['MON'] }], '2026-01-14T00:00:00Z', '2026-01-14T00:00:00.000Z'],
  [
    'they count for the day on which they begin',
    [{ ...night, days: ['MON'] }],
    '2026-01-13T00:00:00Z',
    '2026-01-13T06:00:00.000Z',
  ],
  [
    'two zones',
    [night, { ...night, timezone: 'America/New_York' }],
    '2026-01-12T21:30:00Z',
    '2026-01-13T12:00:00.000Z',
  ],
] as const)('quiet hours: %s', (_, hours, at, expected) => {
  expect(after([...hours] as QuietHours[], at)).toBe(expected);
});

test('down incidents get through if the quiet hours allow it', () => {
  const open = { ...night, downGoesThrough: true };
  expect(after([open], '2026-01-13T03:00:00Z', true)).toBe('2026-01-13T03:00:00.000Z');
  expect(after([open], '2026-01-13T03:00:00Z')).toBe('2026-01-13T06:00:00.000Z');
  expect(after([night, open], '2026-01-13T03:00:00Z', true)).toBe('2026-01-13T06:00:00.000Z');
});

test('quiet hours that never end are detected', () => {
  expect(after([{ ...night, from: '00:00', to: '00:00' }], '2026-01-13T03:00:00Z')).toBeUndefined();
});
