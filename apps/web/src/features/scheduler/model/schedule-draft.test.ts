import { schedulerJobInputSchema } from '@touchstone/contracts/scheduler';
import { expect, test } from 'vitest';
import { jobOf } from '../testing/jobs.ts';
import { draftOf, draftProblems, inputOf, newDraft, scheduleOf } from './schedule-draft.ts';

const now = new Date('2026-11-23T23:26:00Z');
const target = { value: '01900000-0000-7000-8000-000000000002', label: 'Orders' };
const filled = newDraft(now, 'Europe/Berlin', { kind: 'api-suite', target });

test('a new form starts at the next full hour of its zone, on weekdays, and is named after its test', () => {
  expect(filled).toMatchObject({ startDate: '2026-11-24', time: '01:00' });
  expect(schedulerJobInputSchema.safeParse(inputOf(filled)).success).toBe(true);
  expect(inputOf(filled)).toMatchObject({ title: 'Orders', scheduleType: 'WEEKLY', endDate: null, daysOfMonth: [] });
  expect(draftProblems(filled)).toEqual({});
});

test('only the fields of its type are sent', () => {
  const used = (scheduleType: typeof filled.scheduleType) => {
    const { time, daysOfWeek, daysOfMonth, cron, endDate } = scheduleOf({
      ...filled,
      scheduleType,
      endDate: '2027-01-01',
    });
    return [time, daysOfWeek?.length, daysOfMonth?.length, cron, endDate];
  };
  expect(used('ONCE')).toEqual(['01:00', 0, 0, null, null]);
  expect(used('MONTHLY')).toEqual(['01:00', 0, 1, null, '2027-01-01']);
  expect(used('CRON')).toEqual([null, 0, 0, '0 9 * * 1-5', '2027-01-01']);
});

test('a job survives the round trip through its form', () => {
  const { jobId: _id, ...job } = jobOf({ scheduleType: 'MONTHLY', daysOfWeek: [], daysOfMonth: [1, 'LAST'] });
  const read = schedulerJobInputSchema.parse(inputOf(draftOf(jobOf(job), now)));
  expect(read).toMatchObject({ title: job.title, scheduleType: 'MONTHLY', daysOfMonth: [1, 'LAST'], retry: job.retry });
});

test.each([
  [{ target: null }, { 'target.id': 'Choose a test.' }],
  [{ title: ' ' }, { title: 'Please enter a title.' }],
  [{ time: '' }, { time: 'Please select a time.' }],
  [{ notifyWhen: 'ALWAYS' as const }, { 'notify.emails': 'Enter an e-mail address or a webhook.' }],
  [{ emails: ['ana@example.test', 'nobody'] }, { 'notify.emails': 'Must be an e-mail address.' }],
  [{ webhookUrl: 'ftp://a.test' }, { 'notify.webhookUrl': 'Must be an http or https address.' }],
])('%j is refused at its field', (given, problems) => {
  expect(draftProblems({ ...filled, ...given })).toEqual(problems);
});
