import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type BurnAlert, type NewPolicy } from '@touchstone/contracts/api-monitoring';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { deliverOf, newAlerts } from '../../testing/alert-builders.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { createWatchBudgets } from './burn-alerts.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;
const clock = new FakeClock(new Date('2026-03-01T10:20:00Z'));
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let deliver: ReturnType<typeof deliverOf>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  deliver = deliverOf(server.platform);
  receiver = await startReceiver();
}, 120_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});
/** Each test starts at 10:20, after the previous one's alerts have closed. */
beforeEach(async () => {
  clock.advance(dayMs - ((clock.now().getTime() - 10 * hour - 20 * minute) % dayMs));
  await query('update api_monitoring.monitor set is_started = false');
  await watchBudgets();
  await deliver.all();
  receiver.answer({});
  receiver.received.length = 0;
});

const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const watchBudgets = () => createWatchBudgets(server.platform)();
const ago = (ms: number) => new Date(clock.now().getTime() - ms);
const floorHour = (at: Date) => new Date(Math.floor(at.getTime() / hour) * hour);
const list = (projectId: string) => client.call(calls.listBurnAlerts, { query: { projectId } });

/** A started monitor with an objective of 99 %: the burn rate is the percentage of failed checks. */
async function watched(policy: Partial<NewPolicy> = {}, sloPercent: number | null = 99) {
  const place = await newAlerts(client, receiver.url, policy);
  await client.call(calls.updateMonitor, { body: { monitorId: place.monitorId, sloPercent } });
  await query('update api_monitoring.monitor set is_started = true where id = $1', [place.monitorId]);
  return place;
}
/** Inserts single checks, each list the given time ago: `u` up, `g` degraded, `d` down, `n` unknown. */
async function checks(monitorId: string, given: [msAgo: number, letters: string][]) {
  for (const [ms, letters] of given)
    for (const letter of letters)
      await query(
        `insert into api_monitoring.result (id, monitor_id, at, attempt, verdict, is_in_maintenance, is_retried, region)
         values ($1, $2, $3, 1, $4, false, false, '')`,
        [newId(), monitorId, ago(ms), 'ugdn'.indexOf(letter)],
      );
}
/** Inserts roll-ups, each for the hour that contains the given time ago. */
async function hours(monitorId: string, given: [msAgo: number, up: number, down: number][]) {
  for (const [ms, up, down] of given)
    await query(
      `insert into api_monitoring.rollup (monitor_id, level, at, region, up, degraded, down, unknown, retried, maintenance_up,
         maintenance_down, maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, 0, $2, '', $3, 0, $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
      [monitorId, floorHour(ago(ms)), up, down],
    );
}
const causes = async (projectId: string) =>
  (await list(projectId)).content
    .map(({ urgency, cause }) => `${urgency}: ${/^Burn rate (.*), above/.exec(cause)?.[1]}`)
    .sort();

const fourMinutes = 4 * minute;
const recent: [number, string][] = [
  [fourMinutes, 'dd'],
  [30 * minute, 'uuuuuuug'],
];
const failing: [number, number, number] = [fourMinutes, 0, 2];

test.each<[string, [number, string][], [number, number, number][], string[]]>([
  [
    'the checks of the last hour and five minutes',
    recent,
    [failing],
    ['page: 20 × over 1 h and 100 × over 5 min', 'ticket: 100 × over 3 days and 100 × over 6 h'],
  ],
  [
    'checks at the start of a window but not at its end',
    [...recent, [hour, 'd'], [5 * minute, 'u'], [0, 'd']],
    [failing],
    ['page: 25 × over 1 h and 66.7 × over 5 min', 'ticket: 66.7 × over 3 days and 66.7 × over 6 h'],
  ],
  [
    'no checks from before the windows',
    [...recent, [hour + 1, 'd'], [5 * minute + 1, 'u']],
    [failing],
    ['page: 18.2 × over 1 h and 100 × over 5 min', 'ticket: 66.7 × over 3 days and 66.7 × over 6 h'],
  ],
  [
    'six hours: finished hours by roll-up, the rest by single checks',
    [
      [6 * hour + 1, 'd'],
      [6 * hour, 'd'],
      [5 * hour + 21 * minute, 'u'],
      [50 * minute, ''],
      [20 * minute, 'ddd'],
    ],
    [
      [6 * hour, 0, 1000],
      [5 * hour, 80, 20],
      [hour, 100, 0],
      [0, 0, 500],
    ],
    // Failed: 24 of 205 checks in 6 hours, 1023 of 1203 in 3 days.
    ['page: 11.7 × over 6 h and 100 × over 30 min', 'ticket: 85 × over 3 days and 11.7 × over 6 h'],
  ],
  [
    'three days in whole hours, including the one they start in',
    [],
    [
      [3 * dayMs, 0, 10],
      [3 * dayMs + hour, 0, 1000],
      [hour, 90, 2],
    ],
    ['ticket: 11.8 × over 3 days and 2.2 × over 6 h'],
  ],
  [
    'an outage that ended right at the start of the six hours',
    [[6 * hour, 'd']],
    [[6 * hour, 0, 10]],
    ['ticket: 100 × over 3 days and 100 × over 6 h'],
  ],
  ['no outage that ended earlier', [[6 * hour, 'd']], [[7 * hour, 0, 10]], []],
  ['no single failure', [[fourMinutes, 'd']], [[fourMinutes, 0, 1]], []],
  [
    'no checks that could not be run',
    [
      [fourMinutes, 'ddnnnn'],
      [30 * minute, 'uuuuuuuunnnn'],
    ],
    [failing],
    ['page: 20 × over 1 h and 100 × over 5 min', 'ticket: 100 × over 3 days and 100 × over 6 h'],
  ],
])('a burn rate counts %s', async (_name, singly, rolledUp, expected) => {
  const { projectId, monitorId } = await watched();
  await checks(monitorId, singly);
  await hours(monitorId, rolledUp);
  expect(await watchBudgets()).toBe(expected.length);
  expect(await causes(projectId)).toEqual(expected);
});

test('on the hour, the previous hour is counted by its roll-up', async () => {
  const { projectId, monitorId } = await watched();
  clock.advance(40 * minute);
  await checks(monitorId, [[fourMinutes, 'dd']]);
  await hours(monitorId, [[fourMinutes, 8, 2]]);
  await watchBudgets();
  expect(await causes(projectId)).toEqual([
    'page: 20 × over 1 h and 100 × over 5 min',
    'ticket: 20 × over 3 days and 20 × over 6 h',
  ]);
});

test('an alert and its end are listed and sent with all fields', async () => {
  const { projectId, monitorId, deliveries } = await watched();
  await checks(monitorId, recent);
  await hours(monitorId, [failing]);
  await watchBudgets();
  const openedAt = clock.now().toISOString();
  const left =
    'Checks that were well after a retry count as up; maintenance and checks that could not be made are left out.';
  const alert = {
    projectId,
    subject: 'monitor',
    subjectId: monitorId,
    name: 'Pay',
    sloPercent: 99,
    openedAt,
    closedAt: null,
  };
  const listed = await list(projectId);
  const page = {
    ...alert,
    burnAlertId: expect.any(String),
    urgency: 'page',
    cause: `Burn rate 20 × over 1 h and 100 × over 5 min, above 14.4 ×. ${left}`,
  };
  const ticket = {
    ...page,
    urgency: 'ticket',
    cause: `Burn rate 100 × over 3 days and 100 × over 6 h, above 1 ×. ${left}`,
  };
  expect(listed).toEqual({ page: 0, size: 10, totalElements: 2, content: [ticket, page] });
  const { burnAlertId } = listed.content[1] as BurnAlert;
  const ordered = (await deliveries()).find(({ objectives }) => objectives[0]?.burnAlertId === burnAlertId);
  expect(ordered).toMatchObject({
    policyName: 'All',
    event: 'burning',
    step: 1,
    incidents: [],
    objectives: [{ burnAlertId, name: 'Pay', isCancelled: false }],
    dueAt: openedAt,
  });
  await deliver.all();
  expect(await watchBudgets()).toBe(0);
  clock.advance(2 * hour);
  await checks(monitorId, [[minute, 'uuuu']]);
  expect(await watchBudgets()).toBe(1);
  const closedAt = clock.now().toISOString();
  expect((await list(projectId)).content).toEqual([ticket, { ...page, burnAlertId, closedAt }]);
  await deliver.all();
  const link = `${server.url}/api-monitoring/alerts?project=${projectId}&tab=budgets`;
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const notified = bodies.filter(({ objectives }) => (objectives as BurnAlert[])[0]?.burnAlertId === burnAlertId);
  expect(notified).toEqual(
    [
      {
        event: 'objective.burning',
        title: 'Pay uses up its error budget too fast for its objective of 99 %',
        text: page.cause,
        at: openedAt,
      },
      {
        event: 'objective.recovered',
        title: 'Pay no longer uses up its error budget too fast, after 2h 0m',
        text: 'Objective 99 %',
        at: closedAt,
      },
    ].map((one, index) => ({
      ...one,
      deliveryId: expect.any(String),
      severity: 'DOWN',
      link,
      incidents: [],
      objectives: [{ ...page, burnAlertId, severity: 'DOWN', closedAt: index === 0 ? null : closedAt, link }],
    })),
  );
});

test('an alert stays open without recent checks, and closes when its objective is removed', async () => {
  const { projectId, monitorId } = await watched();
  await checks(monitorId, [
    [20 * minute, 'dd'],
    [fourMinutes, 'dd'],
  ]);
  await hours(monitorId, [[fourMinutes, 0, 4]]);
  await watchBudgets();
  clock.advance(10 * minute);
  const open = async () => (await list(projectId)).content.filter(({ closedAt }) => closedAt === null).length;
  expect([await watchBudgets(), await open()]).toEqual([0, 2]);
  await client.call(calls.updateMonitor, { body: { monitorId, sloPercent: null } });
  expect([await watchBudgets(), await open()]).toEqual([2, 0]);
  expect(await watchBudgets()).toBe(0);
});

type Place = Awaited<ReturnType<typeof newAlerts>>;
test.each<[string, Partial<NewPolicy> | ((place: Place) => Partial<NewPolicy>), boolean, string[]]>([
  ['everything', {}, false, ['page', 'ticket']],
  ['everything, with the objective on the collection', {}, true, ['page', 'ticket']],
  ['incidents only', { tellsBurnRate: false }, false, []],
  ['everything, while disabled', { isEnabled: false }, false, []],
  ['outages only', { tellsDegraded: false }, false, ['page']],
  ['the tag of the monitored API', { tags: ['shop'] }, false, ['page', 'ticket']],
  ['another tag', { tags: ['other'] }, false, []],
  ['the tag of the monitored API, with the objective on the collection', { tags: ['shop'] }, true, []],
  ['the monitored API', ({ monitorId }) => ({ monitorIds: [monitorId] }), false, ['page', 'ticket']],
  [
    'the monitored API, with the objective on the collection',
    ({ monitorId }) => ({ monitorIds: [monitorId] }),
    true,
    [],
  ],
  ['the collection', ({ collectionId }) => ({ collectionIds: [collectionId] }), false, ['page', 'ticket']],
  [
    'the collection, with the objective on it',
    ({ collectionId }) => ({ collectionIds: [collectionId] }),
    true,
    ['page', 'ticket'],
  ],
])('error budget alerts sent by a policy for %s', async (_name, policy, isOfCollection, expected) => {
  const place = await watched({}, isOfCollection ? null : 99);
  const { projectId, collectionId, monitorId, policyId } = place;
  if (isOfCollection) await client.call(calls.updateCollection, { body: { collectionId, sloPercent: 99 } });
  const body = typeof policy === 'function' ? policy(place) : policy;
  await client.call(calls.updatePolicy, { params: { id: policyId }, body });
  await checks(monitorId, recent);
  await hours(monitorId, [failing]);
  await watchBudgets();
  expect((await list(projectId)).totalElements).toBe(2);
  const notified = (await place.deliveries()).map(({ objectives }) => objectives[0]?.burnAlertId);
  const { content } = await list(projectId);
  expect(
    content
      .filter(({ burnAlertId }) => notified.includes(burnAlertId))
      .map(({ urgency }) => urgency)
      .sort(),
  ).toEqual(expected);
});

test('mails link to the error budgets; channels that track incidents are always notified of recovery', async () => {
  const policy = { tellsRecovery: false };
  const place = await watched({ isEnabled: false });
  const addresses = ['one@burn.test'];
  await place.newPolicy('Mail', [await place.newChannel('Mails', { kind: 'email', addresses })], policy);
  const pager = await place.newChannel('Pager', { kind: 'opsgenie', apiKey: 'key', apiUrl: receiver.url });
  await place.newPolicy('Pager', [pager], policy);
  await checks(place.monitorId, recent);
  await hours(place.monitorId, [failing]);
  await watchBudgets();
  await deliver.all();
  const [mail] = (await server.platform.mailer.list(20)).filter(({ recipient }) => recipient === 'one@burn.test');
  expect(mail?.htmlBody).toContain(`?project=${place.projectId}&amp;tab=budgets">Open the error budgets</a>`);
  await query('update api_monitoring.monitor set is_started = false where id = $1', [place.monitorId]);
  await watchBudgets();
  expect((await place.states()).filter((state) => state.includes('recovered'))).toEqual(
    Array(2).fill('Pager Pager recovered 1 WAITING'),
  );
});

test('error budget reminders repeat until the alert closes', async () => {
  const { projectId, monitorId, states } = await watched({ reminderMinutes: 5, tellsDegraded: false });
  await checks(monitorId, recent);
  await hours(monitorId, [failing]);
  await watchBudgets();
  for (const _ of [1, 2]) {
    await deliver.all();
    clock.advance(5 * minute);
  }
  expect(await states()).toEqual([
    'All hook burning 1 DELIVERED',
    'All hook still-burning 1 DELIVERED',
    'All hook still-burning 2 WAITING',
  ]);
  await query('update api_monitoring.burn_alert set closed_at = $2 where project_id = $1', [projectId, clock.now()]);
  await deliver.all();
  expect((await states()).at(-1)).toBe('All hook still-burning 2 CANCELLED');
});

test('an alert that cannot be stored does not block the others', async () => {
  const [bad, good] = [await watched(), await watched()];
  for (const { monitorId } of [bad, good]) {
    await checks(monitorId, recent);
    await hours(monitorId, [failing]);
  }
  await query(`create function burn_poison() returns trigger language plpgsql as $$ begin
    if new.subject_id = '${bad.monitorId}' then raise exception 'never'; end if; return new; end $$`);
  await query(
    'create trigger poison before insert on api_monitoring.burn_alert for each row execute function burn_poison()',
  );
  try {
    expect(await watchBudgets()).toBe(4);
  } finally {
    await query('drop trigger poison on api_monitoring.burn_alert');
  }
  expect([(await list(bad.projectId)).totalElements, (await list(good.projectId)).totalElements]).toEqual([0, 2]);
  expect(await watchBudgets()).toBe(2);
});
