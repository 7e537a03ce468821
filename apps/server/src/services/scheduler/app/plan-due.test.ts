import { scheduleSchema } from '@touchstone/contracts/scheduler';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, inLength, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { nextDue } from '../domain/calendar.ts';
import { jobsStore } from '../store/jobs.store.ts';
import { createPlanDue } from './plan-due.ts';

const timeout = inLength(240_000, 3_600_000);
const jobCount = inLength(100, 10_000);
const clock = new FakeClock('2025-12-30T00:00:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
}, timeout);
afterAll(() => server.close());

/**
 * Days of 2026 that include the clock changes of America and Europe; the short form omits the months without a change.
 */
const daysOfMonth = [1, 8, 25, 29];
const months = inLength([3, 10, 11], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const scheduleIn = (timezone: string, isCron: boolean) =>
  scheduleSchema.parse({
    timezone,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    ...(isCron || months.length < 12
      ? { scheduleType: 'CRON', cron: `30 2 ${daysOfMonth} ${months} *` }
      : { scheduleType: 'MONTHLY', time: '02:30', daysOfMonth }),
  });
const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))
  .filter((day) => daysOfMonth.includes(day.getUTCDate()) && months.includes(day.getUTCMonth() + 1))
  .map((day) => day.toISOString().slice(0, 10));

/** Local date and time in the platform's format. */
function shownIn(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}

test(`${jobCount} jobs in 100 time zones are due exactly once each day over a year with both changes of the clocks`, {
  timeout,
}, async () => {
  const { sql, pool } = server.platform.database;
  const all = Intl.supportedValuesOf('timeZone');
  const zones = Array.from({ length: 100 }, (_, index) => all[Math.floor((index * all.length) / 100)] ?? 'UTC');
  const jobs = Array.from({ length: jobCount }, (_, index) => ({ id: newId(), timezone: zones[index % 100] ?? 'UTC' }));
  for (const [index, { id, timezone }] of jobs.entries()) {
    const schedule = scheduleIn(timezone, index % 200 < 100);
    await jobsStore.insert(sql, {
      id,
      schedule,
      scheduleType: schedule.scheduleType,
      organizationId: server.admin.organizationId,
      projectId: newId(),
      title: timezone,
      targetKind: 'api-suite',
      targetId: newId(),
      options: {},
      isPaused: false,
      missedPolicy: 'SKIP',
      retryAttempts: 0,
      retryDelaySeconds: 0,
      notifyWhen: 'NEVER',
      notifyEmails: [],
      nextDueAt: new Date(nextDue(schedule, Date.parse('2025-12-30T00:00:00Z')) ?? 0),
      createdBy: server.admin.userId,
      createdByName: 'Ada',
    });
  }
  const planDue = createPlanDue({ platform: server.platform, users: { listDeactivatedOrganizations: async () => [] } });
  for (;;) {
    const { rows } = await pool.query<{ next: Date | null }>('select min(next_due_at) as next from scheduler.job');
    const next = rows[0]?.next;
    if (!next) break;
    clock.advance(Math.max(0, next.getTime() + 30_000 - clock.now().getTime()));
    // Two processes plan at the same time.
    await Promise.all([planDue(), planDue()]);
  }

  const { rows } = await pool.query<{ job_id: string; due_at: Date; status: string; missed: number }>(
    'select job_id, due_at, status, missed from scheduler.execution order by due_at',
  );
  expect(rows.filter(({ status, missed }) => status !== 'WAITING' || missed > 0)).toEqual([]);
  const byJob = Map.groupBy(rows, (row) => row.job_id);
  const moved = new Set<string>();
  for (const { id, timezone } of jobs) {
    const show = shownIn(timezone);
    const local = (byJob.get(id) ?? []).map(({ due_at: at }) => show(at));
    expect([timezone, local.map((text) => text.slice(0, 10))]).toEqual([timezone, days]);
    for (const text of local) if (!text.endsWith('02:30')) moved.add(text);
  }
  // Only where the clocks are set forward past 2:30.
  expect([...moved].toSorted()).toEqual(['2026-03-08 03:00', '2026-03-29 03:00']);
});
