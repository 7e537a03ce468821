import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newMonitoring, startMonitor } from '../testing/monitor-builders.ts';
import { startTarget, type Target } from '../testing/target.ts';

const calls = apiMonitoringRoutes;
const timeout = 60_000;
let server: TestServer;
let client: Client;
let place: { projectId: string; collectionId: string };
let target: Target;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  place = await newMonitoring(client);
  target = await startTarget();
  target.answer = (_request, response) => response.writeHead(503).end();
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  server.platform.database.pool.query(text, values).then(({ rows }) => rows as Row[]);
const watch = (name: string, before?: (monitorId: string) => Promise<unknown>): Promise<string> =>
  startMonitor(
    { server, client, place },
    { kind: 'http', url: target.url },
    { name, retries: 0, ...(before && { before }) },
  );
const statusOf = async (id: string) => (await client.call(calls.getMonitor, { params: { id } })).status;
const becomes = (id: string, status: string) => expect.poll(() => statusOf(id), { timeout, interval: 50 }).toBe(status);
const incidentsOf = async (monitorId: string) =>
  (await client.call(calls.listIncidents, { query: { projectId: place.projectId, monitorId } })).totalElements;
const plan = (given: object) =>
  client.call(calls.createWindow, {
    body: {
      projectId: place.projectId,
      title: 'Move of the database',
      time: {
        type: 'once',
        startsAt: new Date(Date.now() - 60_000).toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
      ...given,
    },
  });

test('[api-monitoring-3] in maintenance an outage is checked and marked, but opens no incident; after its end, it does', {
  timeout,
}, async () => {
  let windowId = '';
  const quiet = await watch('Quiet', async (monitorId) => {
    ({ windowId } = await plan({ monitorIds: [monitorId] }));
  });
  const loud = await watch('Loud');
  await becomes(loud, 'DOWN');
  await becomes(quiet, 'MAINTENANCE');
  const marked = () =>
    query<{ verdict: number; marked: boolean }>(
      'select distinct verdict, is_in_maintenance as marked from api_monitoring.result where monitor_id = $1',
      [quiet],
    );
  await expect.poll(marked, { timeout }).toEqual([{ verdict: 2, marked: true }]);
  expect([await incidentsOf(loud), await incidentsOf(quiet)]).toEqual([1, 0]);

  await client.call(calls.endWindow, { params: { id: windowId } });
  await becomes(quiet, 'DOWN');
  expect(await incidentsOf(quiet)).toBe(1);
  const again = await failureOf(client.call(calls.endWindow, { params: { id: windowId } }));
  expect(again).toMatchObject({ status: 409, code: 'API_MONITORING_WINDOW_NOT_NOW' });
  for (const id of [quiet, loud]) await client.call(calls.deleteMonitor, { params: { id } });
});

test('windows are listed in chronological order, and invalid ones are refused at their field', async () => {
  const inBerlin = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Berlin' });
  // Far from the current time of day.
  const hour = inBerlin.format(Date.now() + 6 * 3_600_000);
  await query('delete from api_monitoring.maintenance_window');
  await plan({
    title: 'Over',
    time: { type: 'once', startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2026-01-01T01:00:00.000Z' },
  });
  await plan({ title: 'Now' });
  await plan({
    title: 'Nightly',
    time: { type: 'recurring', cron: `0 ${hour} * * *`, timezone: 'Europe/Berlin', durationMinutes: 60 },
  });
  const { content } = await client.call(calls.listWindows, { query: { projectId: place.projectId } });
  expect(content.map(({ title, isActive }) => [title, isActive])).toEqual([
    ['Now', true],
    ['Nightly', false],
    ['Over', false],
  ]);
  const next = new Date(content[1]?.nextStartsAt ?? 0);
  expect([inBerlin.format(next), next.getUTCMinutes()]).toEqual([hour, 0]);
  const [now] = content;
  const params = { id: now?.windowId ?? '' };
  const moved = await client.call(calls.updateWindow, { params, body: { title: 'Soon' } });
  expect(moved).toMatchObject({ title: 'Soon', isActive: true, time: now?.time, collectionIds: [], monitorIds: [] });
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const time = { type: 'once' as const, startsAt, endsAt: new Date(Date.now() + 7_200_000).toISOString() };
  expect(await client.call(calls.updateWindow, { params, body: { time } })).toMatchObject({
    title: 'Soon',
    isActive: false,
    currentEndsAt: null,
    nextStartsAt: startsAt,
  });
  const elsewhere = await newMonitoring(client);
  for (const body of [{ collectionIds: [elsewhere.collectionId] }, { monitorIds: [elsewhere.projectId] }])
    expect((await failureOf(client.call(calls.updateWindow, { params, body }))).status).toBe(404);
  await client.call(calls.deleteWindow, { params });
  expect((await failureOf(client.call(calls.deleteWindow, { params }))).status).toBe(404);
  expect(await query('select action, detail from platform.audit where target = $1 order by at', [params.id])).toEqual([
    { action: 'maintenance-window.created', detail: null },
    { action: 'maintenance-window.updated', detail: null },
    { action: 'maintenance-window.updated', detail: null },
    { action: 'maintenance-window.deleted', detail: { title: 'Soon' } },
  ]);
  const refused = async (given: object) => (await failureOf(plan(given))).details?.map(({ path }) => path);
  const recurring = { type: 'recurring', cron: '0 1 * * *', timezone: 'UTC', durationMinutes: 60 };
  expect(await refused({ time: { ...recurring, timezone: 'Mars/Base' } })).toEqual(['time.timezone']);
  expect(await refused({ time: { ...recurring, cron: '99 * * * *' } })).toEqual(['time.cron']);
  const at = new Date().toISOString();
  expect(await refused({ time: { type: 'once', startsAt: at, endsAt: at } })).toEqual(['time.endsAt']);
});

test('a recurring window that was ended returns at its next time, and immediately if its time is changed', async () => {
  const begin = new Date();
  const cron = `${begin.getUTCMinutes()} ${begin.getUTCHours()} * * *`;
  const time = { type: 'recurring' as const, cron, timezone: 'UTC', durationMinutes: 60 };
  const after = (minutes: number) => new Date(begin.setUTCSeconds(0, 0) + minutes * 60_000).toISOString();
  const { windowId, ...planned } = await plan({ title: 'Daily', time });
  const active = { isActive: true, currentEndsAt: after(60), nextStartsAt: null };
  expect(planned).toMatchObject(active);
  const params = { id: windowId };
  const ended = { isActive: false, currentEndsAt: null, nextStartsAt: after(24 * 60) };
  expect(await client.call(calls.endWindow, { params })).toMatchObject(ended);
  const described = await client.call(calls.updateWindow, { params, body: { description: 'Of the disks' } });
  expect(described).toMatchObject({ ...ended, title: 'Daily', description: 'Of the disks' });
  expect(await client.call(calls.updateWindow, { params, body: { time } })).toMatchObject(active);
  const early = {
    type: 'once' as const,
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
  };
  await client.call(calls.updateWindow, { params, body: { time: early } });
  expect((await failureOf(client.call(calls.endWindow, { params }))).code).toBe('API_MONITORING_WINDOW_NOT_NOW');
  await client.call(calls.deleteWindow, { params });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  const theirs = await newMonitoring(stranger.client);
  for (const given of [{ collectionIds: [theirs.collectionId] }, { monitorIds: [theirs.projectId] }])
    expect((await failureOf(plan(given))).status).toBe(404);
});
