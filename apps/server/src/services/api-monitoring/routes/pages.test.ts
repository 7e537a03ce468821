import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewStatusPage } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { formRequest } from '../testing/form-request.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let counter = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  ({ client } = server.admin);
  receiver = await startReceiver();
}, 120_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const until = (check: () => unknown) => expect.poll(check, { timeout: 30_000, interval: 20 });
const get = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers });
const post = (url: string, fields: Record<string, string>) => server.app.http.inject(formRequest(url, fields));
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` });
/** Pages are cached for a few seconds. */
const forget = () => clock.advance(4000);

async function newPage(given: Partial<NewStatusPage> = {}) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const target = { kind: 'http', url: 'http://127.0.0.1:9/secret-path' } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED', name: 'internal-name' });
  const groups = [{ name: 'Shop', items: [{ monitorId, name: 'Checkout <b>', description: 'Pays orders' }] }];
  counter += 1;
  const page = await client.call(calls.createPage, {
    body: { projectId, title: 'Acme status', slug: `acme-${counter}`, groups, ...given },
  });
  return { ...place, monitorId, page, path: `/status/${page.slug}` };
}

test('visitors get a page with public names, without cookies, scripts and third parties', async () => {
  const { path, page, monitorId, projectId } = await newPage();
  expect(page).toMatchObject({ hasPassword: false, subscribers: 0, url: expect.stringContaining(path) });
  const { pool } = server.platform.database;
  await pool.query(`update api_monitoring.monitor set status = 'UP' where id = $1`, [monitorId]);
  const day = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const insert = (level: number, at: string, up: number, down: number) =>
    pool.query(
      `insert into api_monitoring.rollup (monitor_id, level, at, region, up, degraded, down, unknown, retried, maintenance_up, maintenance_down,
         maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, $2, $3, '', $4, 0, $5, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
      [monitorId, level, at, up, down],
    );
  await insert(1, `${day(2)}T00:00:00Z`, 99, 1);
  await insert(1, `${day(200)}T00:00:00Z`, 0, 100);
  await insert(0, `${day(0)}T00:00:00Z`, 100, 0);
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: { description: 'How we do' } });
  forget();
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=15, must-revalidate',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.body).toContain('Checkout &lt;b&gt;');
  expect(answer.body).toContain('99.5 % in 90 days');
  expect(answer.body).toContain(`${day(2)}: 99 %`);
  expect(answer.body).toContain('All systems operational');
  for (const hidden of ['internal-name', 'secret-path', '<script', projectId, 'http://127.0.0.1:9'])
    expect(answer.body).not.toContain(hidden);
  expect(answer.body.match(/(?:src|href)="(?!\/status\/)/g)).toBeNull();
  const etag = String(answer.headers.etag);
  expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304);
  const style = await get(`${path}/style.css`);
  expect(style.body).toContain('prefers-color-scheme:dark');
  const json = (await get(`${path}/status.json`)).json<{ status: string; groups: { items: { name: string }[] }[] }>();
  expect(json).toMatchObject({ status: 'up', groups: [{ items: [{ name: 'Checkout <b>', uptimePercent: 99.5 }] }] });
  const badge = await get(`${path}/badge.svg?type=uptime&monitor=${monitorId}`);
  expect(badge.headers['content-type']).toBe('image/svg+xml');
  expect(badge.body).toContain('aria-label="Checkout &lt;b&gt;: 99.5 %"');
  expect((await get(`${path}/badge.svg?monitor=${page.pageId}`)).statusCode).toBe(404);
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: { isPublished: false } });
  forget();
  expect((await get(path)).statusCode).toBe(404);
});

test('each monitored API of a page has its own name and description', async () => {
  const { projectId, collectionId, monitorId, page, path } = await newPage();
  const target = { kind: 'tcp', host: 'db.test', port: 1 } as const;
  const second = await newMonitor(client, { projectId, collectionId }, target, { state: 'STOPPED' });
  const groups = [
    { name: 'Shop', items: [{ monitorId, name: 'Checkout', description: 'Pays orders' }] },
    { name: 'Inside', items: [{ monitorId: second.monitorId, name: 'Database', description: 'Keeps orders' }] },
  ];
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: { groups } });
  forget();
  const { body } = await get(path);
  const places = ['Checkout', 'Pays orders', 'Database', 'Keeps orders'].map((text) => body.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('incidents appear automatically without their cause, and as users describe them; maintenance too; feeds have both', async () => {
  const { path, page, monitorId, projectId } = await newPage();
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  const params = { id: page.pageId };
  await server.platform.database.pool.query(
    `insert into api_monitoring.maintenance_window (id, organization_id, project_id, title, description, time, collection_ids, monitor_ids, starts_at, ends_at, created_by_name)
     values (gen_random_uuid(), $1, $2, 'New database', '', '{}', '{}', '{}', $3, $4, 'Ada')`,
    [server.admin.organizationId, projectId, clock.now(), new Date(clock.now().getTime() + 3600_000)],
  );
  await client.call(calls.updatePage, { params, body: {} });
  forget();
  const first = (await get(path)).body;
  expect(first).toContain('Checkout &lt;b&gt; is down');
  expect(first).not.toContain('It answered with status 500.');
  expect(first).toContain('New database');
  const foreign = await failureOf(
    client.call(calls.createNotice, { params, body: { title: 'T', text: 'T', monitorIds: [projectId] } }),
  );
  expect(foreign.details).toEqual([{ path: 'monitorIds', message: 'Choose monitored APIs of this page.' }]);
  const notice = await client.call(calls.createNotice, {
    params,
    body: {
      title: 'Payments fail',
      text: 'We look\ninto it.',
      monitorIds: [monitorId],
      incidentId: incident.id,
      impact: 'down',
    },
  });
  forget();
  const second = (await get(path)).body;
  expect(second).toContain('Payments fail');
  expect(second).not.toContain('<h3>Checkout &lt;b&gt; is down</h3>');
  await client.call(calls.updateNotice, {
    params: { id: notice.noticeId },
    body: { text: 'All is well.', state: 'resolved' },
  });
  const listed = await client.call(calls.listNotices, { params, query: {} });
  expect(listed.content[0]).toMatchObject({
    state: 'resolved',
    resolvedAt: expect.any(String),
    updates: [{ text: 'All is well.' }, { text: 'We look\ninto it.' }, { text: 'Checkout <b> is down.' }],
  });
  forget();
  const [rss, atom] = [await get(`${path}/feed.rss`), await get(`${path}/feed.atom`)];
  for (const { body } of [rss, atom]) expect(body).toContain('<title>Payments fail</title>');
  expect(atom.headers['content-type']).toContain('application/atom+xml');
  await client.call(calls.deleteNotice, { params: { id: notice.noticeId } });
  expect((await failureOf(client.call(calls.deleteNotice, { params: { id: notice.noticeId } }))).status).toBe(404);
});

test('a page with a password needs it, is never cached, and wrong passwords are counted', async () => {
  const { path } = await newPage({ password: 'open sesame' });
  const asked = await get(path);
  expect(asked.statusCode).toBe(401);
  expect(asked.headers['www-authenticate']).toContain('Basic');
  expect(asked.body).not.toContain('Checkout');
  const let_in = await get(path, basic('open sesame'));
  expect(let_in.statusCode).toBe(200);
  expect(let_in.headers).toMatchObject({
    'cache-control': 'private, no-store',
    vary: expect.stringContaining('authorization'),
  });
  for (const part of ['/status.json', '/feed.rss', '/feed.atom', '/badge.svg', '/style.css'])
    expect((await get(`${path}${part}`)).statusCode).toBe(401);
  for (let tries = 0; tries < 10; tries += 1) expect((await get(path, basic(`wrong ${tries}`))).statusCode).toBe(401);
  expect((await get(path, basic('wrong again'))).statusCode).toBe(429);
  expect((await get(path, basic('open sesame'))).statusCode).toBe(200);
  const { rows } = await server.platform.database.pool.query('select password_hash from api_monitoring.status_page');
  expect(JSON.stringify(rows)).not.toContain('sesame');
});

test('a page is served at the root of its own domain, and addresses are unique', async () => {
  const { page } = await newPage({ domain: 'status.acme.test' });
  expect(page.url).toBe('https://status.acme.test');
  const at = async (host: string) => (await get('/', { host })).body;
  expect(await at('status.acme.test')).toContain('Acme status');
  expect(await at('status.acme.test:8443')).toContain('Acme status');
  expect(await at('other.acme.test')).not.toContain('Acme status');
  const taken = await failureOf(newPage({ domain: 'status.acme.test' }));
  expect(taken).toMatchObject({ status: 409, code: 'API_MONITORING_PAGE_DOMAIN_TAKEN' });
  expect(await failureOf(newPage({ slug: page.slug }))).toMatchObject({ code: 'API_MONITORING_PAGE_ADDRESS_TAKEN' });
});

test('subscribers confirm, are notified once, and unsubscribe by a link', async () => {
  const { path, page } = await newPage();
  const params = { id: page.pageId };
  expect((await post(`${path}/subscribe`, { target: 'not an address' })).statusCode).toBe(400);
  expect((await post(`${path}/subscribe`, { target: ' ada@example.test ' })).body).toContain('Please confirm');
  expect((await post(`${path}/subscribe`, { target: `${receiver.url}/news?key=hidden` })).statusCode).toBe(200);
  const mails = async () =>
    (await server.platform.mailer.list(20)).filter(({ recipient }) => recipient === 'ada@example.test');
  const [asked] = await mails();
  const link = /http\S+token=\S+/.exec(asked?.textBody ?? '')?.[0] ?? '';
  const hookLink = (JSON.parse(receiver.received[0]?.body ?? '{}') as { confirmUrl: string }).confirmUrl;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  expect((await get(new URL(link).pathname + new URL(link).search)).body).toContain('<button>Confirm</button>');
  const before = await client.call(calls.listSubscribers, { params, query: {} });
  expect(before.content.map(({ target, isConfirmed }) => [target, isConfirmed]).sort()).toEqual([
    [new URL(receiver.url).host, false],
    ['ada@example.test', false],
  ]);
  expect((await post(`${path}/confirm`, { token: `${tokenOf(link)}x` })).statusCode).toBe(404);
  for (const url of [link, hookLink])
    expect((await post(`${path}/confirm`, { token: tokenOf(url) })).statusCode).toBe(200);
  expect((await client.call(calls.getPage, { params })).subscribers).toBe(2);
  await client.call(calls.createNotice, { params, body: { title: 'Payments fail', text: 'We look into it.' } });
  await until(async () => (await mails())[0]?.subject).toBe('Acme status: Payments fail (investigating)');
  await until(() => receiver.received.length).toBe(2);
  expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
    event: 'notice.updated',
    notice: { title: 'Payments fail', state: 'investigating' },
  });
  const leave = /http\S+unsubscribe\?token=\S+/.exec((await mails())[0]?.textBody ?? '')?.[0] ?? '';
  expect((await post(`${path}/unsubscribe`, { token: tokenOf(leave) })).body).toContain('You are unsubscribed');
  expect((await client.call(calls.getPage, { params })).subscribers).toBe(1);
  const { content } = await client.call(calls.listSubscribers, { params, query: {} });
  await client.call(calls.deleteSubscriber, { params: { id: content[0]?.subscriberId ?? '' } });
  expect((await client.call(calls.getPage, { params })).subscribers).toBe(0);
});

test("subscribers are notified once of an incident's start and end, with public names and without its cause", async () => {
  const { path, page, monitorId } = await newPage();
  const updates = () => receiver.received.filter(({ body }) => body.includes('"notice.updated"'));
  const before = updates().length;
  const told = () => updates().slice(before);
  await post(`${path}/subscribe`, { target: `${receiver.url}/incidents` });
  const { confirmUrl } = JSON.parse(receiver.received.at(-1)?.body ?? '{}') as { confirmUrl: string };
  await post(`${path}/confirm`, { token: new URL(confirmUrl).searchParams.get('token') ?? '' });
  // Neither a page without subscribers nor one that hides incidents sends notifications.
  const quiet = { title: 'Quiet', slug: `${page.slug}-quiet`, groups: page.groups, projectId: page.projectId };
  const silent = await client.call(calls.createPage, { body: { ...quiet, showsIncidents: false } });
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  await until(() => told().length).toBe(1);
  await incidents.close(incident);
  await until(() => told().length).toBe(2);
  expect(told().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { notice: { impact: 'down' }, update: { state: 'investigating', text: 'Checkout <b> is down.' } },
    { notice: { title: 'Checkout <b> was down', state: 'resolved' }, update: { text: 'Checkout <b> works again.' } },
  ]);
  expect(JSON.stringify(told())).not.toContain('It answered with status 500.');
  const notices = (pageId: string) => client.call(calls.listNotices, { params: { id: pageId }, query: {} });
  expect((await notices(page.pageId)).content).toMatchObject([{ incidentId: incident.id, state: 'resolved' }]);
  expect((await notices(silent.pageId)).content).toEqual([]);
  forget();
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: {} });
  expect((await get(path)).body.match(/<h3>Checkout &lt;b&gt; was down<\/h3>/g)).toHaveLength(1);
  await client.call(calls.updatePage, { params: { id: page.pageId }, body: { showsIncidents: false } });
  forget();
  expect((await get(path)).body).not.toContain('was down');
});

test("a user's notice replaces the automatic one of the same incident", async () => {
  const { page, monitorId } = await newPage();
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  const params = { id: page.pageId };
  const body = { title: 'Payments fail', text: 'We look into it.', monitorIds: [monitorId], incidentId: incident.id };
  await client.call(calls.createNotice, { params, body });
  await incidents.close(incident);
  const { content } = await client.call(calls.listNotices, { params, query: {} });
  expect(content).toMatchObject([
    {
      title: 'Payments fail',
      state: 'investigating',
      updates: [{ text: 'We look into it.' }, { byName: 'Touchstone' }],
    },
  ]);
});

test('a change of a monitored API reaches its pages automatically', async () => {
  const { path, monitorId } = await newPage();
  await server.platform.database.pool.query(
    `update api_monitoring.monitor set status = 'DOWN', status_since = $2 where id = $1`,
    [monitorId, new Date(clock.now().getTime() + 1000)],
  );
  await until(async () => {
    forget();
    return (await get(path)).body.includes('Some systems are down');
  }).toBe(true);
});

test('pages of a project are listed by title, and a deleted one returns 404', async () => {
  const { path, page, projectId } = await newPage({ title: 'Zebra' });
  const groups = page.groups;
  await client.call(calls.createPage, { body: { projectId, title: 'Ant', slug: `ant-of-${page.slug}`, groups } });
  const list = (size: number) => client.call(calls.listPages, { query: { projectId, size } });
  expect((await list(10)).content.map(({ title }) => title)).toEqual(['Ant', 'Zebra']);
  expect(await list(1)).toMatchObject({ totalElements: 2, content: [{ title: 'Ant' }] });
  const elsewhere = await newMonitoring(client);
  const foreign = { projectId: elsewhere.projectId, title: 'X', slug: `x-${page.slug}`, groups };
  expect((await failureOf(client.call(calls.createPage, { body: foreign }))).details).toEqual([
    { path: 'groups', message: 'Choose monitored APIs of this project.' },
  ]);
  await client.call(calls.deletePage, { params: { id: page.pageId } });
  forget();
  expect((await get(path)).statusCode).toBe(404);
  expect((await list(10)).content.map(({ title }) => title)).toEqual(['Ant']);
});

test('Prometheus reads a project with its token', async () => {
  const { projectId, monitorId } = await newPage();
  const query = { projectId };
  const empty = await client.call(calls.getMetricsToken, { query });
  expect(empty).toMatchObject({ createdAt: null, lastUsedAt: null });
  const { token, metricsUrl } = await client.call(calls.createMetricsToken, { body: query });
  const read = (given: string) => get(new URL(metricsUrl).pathname, { authorization: `Bearer ${given}` });
  expect((await read('wrong')).statusCode).toBe(401);
  const { headers, body } = await read(token);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(body).toContain(
    `touchstone_monitor_status{monitor_id="${monitorId}",monitor="internal-name",kind="http",collection=`,
  );
  expect((await client.call(calls.getMetricsToken, { query })).lastUsedAt).not.toBeNull();
  const renewed = await client.call(calls.createMetricsToken, { body: query });
  expect((await read(token)).statusCode).toBe(401);
  expect((await read(renewed.token)).statusCode).toBe(200);
  await client.call(calls.deleteMetricsToken, { query });
  expect((await read(renewed.token)).statusCode).toBe(401);
});
