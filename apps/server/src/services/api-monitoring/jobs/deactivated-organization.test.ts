import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { formRequest } from '../testing/form-request.ts';
import { newMonitor, newMonitoring, startMonitor } from '../testing/monitor-builders.ts';
import { startTarget, type Target } from '../testing/target.ts';

const calls = apiMonitoringRoutes;
const timeout = 60_000;
let server: TestServer;
let setActive: Awaited<ReturnType<typeof organizationSwitch>>;
let target: Target;
let owner: TestUser;
let place: { projectId: string; collectionId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  setActive = await organizationSwitch(server);
  target = await startTarget();
}, 120_000);
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  place = await newMonitoring(owner.client);
});
afterAll(async () => {
  await server.close();
  await target.close();
});

const close = () => setActive(owner.organizationId, false);
const reopen = () => setActive(owner.organizationId, true);
const get = (url: string, headers: Record<string, string> = {}) => server.app.http.inject({ url, headers });
const post = (url: string, fields: Record<string, string>) => server.app.http.inject(formRequest(url, fields));
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.platform.database.pool.query(text, values)).rows as Row[];
const until = (check: () => unknown) => expect.poll(check, { timeout: 30_000, interval: 50 });

test('a status page, its feeds and badge are unknown; what visitors confirmed meanwhile is not', {
  timeout,
}, async () => {
  const stopped = { state: 'STOPPED' } as const;
  const { monitorId } = await newMonitor(owner.client, place, { kind: 'http', url: target.url }, stopped);
  const slug = `closed-${monitorId.slice(-8)}`;
  const groups = [{ name: 'Shop', items: [{ monitorId, name: 'Checkout', description: '' }] }];
  const { projectId } = place;
  await owner.client.call(calls.createPage, {
    body: { projectId, title: 'Acme', slug, groups, takesSubscribers: true },
  });
  const path = `/status/${slug}`;
  const paths = ['', '/style.css', '/status.json', '/feed.rss', '/feed.atom', '/badge.svg'].map((end) => path + end);
  const statuses = async () => Promise.all(paths.map(async (one) => (await get(one)).statusCode));
  expect((await post(`${path}/subscribe`, { target: 'ada@example.test' })).statusCode).toBe(200);
  const [mail] = await server.platform.mailer.list(1);
  const token = /confirm\?token=(\S+)/.exec(mail?.textBody ?? '')?.[1] ?? '';
  await close();
  // Pages are kept for a few seconds.
  await until(statuses).toEqual(paths.map(() => 404));
  const unknown = await get('/status/closed-none');
  expect((await get(path)).body).toBe(unknown.body.replaceAll('closed-none', slug));
  expect((await post(`${path}/subscribe`, { target: 'bob@example.test' })).statusCode).toBe(404);
  const refused = await post(`${path}/confirm`, { token });
  expect(refused.statusCode).toBe(404);
  expect(refused.body).toBe((await post(`${path}/confirm`, { token: 'x' })).body);
  await reopen();
  await until(statuses).toEqual(paths.map(() => 200));
  expect((await post(`${path}/confirm`, { token })).statusCode).toBe(200);
});

test('metrics and heartbeats answer as to a wrong token', async () => {
  const { projectId } = place;
  const { token, metricsUrl } = await owner.client.call(calls.createMetricsToken, { body: { projectId } });
  const metrics = (given: string) => get(new URL(metricsUrl).pathname, { authorization: `Bearer ${given}` });
  const beat = await newMonitor(owner.client, place, { kind: 'heartbeat', graceSeconds: 5 });
  const heartbeat = new URL(beat.heartbeatUrl ?? '').pathname;
  const unknown = heartbeat.replace(/[^/]+$/, 'x'.repeat(32));
  const said = ({ statusCode, body }: Awaited<ReturnType<typeof get>>) =>
    statusCode === 200 ? 'answered' : [statusCode, JSON.parse(body).code, JSON.parse(body).message];
  expect([(await metrics(token)).statusCode, (await get(heartbeat)).statusCode]).toEqual([200, 200]);
  await close();
  expect(said(await metrics(token))).toEqual(said(await metrics('wrong')));
  expect(said(await get(heartbeat))).toEqual(said(await get(unknown)));
  await reopen();
  expect([(await metrics(token)).statusCode, (await get(heartbeat)).statusCode]).toEqual([200, 200]);
});

test('monitors are not checked meanwhile, and keep their state and incidents', { timeout }, async () => {
  const context = { server, client: owner.client, place };
  const own = await startTarget();
  const id = await startMonitor(context, { kind: 'http', url: own.url }, { everySeconds: 1 });
  const counter = await startMonitor(context, { kind: 'http', url: target.url }, { everySeconds: 1 });
  const resultsOf = async (monitorId: string) =>
    (await query('select 1 from api_monitoring.result where monitor_id = $1', [monitorId])).length;
  const stateOf = () => query('select is_started, status from api_monitoring.monitor where id = $1', [id]);
  await until(() => resultsOf(id)).toBeGreaterThan(1);
  const other = await server.createOrganization({ plan: 'ENTERPRISE' });
  const elsewhere = { server, client: other.client, place: await newMonitoring(other.client) };
  const clockwork = await startMonitor(elsewhere, { kind: 'http', url: target.url }, { everySeconds: 1 });
  await close();
  // A check that was claimed before may still be made.
  const since = await resultsOf(clockwork);
  await until(() => resultsOf(clockwork)).toBeGreaterThan(since + 2);
  const [asked, made] = [own.asked, await resultsOf(counter)];
  const then = await resultsOf(clockwork);
  await until(() => resultsOf(clockwork)).toBeGreaterThan(then + 3);
  expect([own.asked, await resultsOf(counter)]).toEqual([asked, made]);
  expect(await stateOf()).toEqual([{ is_started: true, status: 'UP' }]);
  await reopen();
  await until(() => resultsOf(id)).toBeGreaterThan(made);
  await own.close();
});

test('a heartbeat that could not call meanwhile has its whole interval afterwards', { timeout }, async () => {
  const { monitorId } = await newMonitor(owner.client, place, { kind: 'heartbeat', graceSeconds: 60 });
  const slotOf = async () =>
    (
      await query<{ due: Date; status: string }>(
        `select s.next_due_at as due, m.status from api_monitoring.monitor_slot s
         join api_monitoring.monitor m on m.id = s.monitor_id where m.id = $1`,
        [monitorId],
      )
    )[0];
  const [{ seconds } = { seconds: 0 }] = await query<{ seconds: number }>(
    'select every_seconds as seconds from api_monitoring.monitor where id = $1',
    [monitorId],
  );
  await close();
  await query(`update api_monitoring.monitor_slot set next_due_at = now() where monitor_id = $1`, [monitorId]);
  // It is late, but nobody is notified.
  await until(async () => Number((await slotOf())?.due) > Date.now() + seconds * 1000).toBe(true);
  await query(
    `update api_monitoring.monitor_slot set next_due_at = now() + interval '10 seconds' where monitor_id = $1`,
    [monitorId],
  );
  await reopen();
  await until(async () => Number((await slotOf())?.due) > Date.now() + seconds * 1000).toBe(true);
  expect((await slotOf())?.status).toBe('UNKNOWN');
});
