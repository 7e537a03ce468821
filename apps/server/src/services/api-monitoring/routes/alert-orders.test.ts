import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewPolicy } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { deliverOf, newAlerts } from '../testing/alert-builders.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const dayMs = 24 * 60 * minute;
// At night; each test starts at this time of day.
const clock = new FakeClock(new Date('2026-11-30T03:00:00Z'));
const night: NonNullable<NewPolicy['quietHours']> = [
  { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '23:00', timezone: 'UTC' },
];
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let deliver: ReturnType<typeof deliverOf>;
let incidents: ReturnType<typeof incidentsOf>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ client } = server.admin);
  deliver = deliverOf(server.platform);
  incidents = incidentsOf(server.platform);
  receiver = await startReceiver();
}, 120_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  clock.advance(dayMs - ((clock.now().getTime() - 180 * minute) % dayMs));
  receiver.answer({});
  // Sends the messages of earlier tests.
  await deliver.all();
  receiver.received.length = 0;
});

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
type Place = Awaited<ReturnType<typeof newAlerts>>;
const change = (id: string, body: object) => client.call(calls.updatePolicy, { params: { id }, body });
/** Waiting messages as `policy channel event step +minutes until due`, sorted. */
const waiting = async ({ deliveries }: Place) =>
  (await deliveries({ state: 'WAITING' }))
    .map(({ policyName, channelName, event, step, dueAt }) => {
      const minutes = (Date.parse(dueAt) - clock.now().getTime()) / minute;
      return `${policyName} ${channelName} ${event} ${step} +${minutes}`;
    })
    .sort();

test.each<[string, Partial<NewPolicy> | ((place: Place) => Partial<NewPolicy>), 'DOWN' | 'DEGRADED', boolean]>([
  ['everything', {}, 'DOWN', true],
  ['everything, when degraded', {}, 'DEGRADED', true],
  ['outages only, when degraded', { tellsDegraded: false }, 'DEGRADED', false],
  ['outages only, when down', { tellsDegraded: false }, 'DOWN', true],
  ['everything, while disabled', { isEnabled: false }, 'DOWN', false],
  ['the tag of the monitored API', { tags: ['other', 'shop'] }, 'DOWN', true],
  ['another tag', { tags: ['other'] }, 'DOWN', false],
  ['the collection', ({ collectionId }) => ({ collectionIds: [collectionId] }), 'DOWN', true],
  ['the monitored API', ({ monitorId }) => ({ monitorIds: [monitorId] }), 'DOWN', true],
])('whether an incident is sent by a policy for %s', async (_name, given, severity, expected) => {
  const place = await newAlerts(client, receiver.url);
  await change(place.policyId, typeof given === 'function' ? given(place) : given);
  await incidents.open(place.monitorId, severity);
  expect(await waiting(place)).toEqual(expected ? ['All hook opened 1 +0'] : []);
});

test('an incident of a project without channels is opened and closed', async () => {
  const place = await newAlerts(client, receiver.url);
  await client.call(calls.deletePolicy, { params: { id: place.policyId } });
  await client.call(calls.deleteChannel, { params: { id: place.channelId } });
  await incidents.close(await incidents.open(place.monitorId));
  expect(await place.deliveries()).toEqual([]);
});

test('each step of each policy is due at its own time; deleted channels are left out', async () => {
  const place = await newAlerts(client, receiver.url, { quietHours: night });
  const [second, third] = [await place.newHook('second'), await place.newHook('third')];
  const policyId = await place.newPolicy('Steps', [second], {
    groupSeconds: 60,
    steps: [
      { afterMinutes: 5, channelIds: [second, second] },
      { afterMinutes: 15, channelIds: [third, second] },
    ],
  });
  await server.platform.database.pool.query('delete from api_monitoring.alert_channel where id = $1', [third]);
  await incidents.open(place.monitorId);
  expect(await waiting(place)).toEqual([
    'All hook opened 1 +1200',
    'Steps second opened 1 +6',
    'Steps second opened 2 +16',
  ]);
  // Changing the policy doesn't change planned messages.
  await change(policyId, { steps: [{ afterMinutes: 1, channelIds: [second] }] });
  expect(await waiting(place)).toHaveLength(3);
});

test('channels that track incidents do not group them, and are always notified of their end immediately', async () => {
  const quiet = { groupSeconds: 60, tellsRecovery: false, tellsAcknowledged: false } as const;
  const place = await newAlerts(client, receiver.url, quiet);
  const pager = await place.newChannel('pager', { kind: 'pagerduty', routingKey: 'key', apiUrl: receiver.url });
  await place.newPolicy('Pager', [pager], quiet);
  const incident = await incidents.open(place.monitorId);
  expect(await waiting(place)).toEqual(['All hook opened 1 +1', 'Pager pager opened 1 +0']);
  clock.advance(minute);
  receiver.answer({ status: 202, body: '{}' });
  await deliver.all();
  await client.call(calls.acknowledgeIncident, { params: { id: incident.id }, body: {} });
  expect(await waiting(place)).toEqual(['Pager pager acknowledged 1 +0']);
  await deliver.all();
  for (const { policyId } of (await client.call(calls.listPolicies, { query: { projectId: place.projectId } })).content)
    await change(policyId, { quietHours: night });
  await incidents.close(incident);
  expect(await waiting(place)).toEqual(['Pager pager closed 1 +0']);
});

test('the end of an incident during quiet hours is sent after them', async () => {
  const place = await newAlerts(client, receiver.url);
  const incident = await incidents.open(place.monitorId);
  await deliver.all();
  await change(place.policyId, { quietHours: night, groupSeconds: 60 });
  await incidents.close(incident);
  expect(await waiting(place)).toEqual(['All hook closed 1 +1201']);
});

test.each<[string, Partial<NewPolicy>, string[]]>([
  ['immediately', {}, ['All hook worsened 1 +0']],
  ['after the grouping time', { groupSeconds: 120 }, ['All hook worsened 1 +2']],
  ['after quiet hours', { quietHours: night }, ['All hook worsened 1 +1200']],
  [
    'immediately, if outages go through quiet hours',
    { quietHours: night.map((one) => ({ ...one, downGoesThrough: true })) },
    ['All hook worsened 1 +0'],
  ],
  ['never, while the policy is disabled', { isEnabled: false }, []],
])('a channel notified that an API is degraded is notified that it is down: %s', async (_name, given, expected) => {
  const place = await newAlerts(client, receiver.url);
  await place.newPolicy('Unasked', [await place.newHook('unasked')], { tags: ['other'] });
  const incident = await incidents.open(place.monitorId, 'DEGRADED');
  await deliver.all();
  await change(place.policyId, given);
  await incidents.worsen(incident);
  expect(await waiting(place)).toEqual(expected);
  const [message] = await place.deliveries({ state: 'WAITING' });
  if (message) expect(message.incidents).toMatchObject([{ incidentId: incident.id, isCancelled: false }]);
});

test('a policy reports a worse incident only to channels it has notified', async () => {
  const place = await newAlerts(client, receiver.url);
  const other = await place.newHook('other');
  await place.newPolicy('Later', [other], { steps: [{ afterMinutes: 10, channelIds: [other] }] });
  const incident = await incidents.open(place.monitorId, 'DEGRADED');
  await deliver.all();
  clock.advance(2 * minute);
  await incidents.worsen(incident);
  expect(await waiting(place)).toEqual(['All hook worsened 1 +0', 'Later other opened 1 +8']);
  await deliver.all();
  clock.advance(8 * minute);
  await deliver.all();
  const titles = receiver.received.map(({ path, body }) => `${path} ${(JSON.parse(body) as { title: string }).title}`);
  expect(titles).toEqual(['/hook Pay is degraded', '/hook Pay got worse: it is down', '/other Pay is down']);
});

test('a message held by quiet hours is sent immediately when the API goes down, if outages go through', async () => {
  const quietHours = night.map((one) => ({ ...one, downGoesThrough: true }));
  const place = await newAlerts(client, receiver.url, { quietHours });
  const [held, own] = [await place.newHook('held'), await place.newHook('own')];
  await place.newPolicy('Held', [held], { quietHours: night });
  await place.newPolicy('Own', [own], {
    steps: [
      { afterMinutes: 0, channelIds: [own] },
      { afterMinutes: 20, channelIds: [own] },
    ],
  });
  const incident = await incidents.open(place.monitorId, 'DEGRADED');
  clock.advance(5 * minute);
  await deliver.all();
  const until = await waiting(place);
  await incidents.worsen(incident);
  const after = await waiting(place);
  const changed = after.filter((one) => !until.includes(one));
  expect(changed).toEqual(['All hook opened 1 +-5', 'Own own worsened 1 +0']);
  expect(until.filter((one) => after.includes(one))).toEqual(['Held held opened 1 +1195', 'Own own opened 2 +15']);
  await deliver.all();
  const messages = receiver.received.map(({ path, body }) => {
    const { event, severity } = JSON.parse(body) as { event: string; severity: string };
    return `${path} ${event} ${severity}`;
  });
  expect(messages.toSorted()).toEqual([
    '/hook incident.opened DOWN',
    '/own incident.opened DEGRADED',
    '/own incident.worsened DOWN',
  ]);
});

test('a policy for outages only starts its steps when the incident gets worse', async () => {
  const place = await newAlerts(client, receiver.url, { tellsDegraded: false });
  const { channelId, policyId } = place;
  await change(policyId, { steps: [0, 10].map((afterMinutes) => ({ afterMinutes, channelIds: [channelId] })) });
  const incident = await incidents.open(place.monitorId, 'DEGRADED');
  clock.advance(5 * minute);
  await incidents.worsen(incident);
  expect(await waiting(place)).toEqual(['All hook opened 1 +0', 'All hook opened 2 +10']);
  await client.call(calls.acknowledgeIncident, { params: { id: incident.id }, body: {} });
  expect(await place.states()).toEqual(['All hook opened 1 CANCELLED', 'All hook opened 2 CANCELLED']);
  const { content } = await client.call(calls.listDeliveries, { query: { projectId: place.projectId } });
  expect(content.map(({ doneAt, incidents: [one] }) => [doneAt, one?.isCancelled])).toEqual([
    [iso(), true],
    [iso(), true],
  ]);
});

test('projects do not receive alerts of other projects', async () => {
  const [one, other] = [await newAlerts(client, receiver.url), await newAlerts(client, receiver.url)];
  await newMonitoring(client);
  await incidents.open(one.monitorId);
  expect([await waiting(one), await waiting(other)]).toEqual([['All hook opened 1 +0'], []]);
});
