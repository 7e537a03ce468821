import { createHmac } from 'node:crypto';
import type { Client } from '@touchstone/contracts';
import {
  type AlertChannel,
  type AlertDelivery,
  apiMonitoringRoutes,
  type ChannelSettingsInput,
  type NewPolicy,
} from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
const minute = 60_000;
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let incidents: ReturnType<typeof incidentsOf>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  ({ client } = server.admin);
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

const until = (check: () => unknown) => expect.poll(check, { timeout: 30_000, interval: 20 });
const events = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
const keys = () => receiver.received.map(({ headers }) => headers['idempotency-key']);

async function newChannel(projectId: string, settings: ChannelSettingsInput, name = 'Hook') {
  return client.call(calls.createChannel, { body: { projectId, name, settings } });
}
const hook = (): ChannelSettingsInput => ({
  kind: 'webhook',
  url: `${receiver.url}/hook`,
  secret: 'a-secret-of-ours-1',
});

/** A monitor whose incidents are sent to a channel. */
async function watched(policy: Partial<NewPolicy> = {}, settings: ChannelSettingsInput = hook()) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const target = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED', tags: ['shop'] });
  const channel = await newChannel(projectId, settings);
  const steps = [{ afterMinutes: 0, channelIds: [channel.channelId] }];
  const { policyId } = await client.call(calls.createPolicy, { body: { projectId, name: 'All', steps, ...policy } });
  return { ...place, monitorId, channel, policyId };
}
const deliveries = async (projectId: string): Promise<AlertDelivery[]> =>
  (await client.call(calls.listDeliveries, { query: { projectId, size: 50 } })).content;
const states = async (projectId: string) =>
  (await deliveries(projectId)).map(({ event, step, state }) => `${event} ${step} ${state}`).reverse();

test('channels are created, shown without secrets, changed, and deleted once no policy uses them', async () => {
  const { projectId } = await newMonitoring(client);
  const made = await newChannel(projectId, { kind: 'webhook', url: 'https://hooks.test/very/deep?token=hidden' });
  expect(made.signingSecret).toMatch(/^[\w-]{32}$/);
  expect(made).toMatchObject({ kind: 'webhook', target: 'hooks.test', secrets: ['secret'], policies: [], last: null });
  const slack = await newChannel(
    projectId,
    { kind: 'slack', webhookUrl: 'https://hooks.slack.test/T1/B2/xyz' },
    'Chat',
  );
  expect(slack).toMatchObject({ target: 'hooks.slack.test', settings: { kind: 'slack' }, signingSecret: null });
  const listed = await client.call(calls.listChannels, { query: { projectId } });
  expect(listed.content.map(({ name }) => name)).toEqual(['Chat', 'Hook']);
  expect(JSON.stringify(listed)).not.toContain('xyz');
  const taken = await failureOf(newChannel(projectId, hook(), 'hook'));
  expect(taken).toMatchObject({ status: 409, code: 'API_MONITORING_CHANNEL_NAME_TAKEN' });
  const empty = await failureOf(newChannel(projectId, { kind: 'slack' }, 'Empty'));
  expect(empty.details).toEqual([{ path: 'settings.webhookUrl', message: 'Please enter the URL of the webhook.' }]);
  const params = { id: slack.channelId };
  const renamed = await client.call(calls.updateChannel, {
    params,
    body: { name: 'Talk', settings: { kind: 'slack' } },
  });
  expect(renamed).toMatchObject({ name: 'Talk', target: 'hooks.slack.test', secrets: ['webhookUrl'] });
  const other = { kind: 'ntfy', topic: 'ops' } as const;
  expect(await failureOf(client.call(calls.updateChannel, { params, body: { settings: other } }))).toMatchObject({
    code: 'API_MONITORING_CHANNEL_KIND_IS_FIXED',
  });
  const steps = [{ afterMinutes: 0, channelIds: [slack.channelId] }];
  const policy = await client.call(calls.createPolicy, { body: { projectId, name: 'Day', steps } });
  const used = await failureOf(client.call(calls.deleteChannel, { params }));
  expect(used).toMatchObject({ status: 409, message: expect.stringContaining('“Day”'.slice(1, -1)) });
  await client.call(calls.deletePolicy, { params: { id: policy.policyId } });
  await client.call(calls.deleteChannel, { params });
  const { rows } = await server.platform.database.pool.query(
    'select to_jsonb(c)::text as text from api_monitoring.alert_channel c',
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(made.signingSecret);
});

test.each<[ChannelSettingsInput, string]>([
  [{ kind: 'email', addresses: ['a@example.test', 'b@example.test'] }, 'a@example.test, b@example.test'],
  [{ kind: 'teams', webhookUrl: 'https://teams.test/hidden' }, 'teams.test'],
  [{ kind: 'discord', webhookUrl: 'https://discord.test/hidden' }, 'discord.test'],
  [{ kind: 'telegram', botToken: 'hidden', chatId: '@ops_of_acme' }, '@ops_of_acme'],
  [{ kind: 'ntfy', topic: 'ops', token: 'hidden' }, 'ntfy.sh/ops'],
  [{ kind: 'pagerduty', routingKey: 'hidden' }, 'events.pagerduty.com'],
  [{ kind: 'opsgenie', apiKey: 'hidden', apiUrl: 'https://api.eu.opsgenie.com' }, 'api.eu.opsgenie.com'],
])('a channel says where it leads, and nothing that is secret: %o', async (settings, target) => {
  const { projectId } = await newMonitoring(client);
  const made = await newChannel(projectId, settings);
  expect(made.target).toBe(target);
  expect(JSON.stringify(made)).not.toContain('hidden');
});

test('policies report what is wrong with them', async () => {
  const { projectId } = await newMonitoring(client);
  const { channelId } = await newChannel(projectId, hook());
  const elsewhere = await watched();
  const refused = (given: Partial<NewPolicy>) =>
    failureOf(
      client.call(calls.createPolicy, {
        body: { projectId, name: 'P', steps: [{ afterMinutes: 0, channelIds: [channelId] }], ...given },
      }),
    ).then(({ details }) => details.map(({ path, message }) => `${path}: ${message}`));
  expect(await refused({ steps: [{ afterMinutes: 0, channelIds: [elsewhere.channel.channelId] }] })).toEqual([
    'steps.0.channelIds: Choose channels of this project.',
  ]);
  expect(await refused({ monitorIds: [elsewhere.monitorId] })).toEqual([
    'monitorIds: Choose monitored APIs of this project.',
  ]);
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
  const quiet = { days: [...days], from: '00:00', to: '00:00', timezone: 'UTC' };
  expect(await refused({ quietHours: [quiet] })).toEqual([
    'quietHours: Quiet hours cover the whole week, so no alert would ever be sent.',
  ]);
  expect(await refused({ quietHours: [{ ...quiet, timezone: 'Mars/Base' }] })).toEqual([
    'quietHours.0.timezone: Unknown time zone: Mars/Base. Choose one.',
  ]);
  const twice = [5, 5].map((afterMinutes) => ({ afterMinutes, channelIds: [channelId] }));
  expect(await refused({ steps: twice })).toEqual(['steps: Each step comes later than the one before.']);
});

test("a test message returns the receiver's response, and the address policy applies", async () => {
  const { projectId } = await newMonitoring(client);
  const { channelId } = await newChannel(projectId, hook());
  const send = (id: string) => client.call(calls.testChannel, { params: { id } });
  expect(await send(channelId)).toMatchObject({ isDelivered: true, status: 200, answer: 'ok', message: null });
  receiver.answer({ status: 403, body: `no a-secret-of-ours-1 ${'x'.repeat(5000)}` });
  const refused = await send(channelId);
  expect(refused).toMatchObject({ isDelivered: false, status: 403, message: 'It answered with status 403.' });
  expect(refused.answer).toMatch(/^no •••• x+$/);
  expect(refused.answer).toHaveLength(1000);
  const metadata = await newChannel(projectId, { kind: 'webhook', url: 'http://169.254.169.254/' }, 'Cloud');
  expect(await send(metadata.channelId)).toMatchObject({
    isDelivered: false,
    status: null,
    message: expect.stringContaining('not allowed'),
  });
  const mails = await newChannel(projectId, { kind: 'email', addresses: ['ada@mail.test', 'bob@mail.test'] }, 'Mails');
  expect(await send(mails.channelId)).toMatchObject({ isDelivered: true, status: null });
  const stored = await server.platform.mailer.list(2, server.admin.organizationId);
  expect(stored.map(({ recipient }) => recipient).toSorted()).toEqual(['ada@mail.test', 'bob@mail.test']);
  expect(stored[0]?.textBody).toContain('sent this test.');
  const { content } = await client.call(calls.listChannels, { query: { projectId } });
  expect(content.find((channel: AlertChannel) => channel.channelId === channelId)?.last).toMatchObject({
    isDelivered: false,
  });
});

test('a project has at most 100 channels and policies, even if created concurrently; they are listed by page', async () => {
  const { projectId, channel, policyId } = await watched();
  const copies = (table: string, id: string) =>
    server.platform.database.pool.query(
      `insert into api_monitoring.${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || n))).*
       from api_monitoring.${table} t, generate_series(10, 107) n where t.id = $1`,
      [id],
    );
  await copies('alert_channel', channel.channelId);
  await copies('alert_policy', policyId);
  const steps = [{ afterMinutes: 0, channelIds: [channel.channelId] }];
  const five = async (make: (name: string) => Promise<unknown>) => {
    const made = await Promise.allSettled(['One', 'Two', 'Three', 'Four', 'Five'].map(make));
    return made.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { message: string }).message] : []));
  };
  const channels = await five((name) => newChannel(projectId, hook(), name));
  expect(channels).toEqual(Array(4).fill('A project has at most 100 alert channels. Delete one that no policy needs.'));
  const policies = await five((name) => client.call(calls.createPolicy, { body: { projectId, name, steps } }));
  expect(policies).toEqual(
    Array(4).fill('A project has at most 100 alert policies. Delete one, or add a step to another.'),
  );
  const listed = await client.call(calls.listPolicies, { query: { projectId, page: 1, size: 40 } });
  expect([listed.totalElements, listed.content.length, listed.content[0]?.name]).toEqual([100, 40, 'Copy 41']);
});

test('an incident and its end are sent with a signature, and its time line says so', async () => {
  const { projectId, monitorId } = await watched();
  const incident = await incidents.open(monitorId);
  await until(events).toEqual(['incident.opened']);
  const { headers, body } = receiver.received[0] ?? { headers: {} as Record<string, string>, body: '' };
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['touchstone-signature'])) ?? [];
  expect(createHmac('sha256', 'a-secret-of-ours-1').update(`${seconds}.${body}`).digest('hex')).toBe(signature);
  expect(JSON.parse(body)).toMatchObject({
    severity: 'DOWN',
    incidents: [{ number: 1, cause: 'It answered with status 500.', link: expect.stringContaining(incident.id) }],
  });
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED']);
  await incidents.close(incident);
  await until(events).toEqual(['incident.opened', 'incident.closed']);
  await until(async () => (await deliveries(projectId)).every(({ state }) => state === 'DELIVERED')).toBe(true);
  const lines = async () =>
    (
      await server.platform.database.pool.query(
        'select kind, text from api_monitoring.incident_entry where incident_id = $1 order by at, id',
        [incident.id],
      )
    ).rows;
  await until(lines).toEqual([
    { kind: 'alerted', text: 'Told “Hook”.' },
    { kind: 'alerted', text: 'Told “Hook”.' },
  ]);
});

test("steps follow after their delay; an earlier end cancels them, and no channel gets the end of what it wasn't told", async () => {
  const { projectId, monitorId, channel, policyId } = await watched();
  const steps = [
    { afterMinutes: 5, channelIds: [channel.channelId] },
    { afterMinutes: 15, channelIds: [channel.channelId] },
  ];
  await client.call(calls.updatePolicy, { params: { id: policyId }, body: { steps } });
  const short = await incidents.open(monitorId);
  clock.advance(4 * minute);
  await incidents.close(short);
  expect(await states(projectId)).toEqual(['opened 1 CANCELLED', 'opened 2 CANCELLED']);
  const long = await incidents.open(monitorId);
  clock.advance(5 * minute);
  await until(events).toEqual(['incident.opened']);
  clock.advance(10 * minute);
  await until(events).toEqual(['incident.opened', 'incident.opened']);
  await incidents.close(long);
  await until(events).toEqual(['incident.opened', 'incident.opened', 'incident.closed']);
});

test('incidents of a project within the group time are one message; reminders continue until the end', async () => {
  const { projectId, collectionId, monitorId } = await watched({ groupSeconds: 30, reminderMinutes: 60 });
  const target = { kind: 'tcp', host: 'x', port: 1 } as const;
  const second = await newMonitor(client, { projectId, collectionId }, target, { state: 'STOPPED' });
  const first = await incidents.open(monitorId);
  clock.advance(20_000);
  const other = await incidents.open(second.monitorId);
  expect(events()).toEqual([]);
  clock.advance(10_000);
  await until(events).toEqual(['incident.opened']);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    title: '2 incidents',
    incidents: [{ number: 1 }, { number: 2 }],
  });
  await until(async () => (await deliveries(projectId))[0]?.event).toBe('reminder');
  await incidents.close(first);
  clock.advance(61 * minute);
  await until(() => events().includes('incident.reminder')).toBe(true);
  const reminder = receiver.received.find(({ body }) => body.includes('incident.reminder'));
  expect(JSON.parse(reminder?.body ?? '').incidents).toMatchObject([{ incidentId: other.id }]);
  await until(async () => (await states(projectId)).includes('reminder 2 WAITING')).toBe(true);
  await incidents.close(other);
  expect((await states(projectId)).filter((state) => state.startsWith('reminder 2'))).toEqual(['reminder 2 CANCELLED']);
  // The message about both ends waits for the group time too.
  clock.advance(30_000);
  await until(async () => (await states(projectId)).filter((state) => state.endsWith('WAITING'))).toEqual([]);
});

test('degraded incidents are sent to those who want them, and again when they become down', async () => {
  const { monitorId, channel, projectId } = await watched({ tellsDegraded: false, tags: ['shop'] });
  const steps = [{ afterMinutes: 0, channelIds: [(await newChannel(projectId, hook(), 'Second')).channelId] }];
  await client.call(calls.createPolicy, { body: { projectId, name: 'Slow too', steps } });
  await client.call(calls.createPolicy, { body: { projectId, name: 'Others', steps, tags: ['other'] } });
  const incident = await incidents.open(monitorId, 'DEGRADED');
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED']);
  await incidents.worsen(incident);
  await until(async () => (await states(projectId)).sort()).toEqual([
    'opened 1 DELIVERED',
    'opened 1 DELIVERED',
    'worsened 1 DELIVERED',
  ]);
  const ofFirst = (await deliveries(projectId)).filter(({ channelId }) => channelId === channel.channelId);
  expect(ofFirst.map(({ event, policyName }) => [event, policyName])).toEqual([['opened', 'All']]);
});

test('down after degraded is sent to each step at its own time', async () => {
  const place = await watched({ tellsDegraded: true });
  const { projectId, monitorId, policyId, channel } = place;
  const second = await newChannel(projectId, hook(), 'Second');
  const steps = [
    { afterMinutes: 10, channelIds: [channel.channelId] },
    { afterMinutes: 30, channelIds: [second.channelId] },
  ];
  await client.call(calls.updatePolicy, { params: { id: policyId }, body: { steps } });
  await incidents.worsen(await incidents.open(monitorId, 'DEGRADED'));
  clock.advance(11 * minute);
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED', 'opened 2 WAITING']);
  clock.advance(20 * minute);
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED', 'opened 2 DELIVERED']);
});

test('a receiver that answers 500 for an hour eventually gets each message, in order and with one key', async () => {
  const { projectId, monitorId } = await watched();
  receiver.answer({ status: 500, body: '<h1>broken</h1>' });
  const incident = await incidents.open(monitorId);
  await until(() => states(projectId)).toEqual(['opened 1 WAITING']);
  await until(() => receiver.received.length).toBe(1);
  await incidents.close(incident);
  for (let tries = 2; tries <= 8; tries += 1) {
    await until(async () => (await deliveries(projectId)).at(-1)?.attempts.length).toBe(tries - 1);
    clock.advance(20 * minute);
    await until(() => receiver.received.length).toBe(tries);
  }
  expect(new Set(events())).toEqual(new Set(['incident.opened']));
  const [kept] = (await deliveries(projectId)).slice(-1);
  expect(kept?.attempts[0]).toMatchObject({ status: 500, answer: '<h1>broken</h1>', isDelivered: false });
  receiver.answer({});
  clock.advance(60 * minute);
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED', 'closed 1 DELIVERED']);
  expect(events().slice(-2)).toEqual(['incident.opened', 'incident.closed']);
  expect(new Set(keys()).size).toBe(2);
});

test('a message is retried for a day, then given up; it can be sent again manually', async () => {
  const { projectId, monitorId } = await watched();
  receiver.answer({ status: 429, headers: { 'retry-after': '600' } });
  await incidents.open(monitorId);
  await until(() => receiver.received.length).toBe(1);
  await until(() => states(projectId)).toEqual(['opened 1 WAITING']);
  clock.advance(9 * minute);
  const [waiting] = await deliveries(projectId);
  expect(Date.parse(waiting?.dueAt ?? '')).toBeGreaterThan(clock.now().getTime());
  clock.advance(24 * 60 * minute);
  await until(() => states(projectId)).toEqual(['opened 1 FAILED']);
  const id = waiting?.deliveryId ?? '';
  receiver.answer({});
  await client.call(calls.sendAgain, { params: { id } });
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED']);
  await client.call(calls.sendAgain, { params: { id } });
  await until(() => keys().slice(-2)).toEqual([id, `${id}-1`]);
});

test('a hanging receiver delays only its own channel; one that refuses permanently is not retried', async () => {
  const slow = await watched();
  receiver.answer({ hangs: true });
  await incidents.open(slow.monitorId);
  await until(() => receiver.received.length).toBe(1);
  receiver.answer({ status: 410 });
  const gone = await watched();
  await incidents.open(gone.monitorId);
  await until(() => states(gone.projectId)).toEqual(['opened 1 FAILED']);
  expect(await states(slow.projectId)).toEqual(['opened 1 SENDING']);
  const busy = await failureOf(
    client.call(calls.sendAgain, { params: { id: (await deliveries(slow.projectId))[0]?.deliveryId ?? '' } }),
  );
  expect(busy.code).toBe('API_MONITORING_DELIVERY_BUSY');
});

test('mails of an alert are stored once, with their subject', async () => {
  const addresses = ['ada@example.test', 'bob@example.test'];
  const { projectId, monitorId } = await watched({}, { kind: 'email', addresses });
  await incidents.open(monitorId);
  await until(() => states(projectId)).toEqual(['opened 1 DELIVERED']);
  const all = await server.platform.mailer.list(10, server.admin.organizationId);
  const mails = all.filter(({ recipient }) => recipient.endsWith('@example.test'));
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(addresses);
  expect(mails[0]?.subject).toMatch(/ is down$/);
  expect(mails[0]?.textBody).toContain('It answered with status 500.');
});
