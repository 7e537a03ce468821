import { expect, test } from 'vitest';
import { lengthWords, scheduleWords, secondsWords } from './schedule-words.ts';

test.each([
  [10, '10 seconds'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [300, '5 minutes'],
  [3600, '1 hour'],
  [86_400, '1 day'],
])('%i seconds are %s', (seconds, words) => {
  expect(secondsWords(seconds)).toBe(words);
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [7530, '2 h 5 min'],
  [90_000, '1 d 1 h'],
  [86_401, '1 d'],
])('a duration of %i seconds is %s', (seconds, words) => {
  expect(lengthWords(seconds)).toBe(words);
});

test('a schedule is written in words, with its time zone', () => {
  expect(scheduleWords({ type: 'interval', everySeconds: 60 })).toBe('Every minute');
  expect(scheduleWords({ type: 'interval', everySeconds: 300 })).toBe('Every 5 minutes');
  expect(scheduleWords({ type: 'cron', cron: '*/5 * * * *', timezone: 'America/New_York' })).toBe(
    '*/5 * * * * (America/New York)',
  );
});
