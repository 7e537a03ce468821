import { scheduleSchema } from '@touchstone/contracts/scheduler';
import { expect, test } from 'vitest';
import { takeDue } from './due.ts';

const schedule = scheduleSchema.parse({
  scheduleType: 'CRON',
  timezone: 'UTC',
  startDate: '2026-01-01',
  cron: '* * * * *',
});
const at = (time: string) => new Date(`2026-06-01T${time}:00Z`);
const taken = (missedPolicy: 'RUN_ONCE' | 'SKIP', from: string, now: string) => {
  const { executions, nextDueAt } = takeDue({ schedule, missedPolicy, nextDueAt: at(from) }, at(now).getTime());
  const shown = executions.map(({ dueAtMs, missed, isSkipped }) => [
    new Date(dueAtMs).toISOString().slice(11, 16),
    missed,
    isSkipped,
  ]);
  return [...shown, nextDueAt?.toISOString().slice(11, 16)];
};

test.each([
  ['in time', 'RUN_ONCE', '12:00', '12:00', [['12:00', 0, false], '12:01']],
  [
    'a little late: nothing is merged',
    'SKIP',
    '12:00',
    '12:02',
    [['12:00', 0, false], ['12:01', 0, false], ['12:02', 0, false], '12:03'],
  ],
  [
    'after an outage: one for all',
    'RUN_ONCE',
    '12:00',
    '13:00',
    [['12:58', 58, false], ['12:59', 0, false], ['13:00', 0, false], '13:01'],
  ],
  [
    'after an outage: left out',
    'SKIP',
    '12:00',
    '13:00',
    [['12:57', 58, true], ['12:58', 0, false], ['12:59', 0, false], ['13:00', 0, false], '13:01'],
  ],
] as const)('%s', (_, policy, from, now, expected) => {
  expect(taken(policy, from, now)).toEqual(expected);
});

test('after a long outage only a limited number of times is counted', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  const { executions, nextDueAt } = takeDue({ schedule, missedPolicy: 'RUN_ONCE', nextDueAt: at('12:00') }, now);
  expect(executions).toMatchObject([{ missed: 10_000, isSkipped: false }]);
  expect(nextDueAt?.getTime()).toBe(now + 60_000);
});
