import type { Client } from '@touchstone/contracts';
import {
  type AlertChannel,
  apiMonitoringRoutes,
  type ChannelSettingsInput,
  type NewPolicy,
} from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { auditsOf } from '../testing/audits.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const unknownId = '00000000-0000-4000-8000-000000000000';
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let projectId: string;
let stranger: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ client } = server.admin);
  stranger = await server.createOrganization({ plan: 'PRO' });
  receiver = await startReceiver();
}, 120_000);
beforeEach(async () => {
  ({ projectId } = await newMonitoring(client));
  receiver.answer({});
  receiver.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const newChannel = (settings: ChannelSettingsInput, name = 'Hook', by = client) =>
  by.call(calls.createChannel, { body: { projectId, name, settings } });
const mails: ChannelSettingsInput = { kind: 'email', addresses: ['ada@ops.test'] };
const newPolicy = (channelId: string, given: Partial<NewPolicy> = {}) =>
  client.call(calls.createPolicy, {
    body: { projectId, name: 'All', steps: [{ afterMinutes: 0, channelIds: [channelId] }], ...given },
  });

test.each<[ChannelSettingsInput, string, object, string[]]>([
  [{ kind: 'email', addresses: ['a@b.test'] }, 'a@b.test', { addresses: ['a@b.test'] }, []],
  [
    { kind: 'webhook', url: 'https://h.test/x', secret: 'sixteen-letters-', authorization: 'Bearer t' },
    'h.test',
    { url: 'https://h.test/x' },
    ['secret', 'authorization'],
  ],
  [{ kind: 'slack', webhookUrl: 'https://[' }, '', {}, ['webhookUrl']],
  [{ kind: 'slack', webhookUrl: 'https://s.test/1' }, 's.test', {}, ['webhookUrl']],
  [{ kind: 'teams', webhookUrl: 'https://t.test/1' }, 't.test', {}, ['webhookUrl']],
  [{ kind: 'discord', webhookUrl: 'https://d.test/1' }, 'd.test', {}, ['webhookUrl']],
  [
    { kind: 'pagerduty', routingKey: 'r' },
    'events.pagerduty.com',
    { apiUrl: 'https://events.pagerduty.com' },
    ['routingKey'],
  ],
  [{ kind: 'opsgenie', apiKey: 'o' }, 'api.opsgenie.com', { apiUrl: 'https://api.opsgenie.com' }, ['apiKey']],
  [
    { kind: 'telegram', botToken: 'b', chatId: '-100' },
    '-100',
    { chatId: '-100', apiUrl: 'https://api.telegram.org' },
    ['botToken'],
  ],
  [{ kind: 'ntfy', topic: 'ops' }, 'ntfy.sh/ops', { topic: 'ops', serverUrl: 'https://ntfy.sh' }, []],
  [
    { kind: 'ntfy', topic: 'ops', token: 'tk', serverUrl: 'https://n.test:8/x' },
    'n.test:8/ops',
    { topic: 'ops', serverUrl: 'https://n.test:8/x' },
    ['token'],
  ],
])(
  'a channel is returned with the same fields everywhere, including the names of its secrets: %o',
  async (settings, target, shown, secrets) => {
    const { signingSecret, ...made } = await newChannel(settings, 'Ops');
    const channel = {
      channelId: expect.any(String),
      projectId,
      name: 'Ops',
      kind: settings.kind,
      target,
      settings: { kind: settings.kind, ...shown },
      secrets,
      policies: [],
      last: null,
      createdByName: 'Ada Admin',
      createdAt: at,
      updatedAt: at,
    };
    expect([made, signingSecret]).toEqual([channel, null]);
    await newPolicy(made.channelId, { name: 'Day' });
    const listed = await client.call(calls.listChannels, { query: { projectId } });
    expect(listed).toEqual({
      page: 0,
      size: 10,
      totalElements: 1,
      content: [{ ...channel, channelId: made.channelId, policies: ['Day'] }],
    });
  },
);

test.each<[Extract<ChannelSettingsInput, { kind: unknown }>['kind'], object, string, string]>([
  ['slack', {}, 'settings.webhookUrl', 'Please enter the URL of the webhook.'],
  ['teams', {}, 'settings.webhookUrl', 'Please enter the URL of the webhook.'],
  ['discord', {}, 'settings.webhookUrl', 'Please enter the URL of the webhook.'],
  ['pagerduty', {}, 'settings.routingKey', 'Please enter the integration key.'],
  ['opsgenie', {}, 'settings.apiKey', 'Please enter the API key.'],
  ['telegram', { chatId: '-1' }, 'settings.botToken', 'Please enter the token of the bot.'],
])('a %s channel cannot be created without its secret', async (kind, given, path, message) => {
  const failure = await failureOf(newChannel({ kind, ...given } as ChannelSettingsInput));
  expect([failure.status, failure.code, failure.details]).toEqual([
    400,
    'API_MONITORING_INVALID_CHANNEL',
    [{ path, message }],
  ]);
});

test('a change of a channel keeps omitted fields and its secrets; changes are audited', async () => {
  const hook = { kind: 'webhook', url: `${receiver.url}/a` } as const;
  const { signingSecret, ...made } = await newChannel({ ...hook, authorization: 'Bearer first' });
  expect(signingSecret).toMatch(/^[\w-]{32}$/);
  const params = { id: made.channelId };
  const change = (body: object) => client.call(calls.updateChannel, { params, body });
  const sent = async () => {
    await client.call(calls.testChannel, { params });
    const { path, headers } = receiver.received.at(-1) ?? { path: '', headers: {} as Record<string, string> };
    return [path, headers.authorization, 'touchstone-signature' in headers];
  };
  expect(await change({ name: 'Renamed' })).toEqual({ ...made, name: 'Renamed', updatedAt: at });
  expect(await sent()).toEqual(['/a', 'Bearer first', true]);
  const moved = await change({ settings: { kind: 'webhook', url: `${receiver.url}/b` } });
  expect(moved).toEqual({
    ...made,
    name: 'Renamed',
    settings: { kind: 'webhook', url: `${receiver.url}/b` },
    secrets: ['secret', 'authorization'],
    last: { at: clock.now().toISOString(), isDelivered: true, message: null },
    updatedAt: at,
  });
  expect(await sent()).toEqual(['/b', 'Bearer first', true]);
  await change({ settings: { ...hook, authorization: 'Bearer next' } });
  expect(await sent()).toEqual(['/a', 'Bearer next', true]);
  await newChannel(mails, 'Mails');
  const kind = failureOf(change({ settings: mails }));
  expect(await kind).toMatchObject({
    status: 409,
    message: 'The kind of an alert channel can’t be changed. Create a new one.',
  });
  expect(await codeOf(change({ name: 'MAILS' }))).toBe(
    '409 API_MONITORING_CHANNEL_NAME_TAKEN: An alert channel named "MAILS" exists in this project already. Choose another name.',
  );
  const policy = await newPolicy(made.channelId, { name: 'Night' });
  expect(await codeOf(client.call(calls.deleteChannel, { params }))).toBe(
    '409 API_MONITORING_CHANNEL_USED: The alert policy "Night" uses this channel. Take it out of the policy first.',
  );
  await client.call(calls.deletePolicy, { params: { id: policy.policyId } });
  await client.call(calls.deleteChannel, { params });
  const [target, ofPolicy] = [made.channelId, policy.policyId];
  expect(await auditsOf(server, [target, ofPolicy])).toEqual([
    { action: 'alert-channel.created', target, detail: { name: 'Hook' } },
    ...Array(3).fill({ action: 'alert-channel.updated', target, detail: null }),
    { action: 'alert-policy.created', target: ofPolicy, detail: { name: 'Night' } },
    { action: 'alert-policy.deleted', target: ofPolicy, detail: { name: 'Night' } },
    { action: 'alert-channel.deleted', target, detail: { name: 'Renamed' } },
  ]);
  const notFound = '404 API_MONITORING_CHANNEL_NOT_FOUND: No such alert channel, or you have no access to it.';
  expect(await codeOf(client.call(calls.deleteChannel, { params }))).toBe(notFound);
});

test('a test message is returned with all fields; a rejected one is kept as the last of its channel', async () => {
  const { channelId } = await newChannel({ kind: 'ntfy', topic: 'ops', token: 'abc', serverUrl: receiver.url });
  const params = { id: channelId };
  receiver.answer({ status: 403, body: 'not abc' });
  const now = clock.now().toISOString();
  const refused = { isDelivered: false, message: 'It answered with status 403.' };
  // Masking a three-letter secret would hide too much of a response.
  expect(await client.call(calls.testChannel, { params })).toEqual({
    ...refused,
    at: now,
    status: 403,
    answer: 'not abc',
    durationMs: 0,
  });
  const last = async () => {
    const { content } = await client.call(calls.listChannels, { query: { projectId } });
    return content.find((channel: AlertChannel) => channel.channelId === channelId)?.last;
  };
  expect(await last()).toEqual({ at: now, ...refused });
  const four = await newChannel({ kind: 'ntfy', topic: 'ops', token: 'abcd', serverUrl: receiver.url }, 'Four');
  receiver.answer({ status: 403, body: 'not abcd' });
  expect(await client.call(calls.testChannel, { params: { id: four.channelId } })).toMatchObject({
    answer: 'not ••••',
  });
  const mail = await newChannel({ kind: 'email', addresses: ['one@ops.test', 'two@ops.test'] }, 'Mails <1>');
  expect(await client.call(calls.testChannel, { params: { id: mail.channelId } })).toEqual({
    at: now,
    isDelivered: true,
    status: null,
    message: null,
    answer: 'In the outbox: no mail server is set up.',
    durationMs: 0,
  });
  const stored = await server.platform.mailer.list(2, server.admin.organizationId);
  expect(stored.map(({ recipient, subject, textBody }) => [recipient, subject, textBody]).toSorted()).toEqual(
    ['one@ops.test', 'two@ops.test'].map((recipient) => [
      recipient,
      'Test message of the alert channel “Mails <1>”',
      `Hello ${recipient},\n\nIf you can read this, alerts arrive here. Nothing is wrong.\n\nAda Admin sent this test.\n`,
    ]),
  );
});

test('a policy is returned with all fields; a change keeps omitted ones', async () => {
  const { channelId } = await newChannel(mails);
  const made = await newPolicy(channelId);
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  const policy = {
    policyId: expect.any(String),
    projectId,
    name: 'All',
    isEnabled: true,
    tellsDegraded: true,
    steps,
    groupSeconds: 0,
    reminderMinutes: null,
    tellsAcknowledged: true,
    tellsRecovery: true,
    tellsBurnRate: true,
    quietHours: [],
    collectionIds: [],
    monitorIds: [],
    tags: [],
    createdByName: 'Ada Admin',
    createdAt: at,
    updatedAt: at,
  };
  expect(made).toEqual(policy);
  const { policyId } = made;
  const params = { id: policyId };
  const change = (body: object) => client.call(calls.updatePolicy, { params, body });
  const quietHours = [
    { days: ['MON' as const], from: '20:00', to: '06:00', timezone: 'Europe/Berlin', downGoesThrough: true },
  ];
  const off = { isEnabled: false, tellsDegraded: false, reminderMinutes: 5, tellsRecovery: false, quietHours };
  expect(await change(off)).toEqual({ ...policy, policyId, ...off });
  expect(await change({ name: 'Some', reminderMinutes: null })).toEqual({
    ...policy,
    policyId,
    ...off,
    name: 'Some',
    reminderMinutes: null,
  });
  const listed = await client.call(calls.listPolicies, { query: { projectId } });
  expect(listed).toEqual({
    page: 0,
    size: 10,
    totalElements: 1,
    content: [{ ...policy, policyId, ...off, name: 'Some', reminderMinutes: null }],
  });
  await newPolicy(channelId, { name: 'Other' });
  const taken =
    '409 API_MONITORING_POLICY_NAME_TAKEN: An alert policy named "some" exists in this project already. Choose another name.';
  expect(await codeOf(newPolicy(channelId, { name: 'some' }))).toBe(taken);
  const mine = client.call(calls.updatePolicy, { params, body: { name: 'OTHER' } });
  expect(await codeOf(mine)).toBe(taken.replace('"some"', '"OTHER"'));
  const wrong = await failureOf(change({ collectionIds: [unknownId], monitorIds: [unknownId] }));
  expect([wrong.status, wrong.code, wrong.details]).toEqual([
    400,
    'API_MONITORING_INVALID_POLICY',
    [
      { path: 'collectionIds', message: 'Choose collections of this project.' },
      { path: 'monitorIds', message: 'Choose monitored APIs of this project.' },
    ],
  ]);
  expect(await auditsOf(server, [policyId])).toEqual([
    { action: 'alert-policy.created', target: policyId, detail: { name: 'All' } },
    ...Array(2).fill({ action: 'alert-policy.updated', target: policyId, detail: null }),
  ]);
});

test('every fault of a policy is reported with its path, time zones first', async () => {
  const { channelId } = await newChannel(mails);
  const quiet = { days: ['MON' as const], from: '00:00', to: '01:00', timezone: 'UTC' };
  const faults = await failureOf(
    newPolicy(channelId, {
      quietHours: [quiet, { ...quiet, timezone: 'Mars/Base' }],
      steps: [
        { afterMinutes: 0, channelIds: [channelId] },
        { afterMinutes: 5, channelIds: [channelId, unknownId] },
      ],
    }),
  );
  expect(faults.details).toEqual([
    { path: 'quietHours.1.timezone', message: 'Unknown time zone: Mars/Base. Choose one.' },
    { path: 'steps.1.channelIds', message: 'Choose channels of this project.' },
  ]);
  const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Own' } });
  const place = { projectId, collectionId };
  const { monitorId } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { state: 'STOPPED' });
  const scope = { collectionIds: [collectionId], monitorIds: [monitorId], tags: ['shop'] };
  expect(await newPolicy(channelId, { name: 'Own', ...scope })).toMatchObject(scope);
});

test('deleting a policy cancels its pending messages', async () => {
  const { channelId } = await newChannel(mails);
  const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Own' } });
  const place = { projectId, collectionId };
  const { monitorId } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { state: 'STOPPED' });
  const { policyId } = await newPolicy(channelId);
  await newPolicy(channelId, { name: 'Later', steps: [{ afterMinutes: 5, channelIds: [channelId] }] });
  await incidentsOf(server.platform).open(monitorId);
  await client.call(calls.deletePolicy, { params: { id: policyId } });
  const { content } = await client.call(calls.listDeliveries, { query: { projectId } });
  expect(content.map(({ policyName, state, doneAt }) => [policyName, state, doneAt]).toSorted()).toEqual([
    ['All', 'CANCELLED', clock.now().toISOString()],
    // None for “Later”: a channel is notified once per step.
  ]);
});

test('other organizations and viewers can neither see nor change alerts', async () => {
  const { channelId } = await newChannel(mails);
  const { policyId } = await newPolicy(channelId);
  const body = { projectId, name: 'X', settings: mails };
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  const [channel, policy] = [{ params: { id: channelId } }, { params: { id: policyId } }];
  const query = { query: { projectId } };
  const tried = async (by: Client) => [
    await codeOf(by.call(calls.listChannels, query)),
    await codeOf(by.call(calls.listPolicies, query)),
    await codeOf(by.call(calls.listDeliveries, query)),
    await codeOf(by.call(calls.createChannel, { body })),
    await codeOf(by.call(calls.createPolicy, { body: { projectId, name: 'X', steps } })),
    await codeOf(by.call(calls.updateChannel, { ...channel, body: { name: 'X' } })),
    await codeOf(by.call(calls.testChannel, channel)),
    await codeOf(by.call(calls.deleteChannel, channel)),
    await codeOf(by.call(calls.updatePolicy, { ...policy, body: { name: 'X' } })),
    await codeOf(by.call(calls.deletePolicy, policy)),
    await codeOf(by.call(calls.sendAgain, channel)),
  ];
  const noProject = expect.stringMatching(/^404 API_TESTING_PROJECT_NOT_FOUND:/);
  const noChannel = '404 API_MONITORING_CHANNEL_NOT_FOUND: No such alert channel, or you have no access to it.';
  const noPolicy = '404 API_MONITORING_POLICY_NOT_FOUND: No such alert policy, or you have no access to it.';
  expect(await tried(stranger.client)).toEqual([
    ...Array(5).fill(noProject),
    ...Array(3).fill(noChannel),
    ...Array(2).fill(noPolicy),
    '404 API_MONITORING_DELIVERY_NOT_FOUND: No such message, or you have no access to it.',
  ]);
});
