import type { MonitorDefinition, MonitorRules, MonitorSchedule } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import {
  type Checked,
  createMonitorValues,
  firstDue,
  hashOf,
  heartbeatDeadline,
  newHeartbeat,
  scheduleColumns,
  scheduleFaults,
  slotsOf,
  testColumns,
} from './monitor-values.ts';

const every = { type: 'interval', everySeconds: 60 } as MonitorSchedule;
const nightly = (given: object = {}) =>
  ({ type: 'cron', cron: '0 1 * * *', timezone: 'Europe/Berlin', ...given }) as MonitorSchedule;
const http = { kind: 'http', url: 'http://127.0.0.1/' } as MonitorDefinition;
const flow = { kind: 'workflow', projectId: 'tests', flowId: 'f', configurationId: null } as MonitorDefinition;
const heartbeat = { kind: 'heartbeat', graceSeconds: 30 } as MonitorDefinition;
const now = new Date('2026-03-10T12:00:00Z');

test.each<[MonitorSchedule, string[]]>([
  [every, []],
  [nightly(), []],
  [nightly({ timezone: 'Mars/Base' }), ['schedule.timezone']],
  [nightly({ cron: '99 * * * *' }), ['schedule.cron']],
  [nightly({ cron: 'never', timezone: 'Mars/Base' }), ['schedule.timezone', 'schedule.cron']],
])('the schedule %o has faults at %o', (schedule, expected) => {
  expect(scheduleFaults(schedule).map(({ path }) => path)).toEqual(expected);
});

test('a schedule is stored as an interval or as a cron expression with its time zone', () => {
  expect(scheduleColumns(every)).toEqual({ everySeconds: 60, cron: null, timezone: 'UTC' });
  expect(scheduleColumns(nightly())).toEqual({ everySeconds: null, cron: '0 1 * * *', timezone: 'Europe/Berlin' });
});

test.each<[MonitorDefinition, object]>([
  [http, { testId: null, testProjectId: null }],
  [flow, { testId: 'f', testProjectId: 'tests' }],
])('%o is stored with its test', (definition, expected) => {
  expect(testColumns(definition)).toEqual(expected);
});

test.each<[string, MonitorDefinition, MonitorSchedule, string]>([
  ['an interval begins at once', http, every, '2026-03-10T12:00:00.000Z'],
  ['a job must call within its interval and grace', heartbeat, every, '2026-03-10T12:01:30.000Z'],
  ['a job must call soon after its time', heartbeat, nightly(), '2026-03-11T00:00:30.000Z'],
])('the first check: %s', (_name, definition, schedule, expected) => {
  expect(firstDue({ monitorId: 'm', definition, schedule }, now)?.toISOString()).toBe(expected);
});

test('the first check at a time of day is at the next such time', () => {
  const due = firstDue({ monitorId: 'm', definition: http, schedule: nightly() }, now);
  expect(due?.toISOString()).toMatch(/^2026-03-11T00:0/);
});

test("a job's call moves its deadline", () => {
  expect(heartbeatDeadline(every, 0, now).getTime()).toBe(now.getTime() + 60_000);
});

test.each<[Pick<MonitorRules, 'regions' | 'confirmFrom'>, unknown[]]>([
  [{ regions: [], confirmFrom: null }, [['', false, now]]],
  [
    { regions: ['eu', 'us'], confirmFrom: 'asia' },
    [
      ['eu', false, now],
      ['us', false, now],
      ['asia', true, null],
    ],
  ],
])('a monitor is checked in its regions, and asked about only where it is confirmed: %o', (rules, expected) => {
  const slots = slotsOf('m', rules, now);
  expect(slots.map(({ region, isConfirming, nextDueAt }) => [region, isConfirming, nextDueAt])).toEqual(expected);
  expect(new Set(slots.map(({ monitorId }) => monitorId))).toEqual(new Set(['m']));
});

test('the address of a heartbeat cannot be guessed, and only its hash is kept', () => {
  const platform = { config: { publicUrl: 'https://t.test' } } as never;
  const [first, second] = [newHeartbeat(platform), newHeartbeat(platform)];
  const token = /([\w-]{32})$/.exec(first.url)?.[1] ?? '';
  expect(first.url.startsWith('https://t.test/services/')).toBe(true);
  expect(first.hash).toBe(hashOf(token));
  expect(first.hash).not.toBe(second.hash);
});

/** Checks a monitor whose environment belongs to this project. */
const checked = (given: Partial<Checked>, environmentIn = 'mine') =>
  createMonitorValues({
    tests: { open: async () => ({ title: 'Checkout' }) } as never,
    environments: { open: async () => ({ environment: { projectId: environmentIn } }) } as never,
  })({} as never, {
    projectId: 'mine',
    definition: http,
    schedule: every,
    rules: { regions: [], confirmFrom: null, downIn: 1 } as unknown as MonitorRules,
    environmentId: null,
    ...given,
  });

test.each<[string, Partial<Checked>, string, string]>([
  ['its own project', { environmentId: 'e' }, 'other', 'this project'],
  ['the workspace of its test', { environmentId: 'e', definition: flow }, 'mine', 'the workspace of the test'],
])('an environment must lie in %s', async (_name, given, environmentIn, place) => {
  await expect(checked(given, environmentIn)).rejects.toMatchObject({
    code: 'API_MONITORING_ENVIRONMENT_ELSEWHERE',
    message: expect.stringContaining(place),
  });
});

test("a monitor is shown by its target, a test's monitor by the test's title", async () => {
  expect(await checked({ environmentId: 'e' })).toEqual({ target: expect.stringContaining('http://127.0.0.1/') });
  expect(await checked({ environmentId: 'e', definition: flow }, 'tests')).toMatchObject({ title: 'Checkout' });
  await expect(checked({ schedule: nightly({ cron: 'never' }) })).rejects.toMatchObject({
    details: [{ path: 'schedule.cron' }],
  });
});
