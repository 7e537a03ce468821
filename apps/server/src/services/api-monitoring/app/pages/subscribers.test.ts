import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewStatusPage } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { formRequest } from '../../testing/form-request.ts';
import { incidentsOf } from '../../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { createOrderNoticeMails } from './incident-notices.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
const unknownId = '00000000-0000-4000-8000-000000000000';
let server: TestServer;
let client: Client;
let organizationId: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let counter = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
  ({ client, organizationId } = await server.createOrganization({ plan: 'ENTERPRISE' }));
  receiver = await startReceiver();
}, 120_000);
beforeEach(() => {
  receiver.answer({});
  receiver.received.length = 0;
  clock.advance(4000);
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const post = (url: string, fields: Record<string, string>) => {
  counter += 1;
  const remoteAddress = `10.1.${counter >> 8}.${counter & 255}`;
  return server.app.http.inject({ remoteAddress, ...formRequest(url, fields) });
};
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
const mailsTo = async (address: string) =>
  (await server.platform.mailer.list(200)).filter(({ recipient }) => recipient === address);
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

async function newPage(given: Partial<NewStatusPage> = {}) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const target = { kind: 'tcp', host: 'x', port: 1 } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED' });
  const groups = [{ name: 'Shop', items: [{ monitorId, name: 'Checkout', description: '' }] }];
  counter += 1;
  const body = { projectId, title: 'Acme', slug: `told-${counter}`, groups, ...given };
  const page = await client.call(calls.createPage, { body });
  const path = `/status/${page.slug}`;
  const params = { id: page.pageId };
  return {
    ...place,
    monitorId,
    groups,
    page,
    path,
    params,
    subscribe: (address: string) => post(`${path}/subscribe`, { target: address }),
    subscribers: async () => (await client.call(calls.listSubscribers, { params, query: {} })).content,
    notices: async () => (await client.call(calls.listNotices, { params, query: {} })).content,
    /** Subscribes a webhook and confirms it. */
    async hook(name: string) {
      await post(`${path}/subscribe`, { target: `${receiver.url}/${name}` });
      const { confirmUrl } = bodies().at(-1) as { confirmUrl: string };
      await post(`${path}/confirm`, { token: tokenOf(confirmUrl) });
      receiver.received.length = 0;
    },
  };
}

test('a mail subscriber confirms, is sent each update once, and unsubscribes', async () => {
  const { page, path, params, subscribe, subscribers } = await newPage();
  const address = 'ada@told.test';
  expect((await subscribe(` ${address} `)).statusCode).toBe(200);
  const [asked] = await mailsTo(address);
  const link = /http\S+/.exec(asked?.textBody ?? '')?.[0] ?? '';
  expect(link).toMatch(new RegExp(`^${server.url}${path}/confirm\\?token=[0-9a-f-]{36}\\.\\w+`));
  const otherwise = 'If you did not ask for this, do nothing: without this confirmation you get no further mail.';
  expect([asked?.subject, asked?.textBody]).toEqual([
    'Confirm your subscription to Acme',
    `Hello ${address},\n\nThis address was given to be told of news of the status page “Acme”.\n\n${link}\n\n${otherwise}\n`,
  ]);
  expect(asked?.htmlBody).toContain('>Confirm the subscription</a>');
  const one = { subscriberId: expect.any(String), kind: 'email', target: address, createdAt: iso(), problem: null };
  expect(await subscribers()).toEqual([{ ...one, isConfirmed: false }]);
  clock.advance(1000);
  // Asked again, because the first message may have been lost.
  await subscribe('ADA@told.test');
  expect([(await mailsTo('ADA@told.test')).length, (await subscribers()).length]).toEqual([1, 1]);
  await post(`${path}/confirm`, { token: tokenOf(link) });
  const since = { ...one, createdAt: iso(-1000), isConfirmed: true };
  expect(await subscribers()).toEqual([since]);
  await post(`${path}/confirm`, { token: tokenOf(link) });
  await subscribe(address);
  expect(await mailsTo(address)).toHaveLength(1);
  await client.call(calls.createNotice, {
    params,
    body: { title: 'Pay fails', text: 'We look.', state: 'identified' },
  });
  await vi.waitFor(async () => expect(await mailsTo(address)).toHaveLength(2), { timeout: 20_000, interval: 50 });
  const [sent] = await mailsTo(address);
  const leave = /unsubscribe\?token=(\S+)/.exec(sent?.textBody ?? '')?.[1] ?? '';
  const end = `You subscribed to this status page. To end that: ${server.url}${path}/unsubscribe?token=${leave}`;
  expect([sent?.subject, sent?.textBody]).toEqual([
    'Acme: Pay fails (identified)',
    `Hello ${address},\n\nWe look.\n\n${page.url}\n\n${end}\n`,
  ]);
  expect(sent?.htmlBody).toContain('>Open the status page</a>');
  const other = await newPage();
  expect([
    (await post(`${other.path}/unsubscribe`, { token: leave })).statusCode,
    (await subscribers()).length,
    (await post(`${path}/unsubscribe`, { token: tokenOf(link) })).statusCode,
    (await post(`${path}/unsubscribe`, { token: leave })).statusCode,
    (await subscribers()).length,
    (await post(`${path}/unsubscribe`, { token: leave })).statusCode,
  ]).toEqual([200, 1, 404, 200, 0, 200]);
});

test.each([
  ['', 400],
  ['nobody', 400],
  ['a b@c.test', 400],
  ['a@b', 400],
  ['x@a@b.test', 400],
  [`${'x'.repeat(65)}@b.test`, 400],
  ['http://', 400],
  [`https://a.test/${'x'.repeat(2000)}`, 400],
  [`https://127.0.0.1:9/${'x'.repeat(1900)}`, 200],
  ['HTTPS://127.0.0.1:9/x', 200],
])('subscribing with the address %j returns %i', async (address, status) => {
  const { subscribe, subscribers } = await newPage();
  expect((await subscribe(address)).statusCode).toBe(status);
  expect(await subscribers()).toHaveLength(status === 200 ? 1 : 0);
});

test('tokens are valid for their own page, purpose and subscriber', async () => {
  const [one, other] = [await newPage(), await newPage()];
  await one.subscribe(`${receiver.url}/x`);
  const [{ event, page, confirmUrl } = {}] = bodies() as { event: string; page: string; confirmUrl: string }[];
  expect([event, page, confirmUrl]).toEqual([
    'subscription.confirm',
    'Acme',
    expect.stringContaining(`${server.url}${one.path}/confirm?token=`),
  ]);
  const token = tokenOf(confirmUrl ?? '');
  const confirm = async (path: string, given: string) => (await post(`${path}/confirm`, { token: given })).statusCode;
  const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
  const [id = ''] = token.split('.');
  expect([
    await confirm(other.path, token),
    await confirm(one.path, changed),
    await confirm(one.path, `${token}x`),
    await confirm(one.path, id),
    await confirm(one.path, ''),
    await confirm(one.path, token.replace(id, unknownId)),
    await confirm(one.path, `x${token}`),
  ]).toEqual(Array(7).fill(404));
  expect((await one.subscribers()).map(({ isConfirmed, target }) => [isConfirmed, target])).toEqual([
    [false, new URL(receiver.url).host],
  ]);
  expect(await confirm(one.path, token)).toBe(200);
  await client.call(calls.deleteSubscriber, { params: { id } });
  expect(await confirm(one.path, token)).toBe(404);
  const deletion = client.call(calls.deleteSubscriber, { params: { id } });
  expect(await codeOf(deletion)).toBe(
    '404 API_MONITORING_SUBSCRIBER_NOT_FOUND: No such subscriber, or you have no access to it.',
  );
});

test('subscribing to a page without subscriptions returns 404', async () => {
  const { subscribe } = await newPage({ takesSubscribers: false });
  expect((await subscribe('a@told.test')).statusCode).toBe(404);
});

test('a webhook is sent updates with all fields; a failure is shown until the next successful delivery', async () => {
  const { page, path, params, hook, subscribers } = await newPage();
  await hook('news');
  receiver.answer({ status: 410 });
  const notice = await client.call(calls.createNotice, { params, body: { title: 'Pay fails', text: 'We look.' } });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 20_000, interval: 20 });
  const [{ subscriberId = '' } = {}] = await subscribers();
  const updateId = notice.updates[0]?.updateId ?? '';
  expect(bodies()).toEqual([
    {
      event: 'notice.updated',
      page: { title: 'Acme', url: page.url },
      notice: { id: notice.noticeId, title: 'Pay fails', impact: 'degraded', state: 'investigating' },
      update: { id: updateId, at: iso(), state: 'investigating', text: 'We look.' },
      unsubscribeUrl: expect.stringContaining(`${server.url}${path}/unsubscribe?token=${subscriberId}.`),
    },
  ]);
  const [{ headers } = { headers: {} as Record<string, string> }] = receiver.received;
  expect([headers['idempotency-key'], headers['content-type']]).toEqual([
    `${updateId}-${subscriberId}`,
    'application/json',
  ]);
  const problem = async () => (await subscribers())[0]?.problem;
  await expect.poll(problem, { timeout: 20_000 }).toBe('It answered with status 410.');
  receiver.answer({});
  await client.call(calls.updateNotice, {
    params: { id: notice.noticeId },
    body: { text: 'Over.', state: 'resolved' },
  });
  await expect.poll(problem, { timeout: 20_000 }).toBeNull();
  expect(bodies()[1]).toMatchObject({ notice: { state: 'resolved' }, update: { text: 'Over.' } });
});

test('a notice is returned with all fields when created, listed and updated', async () => {
  const { params, page, monitorId, notices } = await newPage();
  const body = { title: 'Pay fails', text: 'We look.', impact: 'down' as const, monitorIds: [monitorId] };
  const notice = await client.call(calls.createNotice, { params, body });
  const { noticeId } = notice;
  const update = { updateId: expect.any(String), byName: 'Ada Admin' };
  const first = { ...update, at: iso(), state: 'investigating', text: 'We look.' };
  const full = {
    noticeId: expect.any(String),
    pageId: page.pageId,
    title: 'Pay fails',
    impact: 'down',
    state: 'investigating',
    monitorIds: [monitorId],
    incidentId: null,
    startedAt: iso(),
    resolvedAt: null,
    updates: [first],
  };
  expect(notice).toEqual(full);
  clock.advance(1000);
  const say = (given: object) =>
    client.call(calls.updateNotice, {
      params: { id: noticeId },
      body: { text: 'More.', state: 'monitoring', ...given },
    });
  const second = { ...update, at: iso(), state: 'monitoring', text: 'More.' };
  expect(await say({})).toEqual({ ...full, state: 'monitoring', updates: [second, first] });
  clock.advance(1000);
  const changed = { title: 'Pay failed', impact: 'none', state: 'resolved' } as const;
  const third = { ...second, at: iso(), state: 'resolved' };
  const resolved = { ...full, ...changed, resolvedAt: iso(), updates: [third, second, first] };
  expect(await say(changed)).toEqual(resolved);
  clock.advance(1000);
  const again = await say({ state: 'resolved' });
  expect([again.resolvedAt, again.title]).toEqual([resolved.resolvedAt, 'Pay failed']);
  expect((await say({ state: 'identified' })).resolvedAt).toBeNull();
  const done = await client.call(calls.createNotice, { params, body: { title: 'Done', text: 'x', state: 'resolved' } });
  expect([done.resolvedAt, done.state, done.impact]).toEqual([iso(), 'resolved', 'degraded']);
  expect((await notices()).map(({ title, updates }) => [title, updates.length])).toEqual([
    ['Pay failed', 5],
    ['Done', 1],
  ]);
  const listed = await client.call(calls.listNotices, { params, query: { page: 1, size: 1 } });
  expect([listed.page, listed.size, listed.totalElements, listed.content]).toEqual([1, 1, 2, [done]]);
  await client.call(calls.deleteNotice, { params: { id: noticeId } });
  expect(await auditsOf(server, [noticeId])).toEqual([
    { action: 'status-notice.created', target: noticeId, detail: { title: 'Pay fails' } },
    { action: 'status-notice.deleted', target: noticeId, detail: null },
  ]);
  const missing = '404 API_MONITORING_NOTICE_NOT_FOUND: No such notice, or you have no access to it.';
  expect(await codeOf(say({}))).toBe(missing);
});

test('an incident creates one notice on each page that shows it, and resolves it when it closes', async () => {
  const { page, projectId, groups, monitorId, notices } = await newPage();
  const others: Partial<NewStatusPage>[] = [
    { showsIncidents: false },
    { takesSubscribers: false },
    { isPublished: false },
    { groups: [] },
  ];
  for (const [index, given] of others.entries())
    await client.call(calls.createPage, {
      body: { projectId, title: 'X', slug: `${page.slug}-${index}`, groups, ...given },
    });
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId, 'DEGRADED');
  const update = { updateId: expect.any(String), byName: 'Touchstone' };
  const first = { ...update, at: iso(), state: 'investigating', text: 'Checkout is slow.' };
  const full = {
    noticeId: expect.any(String),
    pageId: page.pageId,
    title: 'Checkout is slow',
    impact: 'degraded',
    state: 'investigating',
    monitorIds: [monitorId],
    incidentId: incident.id,
    startedAt: iso(),
    resolvedAt: null,
    updates: [first],
  };
  expect(await notices()).toEqual([full]);
  clock.advance(1000);
  await client.call(calls.acknowledgeIncident, { params: { id: incident.id }, body: {} });
  expect(await notices()).toEqual([full]);
  await incidents.worsen(incident);
  const second = { ...first, at: iso(), text: 'Checkout is down.' };
  const worse = { ...full, title: 'Checkout is down', impact: 'down', updates: [second, first] };
  expect(await notices()).toEqual([worse]);
  clock.advance(1000);
  await incidents.close(incident);
  const last = { ...update, at: iso(), state: 'resolved', text: 'Checkout works again.' };
  const closed = { ...worse, title: 'Checkout was down', state: 'resolved', resolvedAt: iso() };
  expect(await notices()).toEqual([{ ...closed, updates: [last, second, first] }]);
  const { rowCount } = await query(
    'select 1 from api_monitoring.status_notice n join api_monitoring.status_page p on p.id = n.page_id where p.project_id = $1',
    [projectId],
  );
  expect(rowCount).toBe(1);
  const asked: string[] = [];
  let deactivated = [organizationId];
  const order = createOrderNoticeMails({
    platform: server.platform,
    users: { listDeactivatedOrganizations: async () => deactivated },
    subscriptions: { order: async (_client, id) => void asked.push(id) },
  });
  // Updates of a deactivated organization wait.
  expect(await order()).toBe(0);
  deactivated = [];
  expect([await order(), await order()]).toEqual([3, 0]);
  expect(asked).toEqual((await notices())[0]?.updates.map(({ updateId }) => updateId).toReversed());
});

test.each<['resolved' | 'identified', string, number]>([
  ['identified', 'resolved', 3],
  ['resolved', 'resolved', 2],
])('a state set by a user stays until the incident closes: %s', async (state, expected, updates) => {
  const { monitorId, notices } = await newPage();
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId, 'DEGRADED');
  const [notice] = await notices();
  await client.call(calls.updateNotice, { params: { id: notice?.noticeId ?? '' }, body: { text: 'Ours.', state } });
  const resolvedAt = state === 'resolved' ? iso() : null;
  clock.advance(1000);
  await incidents.close(incident);
  const [ended] = await notices();
  expect([ended?.state, ended?.resolvedAt, ended?.updates.length]).toEqual([expected, resolvedAt ?? iso(), updates]);
});

test.each<['resolved' | 'identified', string]>([
  ['identified', 'identified'],
  ['resolved', 'investigating'],
])('an incident that gets worse after a user set %s is shown as %s', async (state, expected) => {
  const { monitorId, notices } = await newPage();
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId, 'DEGRADED');
  const [notice] = await notices();
  await client.call(calls.updateNotice, { params: { id: notice?.noticeId ?? '' }, body: { text: 'Ours.', state } });
  clock.advance(1000);
  await incidents.worsen(incident);
  const [worse] = await notices();
  expect(worse).toMatchObject({ state: expected, resolvedAt: null, impact: 'down', title: 'Checkout is down' });
  expect(worse?.updates[0]).toMatchObject({ state: expected, text: 'Checkout is down.', at: iso() });
});

test('a written notice takes over the automatic one of its page, and no other', async () => {
  const { page, projectId, params, groups, monitorId, notices } = await newPage();
  const second = await client.call(calls.createPage, {
    body: { projectId, title: 'B', slug: `${page.slug}-b`, groups },
  });
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  const [automatic] = await notices();
  const startedAt = iso();
  clock.advance(1000);
  const body = {
    title: 'Pay fails',
    text: 'We look.',
    monitorIds: [monitorId],
    incidentId: incident.id,
    impact: 'none' as const,
  };
  const taken = await client.call(calls.createNotice, { params, body });
  expect(taken).toMatchObject({
    noticeId: automatic?.noticeId,
    title: 'Pay fails',
    impact: 'none',
    startedAt,
    resolvedAt: null,
  });
  expect(taken.updates).toHaveLength(2);
  await incidents.close(incident);
  expect((await notices())[0]).toMatchObject({ state: 'investigating', title: 'Pay fails' });
  const other = await client.call(calls.listNotices, { params: { id: second.pageId }, query: {} });
  expect(other.content).toMatchObject([{ state: 'resolved', title: 'Checkout was down' }]);
  // Without an open automatic notice, a new notice is created.
  const again = await client.call(calls.createNotice, { params, body });
  expect([again.noticeId === taken.noticeId, again.incidentId, again.startedAt]).toEqual([false, incident.id, iso()]);
});

test('an incident of a monitored API removed from the page does not name it', async () => {
  const { page, monitorId, notices } = await newPage();
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: { groups: [] } });
  await incidents.close(incident);
  expect((await notices())[0]).toMatchObject({
    title: 'A system was down',
    updates: [{ text: 'A system works again.' }, {}],
  });
});

test.each([
  ['monitored APIs of another page', 'monitorIds', 'Choose monitored APIs of this page.'],
  ['an incident of another project', 'incidentId', 'Choose an incident of this project.'],
])('a notice is not created for %s', async (_name, path, message) => {
  const { params } = await newPage();
  const other = await newPage();
  const { id } = await incidentsOf(server.platform).open(other.monitorId, 'DOWN');
  const given = path === 'monitorIds' ? { monitorIds: [other.monitorId] } : { incidentId: id };
  const body = { title: 'Pay fails', text: 'We look.', ...given };
  const { code, details } = await failureOf(client.call(calls.createNotice, { params, body }));
  expect([code, details]).toEqual(['API_MONITORING_INVALID_PAGE', [{ path, message }]]);
});
