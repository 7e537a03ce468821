import { expect, test } from 'vitest';
import { instantOf, isTimezone, offsetAt, wallOf } from './time-zone.ts';
import { listTimezones } from './timezones.ts';

const winter = Date.parse('2026-01-15T12:00:00Z');
const minuteMs = 60_000;

test.each([
  ['UTC', 0],
  ['America/New_York', -300],
  ['America/St_Johns', -210],
  ['Asia/Kolkata', 330],
  ['Etc/GMT+5', -300],
])('%s is %i minutes ahead of UTC in winter', (timezone, minutes) => {
  expect(offsetAt(timezone, winter)).toBe(minutes * minuteMs);
  expect(wallOf(timezone, winter)).toBe(winter + minutes * minuteMs);
  expect(instantOf(timezone, winter + minutes * minuteMs)).toBe(winter);
});

test('local times before standard time zones are exact to the second', () => {
  expect(offsetAt('Europe/Berlin', Date.parse('1880-01-01T00:00:00Z'))).toBe((53 * 60 + 28) * 1000);
});

test.each(['Europe/Berlin x', '1/Berlin', ' Europe/Berlin'])('"%s" is not a time zone', (name) => {
  expect(isTimezone(name)).toBe(false);
});

test('zones are listed by name after UTC, with their current offset', () => {
  const zones = listTimezones(winter);
  const names = zones.map(({ timezone }) => timezone);
  expect(names[0]).toBe('UTC');
  expect(names.filter((name) => name === 'UTC')).toHaveLength(1);
  expect(names.slice(1)).toEqual(names.slice(1).sort());
  const found = ['UTC', 'America/New_York', 'America/St_Johns', 'Europe/Berlin'].map((name) =>
    zones.find(({ timezone }) => timezone === name),
  );
  expect(found).toEqual([
    { timezone: 'UTC', offset: '+00:00', offsetMinutes: 0 },
    { timezone: 'America/New_York', offset: '-05:00', offsetMinutes: -300 },
    { timezone: 'America/St_Johns', offset: '-03:30', offsetMinutes: -210 },
    { timezone: 'Europe/Berlin', offset: '+01:00', offsetMinutes: 60 },
  ]);
});
