import { expect, test } from 'vitest';
import { cronOf, draftOf, newWindow, timeOf, windowProblems, windowWords } from './window-draft.ts';

const now = new Date('2026-11-20T08:10:00.000Z');
const draft = (given: object = {}) => ({ ...newWindow(now, 'Europe/Berlin'), title: 'Update', ...given });
const saved = (time: object, given: object = {}) =>
  ({ title: 'Update', description: '', time, collectionIds: [], monitorIds: [], ...given }) as never;

test('a new window is the next full hour, for the whole project', () => {
  expect(timeOf(draft())).toEqual({
    type: 'once',
    startsAt: '2026-11-20T09:00:00.000Z',
    endsAt: '2026-11-20T10:00:00.000Z',
  });
  expect(windowProblems(draft())).toEqual({});
});

test.each([
  [{ repeat: 'daily', time: '03:05' }, '5 3 * * *', 'Daily at 03:05 (Europe/Berlin), for 60 min'],
  [
    { repeat: 'weekly', time: '22:00', weekDays: ['0', '6'] },
    '0 22 * * 0,6',
    'Sunday, Saturday at 22:00 (Europe/Berlin), for 60 min',
  ],
  [{ repeat: 'monthly', monthDay: 31 }, '0 3 31 * *', 'Monthly on day 31 at 03:00 (Europe/Berlin), for 60 min'],
  [{ repeat: 'cron', cron: '0 3 1 */3 *' }, '0 3 1 */3 *', '0 3 1 */3 * (Europe/Berlin), for 60 min'],
])('%j is the cron expression %s and survives the round trip', (given, cron, words) => {
  expect(cronOf(draft(given))).toBe(cron);
  const time = timeOf(draft(given));
  expect(draftOf(saved(time), now, 'UTC')).toMatchObject({ ...given, timezone: 'Europe/Berlin' });
  expect(windowWords(time, String)).toBe(words);
});

test.each([
  [{ title: ' ' }, { title: 'Please enter title.' }],
  [{ startsAt: '' }, { startsAt: 'Enter a date and time.' }],
  [{ startsAt: '2026-11-20T10:00', endsAt: '2026-11-20T10:00' }, { endsAt: 'The end must be after the start.' }],
  [{ repeat: 'weekly', weekDays: [] }, { weekDays: 'Choose at least one day.' }],
  [{ repeat: 'monthly', monthDay: 32 }, { monthDay: 'Enter a day from 1 to 31.' }],
  [{ repeat: 'daily', durationMinutes: 0 }, { durationMinutes: 'Enter 1 to 10,080 minutes.' }],
  [{ repeat: 'cron', cron: '' }, { cron: 'Enter a cron line such as 0 3 * * 0.' }],
  [{ scope: 'some' }, { collectionIds: 'Choose a collection or a monitored API.' }],
])('%j is reported at its field', (given, problems) => {
  expect(windowProblems(draft(given))).toEqual(problems);
});
