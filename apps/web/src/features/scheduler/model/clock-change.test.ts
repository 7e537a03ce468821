import { expect, test } from 'vitest';
import { clockNote } from './clock-change.ts';
import { dateIn, dueIn, dueText, offsetText, ownText } from './due-text.ts';

const timezone = 'Europe/Berlin';

test('a time skipped by a clock change is due later', () => {
  expect(clockNote('2026-03-29T01:00:00.000Z', { time: '02:30', timezone }, undefined)).toBe(
    'The clocks skip 02:30 on this day: due at 03:00.',
  );
});

test('a time that occurs twice is due the first time', () => {
  expect(clockNote('2026-10-25T00:30:00.000Z', { time: '02:30', timezone }, undefined)).toBe(
    'The clocks show 02:30 twice on this day: due the first time.',
  );
});

test('the first time after a clock change states the new offset; an ordinary one states nothing', () => {
  const schedule = { time: '09:00', timezone };
  expect(clockNote('2026-03-29T07:00:00.000Z', schedule, '2026-03-28T08:00:00.000Z')).toBe(
    'The clocks have changed: 09:00 is now UTC+2.',
  );
  expect(clockNote('2026-03-30T07:00:00.000Z', schedule, '2026-03-29T07:00:00.000Z')).toBeUndefined();
  expect(clockNote('2026-03-28T08:00:00.000Z', schedule, undefined)).toBeUndefined();
});

test('instants are formatted in the calendar of a zone', () => {
  expect(dueText('2026-11-23T23:30:00.000Z', 'Asia/Tokyo')).toBe('Tue, Nov 24, 2026, 08:30');
  expect(dateIn(new Date('2026-11-23T23:30:00.000Z'), 'Asia/Tokyo')).toBe('2026-11-24');
  expect(offsetText('2026-11-23T23:30:00.000Z', 'Asia/Kolkata')).toBe('UTC+5:30');
});

test.each([
  ['Europe/Berlin', undefined],
  ['Europe/London', '08:00'],
  ['America/Los_Angeles', '00:00'],
  ['Pacific/Honolulu', 'Sun 22:00'],
])('09:00 in Berlin is in %s: %s', (own, text) => {
  expect(ownText('2026-11-23T08:00:00.000Z', timezone, own)).toBe(text);
});

test.each([
  [-1, 'Due now'],
  [30_000, 'In less than a minute'],
  [3 * 3_600_000, 'In 3 hours'],
  [86_400_000, 'Tomorrow'],
])('%i ms ahead: %s', (ahead, text) => {
  const now = Date.UTC(2026, 10, 23);
  expect(dueIn(new Date(now + ahead).toISOString(), now)).toBe(text);
});
