import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { deliverOf, newAlerts } from '../testing/alert-builders.ts';
import { auditsOf } from '../testing/audits.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const clock = new FakeClock(new Date());
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
beforeEach(() => {
  receiver.answer({});
  receiver.received.length = 0;
});

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const bodies = () => receiver.received.map(({ path, body }) => ({ path, ...(JSON.parse(body) as { event: string }) }));
const receivedEvents = () => bodies().map(({ path, event }) => `${path} ${event}`);
const acknowledge = (id: string) => client.call(calls.acknowledgeIncident, { params: { id }, body: {} });
const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);

test('a message is listed with all fields before and after delivery, filtered, and sent again', async () => {
  const place = await newAlerts(client, receiver.url);
  const { projectId, monitorId, channelId, deliveries } = place;
  const incident = await incidents.open(monitorId);
  const opened = iso();
  const delivery = {
    deliveryId: expect.any(String),
    projectId,
    channelId,
    channelName: 'hook',
    channelKind: 'webhook',
    policyName: 'All',
    event: 'opened',
    step: 1,
    incidents: [{ incidentId: incident.id, number: 1, monitorName: 'Pay', isCancelled: false }],
    objectives: [],
    state: 'WAITING',
    dueAt: opened,
    doneAt: null,
    attempts: [],
    attemptCount: 0,
    createdAt: opened,
  };
  expect(await deliveries()).toEqual([delivery]);
  clock.advance(1000);
  await deliver.all();
  const sent = { at: iso(), isDelivered: true, status: 200, message: null, answer: 'ok', durationMs: 0 };
  const done = { ...delivery, state: 'DELIVERED', doneAt: iso(), attempts: [sent], attemptCount: 1 };
  const all = await client.call(calls.listDeliveries, { query: { projectId } });
  expect(all).toEqual({ page: 0, size: 10, totalElements: 1, content: [done] });
  const deliveryId = all.content[0]?.deliveryId ?? '';
  expect(bodies()).toEqual([
    {
      path: '/hook',
      event: 'incident.opened',
      deliveryId,
      severity: 'DOWN',
      title: 'Pay is down',
      text: '#1 · GET http://127.0.0.1:9/ · It answered with status 500.',
      link: `${server.url}/api-monitoring/incidents?incident=${incident.id}`,
      at: iso(),
      incidents: [
        {
          incidentId: incident.id,
          number: 1,
          projectId,
          monitorId,
          monitorName: 'Pay',
          target: 'GET http://127.0.0.1:9/',
          severity: 'DOWN',
          cause: 'It answered with status 500.',
          regions: [],
          openedAt: opened,
          closedAt: null,
          acknowledgedByName: null,
          link: `${server.url}/api-monitoring/incidents?incident=${incident.id}`,
        },
      ],
      objectives: [],
    },
  ]);
  const { length } = await deliveries({ incidentId: incident.id, channelId, state: 'DELIVERED' });
  expect(length).toBe(1);
  for (const other of [{ incidentId: projectId }, { channelId: projectId }, { state: 'FAILED' }])
    expect(await deliveries(other)).toEqual([]);
  clock.advance(1000);
  expect(await client.call(calls.sendAgain, { params: { id: deliveryId } })).toEqual({
    ...done,
    state: 'WAITING',
    dueAt: iso(),
    doneAt: null,
  });
  await deliver.all();
  expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual([deliveryId, `${deliveryId}-1`]);
  expect(await auditsOf(server, [deliveryId])).toEqual([
    { action: 'alert.sent-again', target: deliveryId, detail: null },
  ]);
  expect(await failureOf(client.call(calls.sendAgain, { params: { id: projectId } }))).toMatchObject({
    status: 404,
    code: 'API_MONITORING_DELIVERY_NOT_FOUND',
  });
});

test('notified channels are notified of the acknowledgement and of the end, with person and time', async () => {
  const { monitorId, states, lines } = await newAlerts(client, receiver.url);
  const incident = await incidents.open(monitorId);
  await deliver.all();
  clock.advance(2 * minute);
  await acknowledge(incident.id);
  await acknowledge(incident.id);
  await deliver.all();
  clock.advance(3 * minute);
  await incidents.close(incident);
  const closedAt = iso();
  await deliver.all();
  const messages = bodies() as unknown as { title: string; incidents: object[] }[];
  expect(messages.map(({ title, incidents: [one] }) => [title, one])).toMatchObject([
    ['Pay is down', { acknowledgedByName: null, closedAt: null }],
    ['Pay: Ada Admin looks after it', { acknowledgedByName: 'Ada Admin', closedAt: null }],
    [expect.stringMatching(/^Pay is well again after /), { acknowledgedByName: 'Ada Admin', closedAt }],
  ]);
  expect(await states()).toEqual([
    'All hook acknowledged 1 DELIVERED',
    'All hook closed 1 DELIVERED',
    'All hook opened 1 DELIVERED',
  ]);
  const [opened, acknowledged] = [iso(-5 * minute), iso(-3 * minute)];
  expect(await lines(incident.id)).toEqual([
    `alerted: Told “hook”. ${opened}`,
    `acknowledged:  ${acknowledged}`,
    `alerted: Told “hook”. ${acknowledged}`,
    `alerted: Told “hook”. ${closedAt}`,
  ]);
});

test('the timeline has the first and the last failed attempt and later steps only', async () => {
  const place = await newAlerts(client, receiver.url);
  const { monitorId, policyId, channelId, lines, deliveries } = place;
  const steps = [0, 60].map((afterMinutes) => ({ afterMinutes, channelIds: [channelId] }));
  await client.call(calls.updatePolicy, { params: { id: policyId }, body: { steps } });
  receiver.answer({ status: 500 });
  const incident = await incidents.open(monitorId);
  const first = iso();
  for (const wait of [0, 10_000, 30_000]) {
    clock.advance(wait);
    await deliver.all();
  }
  expect(receiver.received).toHaveLength(3);
  const tries = [`alerted: Could not tell “hook”: It answered with status 500. It is tried again. ${first}`];
  expect(await lines(incident.id)).toEqual(tries);
  clock.advance(59_999);
  await deliver.all();
  expect(receiver.received).toHaveLength(3);
  clock.advance(1);
  receiver.answer({ status: 404 });
  await deliver.all();
  const refused = { status: 404, message: 'It answered with status 404.', isDelivered: false, answer: 'ok' };
  expect((await deliveries({ state: 'FAILED' }))[0]).toMatchObject({
    attemptCount: 4,
    attempts: [{ status: 500 }, { status: 500 }, { status: 500 }, refused],
    doneAt: iso(),
  });
  tries.push(`alerted: Could not tell “hook”: It answered with status 404. It was given up. ${iso()}`);
  expect(await lines(incident.id)).toEqual(tries);
  receiver.answer({});
  clock.advance(60 * minute);
  await deliver.all();
  expect(await lines(incident.id)).toEqual([...tries, `escalated: Told “hook”. ${iso()}`]);
  const { content } = await client.call(calls.listChannels, { query: { projectId: place.projectId } });
  expect(content[0]?.last).toEqual({ at: iso(), isDelivered: true, message: null });
});

test('reminders repeat at the interval of their policy until the incident is acknowledged', async () => {
  const { monitorId, states, deliveries, lines } = await newAlerts(client, receiver.url, { reminderMinutes: 30 });
  const incident = await incidents.open(monitorId);
  const openedAt = iso();
  await deliver.all();
  for (const step of [1, 2]) {
    expect((await deliveries({ state: 'WAITING' })).map(({ event, step: of, dueAt }) => [event, of, dueAt])).toEqual([
      ['reminder', step, iso(30 * minute)],
    ]);
    clock.advance(30 * minute - 1);
    await deliver.all();
    clock.advance(1);
    expect(receivedEvents()).toHaveLength(step);
    await deliver.all();
    expect(receivedEvents()).toHaveLength(step + 1);
  }
  const third = (await deliveries({ state: 'WAITING' }))[0];
  // Acknowledged behind the product's back: noticed only when the reminder is due.
  await query(`update api_monitoring.incident set state = 'ACKNOWLEDGED' where id = $1`, [incident.id]);
  clock.advance(30 * minute);
  await deliver.all();
  const cancelled = (await deliveries({ state: 'CANCELLED' }))[0];
  const attempt = { isDelivered: false, status: null, message: 'No longer needed.', answer: null, durationMs: 0 };
  expect(cancelled).toEqual({
    ...third,
    state: 'CANCELLED',
    attempts: [{ at: iso(), ...attempt }],
    attemptCount: 1,
    doneAt: iso(),
  });
  expect(await states()).toEqual([
    'All hook opened 1 DELIVERED',
    'All hook reminder 1 DELIVERED',
    'All hook reminder 2 DELIVERED',
    'All hook reminder 3 CANCELLED',
  ]);
  expect(await lines(incident.id)).toEqual([
    `alerted: Told “hook”. ${openedAt}`,
    `alerted: Reminded “hook”. ${iso(-60 * minute)}`,
    `alerted: Reminded “hook”. ${iso(-30 * minute)}`,
  ]);
});

test.each<[string, (place: Awaited<ReturnType<typeof newAlerts>>, id: string) => Promise<unknown>, string[]]>([
  ['stays open', async () => undefined, ['All hook reminder 1 WAITING']],
  [
    'has a policy that was disabled',
    ({ policyId }) => client.call(calls.updatePolicy, { params: { id: policyId }, body: { isEnabled: false } }),
    [],
  ],
  [
    'has a policy that no longer reminds',
    ({ policyId }) => client.call(calls.updatePolicy, { params: { id: policyId }, body: { reminderMinutes: null } }),
    [],
  ],
  [
    'has a policy that was deleted in the meantime',
    ({ policyId }) => query('delete from api_monitoring.alert_policy where id = $1', [policyId]),
    [],
  ],
  [
    'was acknowledged in the meantime',
    (_place, id) => query(`update api_monitoring.incident set state = 'ACKNOWLEDGED' where id = $1`, [id]),
    [],
  ],
])('reminders of an incident that %s', async (_name, change, expected) => {
  const place = await newAlerts(client, receiver.url, { reminderMinutes: 5 });
  const incident = await incidents.open(place.monitorId);
  await change(place, incident.id);
  await deliver.all();
  expect((await place.states()).filter((state) => state.includes('reminder'))).toEqual(expected);
});

test('reminders of several incidents are grouped, and stop once they are closed or acknowledged', async () => {
  const place = await newAlerts(client, receiver.url, { reminderMinutes: 5, groupSeconds: 10 });
  const { projectId, collectionId, monitorId, states, deliveries } = place;
  const target = { kind: 'tcp', host: 'x', port: 1 } as const;
  const second = await newMonitor(client, { projectId, collectionId }, target, { state: 'STOPPED', name: 'Sell' });
  const [one, two] = [await incidents.open(monitorId), await incidents.open(second.monitorId)];
  clock.advance(10_000);
  await deliver.all();
  const [reminder] = await deliveries({ state: 'WAITING' });
  expect([reminder?.dueAt, reminder?.incidents.map(({ monitorName }) => monitorName)]).toEqual([
    iso(5 * minute + 10_000),
    ['Pay', 'Sell'],
  ]);
  expect(bodies()[0]).toMatchObject({
    title: '2 incidents',
    link: `${server.url}/api-monitoring?project=${projectId}`,
  });
  await acknowledge(one.id);
  await incidents.close(two);
  clock.advance(10_000);
  await deliver.all();
  expect(await states()).toEqual([
    'All hook acknowledged 1 DELIVERED',
    'All hook closed 1 DELIVERED',
    'All hook opened 1 DELIVERED',
    'All hook reminder 1 CANCELLED',
  ]);
});

test('the reminder of an incident that was sent alone does not wait for others', async () => {
  const { monitorId, deliveries } = await newAlerts(client, receiver.url, { reminderMinutes: 5, groupSeconds: 10 });
  await incidents.open(monitorId);
  clock.advance(10_000);
  await deliver.all();
  expect((await deliveries({ state: 'WAITING' })).map(({ dueAt }) => dueAt)).toEqual([iso(5 * minute)]);
});

test('each address gets a complete mail that says why it was sent', async () => {
  const { monitorId, newChannel, newPolicy, deliveries } = await newAlerts(client, receiver.url, { isEnabled: false });
  const addresses = ['one@deliveries.test', 'two@deliveries.test'];
  await newPolicy('On call', [await newChannel('Mails', { kind: 'email', addresses })]);
  const incident = await incidents.open(monitorId);
  await deliver.all();
  const stored = await server.platform.mailer.list(2, server.admin.organizationId);
  const link = `${server.url}/api-monitoring/incidents?incident=${incident.id}`;
  expect(
    stored
      .map(({ recipient, subject, textBody }) => ({ recipient, subject, textBody }))
      .toSorted((a, b) => a.recipient.localeCompare(b.recipient)),
  ).toEqual(
    addresses.map((recipient) => ({
      recipient,
      subject: 'Pay is down',
      textBody: `Hello ${recipient},\n\n#1 · GET http://127.0.0.1:9/ · It answered with status 500.\n\n${link}\n\nYou get this because the alert policy “On call” names this address.\n`,
    })),
  );
  expect(stored[0]?.htmlBody).toContain('>Open the incident</a>');
  const mailed = { at: iso(), isDelivered: true, status: null, message: null, durationMs: 0 };
  expect((await deliveries())[0]).toMatchObject({
    channelName: 'Mails',
    channelKind: 'email',
    state: 'DELIVERED',
    attempts: [{ ...mailed, answer: 'In the outbox: no mail server is set up.' }],
  });
});

test('a claimed message stays with its process for 45 seconds, or 5 if the process has exited', async () => {
  const { monitorId } = await newAlerts(client, receiver.url);
  await incidents.open(monitorId);
  const withdraw = await server.platform.notifier.declare('alive');
  expect(await deliver.claim('alive', 5)).toMatchObject([{ attemptCount: 1, event: 'opened' }]);
  clock.advance(44_999);
  expect(await deliver.claim('other', 5)).toEqual([]);
  clock.advance(1);
  expect(await deliver.claim('gone', 5)).toHaveLength(1);
  clock.advance(4999);
  expect(await deliver.claim('other', 5)).toEqual([]);
  clock.advance(1);
  const [row] = await deliver.claim('alive', 5);
  expect(row?.attemptCount).toBe(3);
  await withdraw();
  // A stale claim changes nothing.
  if (row) await deliver.deliver({ ...row, claim: row.claim - 1 });
  expect(await deliver.claim('other', 5)).toEqual([]);
  if (row) await deliver.deliver(row);
  expect(receiver.received).toHaveLength(2);
});

test('a message to a deleted channel is not sent', async () => {
  const { monitorId, channelId, newPolicy, newHook, states } = await newAlerts(client, receiver.url);
  await newPolicy('Other', [await newHook('other')]);
  await incidents.open(monitorId);
  const rows = await deliver.claim('test', 5);
  await query('delete from api_monitoring.alert_channel where id = $1', [channelId]);
  for (const row of rows) await deliver.deliver(row);
  expect(receivedEvents()).toEqual(['/other incident.opened']);
  expect((await states()).filter((state) => state.endsWith('DELIVERED'))).toEqual(['Other other opened 1 DELIVERED']);
});

test('messages of a deactivated organization wait until it is active again', async () => {
  const { monitorId, deliveries } = await newAlerts(client, receiver.url);
  await incidents.open(monitorId);
  await deliverOf(server.platform, [server.admin.organizationId]).all();
  expect([receivedEvents(), (await deliveries())[0]?.state]).toEqual([[], 'WAITING']);
  await deliver.all();
  expect([receivedEvents(), (await deliveries())[0]?.state]).toEqual([['/hook incident.opened'], 'DELIVERED']);
});
