import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf, newProject } from '../../../api-testing/testing/builders.ts';
import { deliverOf, newAlerts } from '../../testing/alert-builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { checksOf } from '../../testing/check-builders.ts';
import { incidentsOf } from '../../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const unknownId = '00000000-0000-4000-8000-000000000000';
const http = { kind: 'http', url: 'http://a.test/' } as const;
const stopped = { state: 'STOPPED' } as const;
const none = { total: 0, UP: 0, DEGRADED: 0, DOWN: 0, UNKNOWN: 0, MAINTENANCE: 0, PAUSED: 0 };
let server: TestServer;
let admin: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
}, 120_000);
beforeEach(async () => {
  admin = await server.createOrganization({ plan: 'PRO' });
  ({ client } = admin);
  clock.advance(1000);
});
afterAll(() => server.close());

const iso = () => clock.now().toISOString();
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};

test('a project is returned with the same counts when created, listed, opened and changed', async () => {
  const made = await client.call(calls.createMonitoringProject, {
    body: { projectName: 'Shop', projectDescription: 'Of all', workspaceType: 'PRIVATE' },
  });
  const { projectId } = made;
  expect(made).toMatchObject({
    projectName: 'Shop',
    projectDescription: 'Of all',
    workspaceType: 'PRIVATE',
    collectionCount: 1,
    monitors: none,
    openIncidents: 0,
  });
  expect(Object.keys(made)).not.toContain('suiteCount');
  const { content } = await client.call(calls.listCollections, { params: { id: projectId }, query: {} });
  expect(content).toEqual([
    {
      collectionId: expect.any(String),
      projectId,
      name: 'Default',
      description: '',
      sloPercent: null,
      monitors: none,
      createdAt: at,
      updatedAt: at,
    },
  ]);
  const place = { projectId, collectionId: content[0]?.collectionId ?? '' };
  const down = await newMonitor(client, place, http, { retries: 0 });
  await checksOf(server.platform).found(down.monitorId, { verdict: 'DOWN', message: 'Ill.' });
  await newMonitor(client, place, http, stopped);
  await newMonitor(client, place, http);
  await client.call(calls.createCollection, { body: { projectId, name: 'Other' } });
  const monitors = { ...none, total: 3, DOWN: 1, PAUSED: 1, UNKNOWN: 1 };
  const shown = { ...made, collectionCount: 2, monitors, openIncidents: 1 };
  const list = async (searchTerm?: string) =>
    client.call(calls.listMonitoringProjects, {
      params: { id: admin.teamId },
      query: { ...(searchTerm && { searchTerm }) },
    });
  expect(await client.call(calls.getMonitoringProject, { params: { id: projectId } })).toEqual(shown);
  expect(await list()).toEqual({ page: 0, size: 10, totalElements: 1, content: [shown] });
  expect([(await list('HO')).totalElements, (await list('none')).totalElements]).toEqual([1, 0]);
  const body = { projectId, projectDescription: 'Changed', workspaceType: 'SHARED' } as const;
  expect(await client.call(calls.updateMonitoringProject, { body })).toEqual({
    ...shown,
    ...body,
    updatedAt: at,
  });
  expect(await client.call(calls.getTestStatus, { query: { projectId } })).toMatchObject({
    monitors,
    openIncidents: 1,
  });
});

test('project names are unique, and deleting a project requires its name', async () => {
  const [{ projectId }, other] = [await newMonitoring(client), await newMonitoring(client)];
  const { projectName } = await client.call(calls.getMonitoringProject, { params: { id: other.projectId } });
  const taken = '409 API_MONITORING_PROJECT_NAME_TAKEN: A project with this name already exists.';
  expect([
    await codeOf(client.call(calls.createMonitoringProject, { body: { projectName } })),
    await codeOf(client.call(calls.updateMonitoringProject, { body: { projectId, projectName } })),
  ]).toEqual([taken, taken]);
  for (const restorable of [false, true]) {
    const wrong = client.call(calls.deleteMonitoringProject, {
      params: { id: projectId },
      body: { projectName, restorable },
    });
    expect((await failureOf(wrong)).code).toBe('API_TESTING_PROJECT_NAME_MISMATCH');
  }
  const tests = await newProject(client);
  for (const call of [
    () => client.call(calls.getMonitoringProject, { params: { id: tests } }),
    () => client.call(calls.createCollection, { body: { projectId: tests, name: 'X' } }),
    () => client.call(calls.updateMonitoringProject, { body: { projectId: tests, projectName: 'X' } }),
  ])
    expect(await codeOf(call())).toBe(
      '404 API_MONITORING_PROJECT_NOT_FOUND: No such project, or you have no access to it.',
    );
});

test('deleting a project deletes all its data and leaves other projects unchanged', async () => {
  const keep = await newAlerts(client, 'http://127.0.0.1:9');
  const removed = await newAlerts(client, 'http://127.0.0.1:9');
  for (const { projectId, monitorId } of [keep, removed]) {
    await incidentsOf(server.platform).open(monitorId);
    await client.call(calls.createMetricsToken, { body: { projectId } });
    const page = { projectId, title: 'P', slug: `p-${projectId.slice(-8)}` };
    await client.call(calls.createPage, { body: page });
    const time = { type: 'once' as const, startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' };
    await client.call(calls.createWindow, { body: { projectId, title: 'W', time } });
    await client.call(calls.createMailedReport, {
      body: { projectId, title: 'R', period: 'DAY', timeOfDay: '07:00', timezone: 'UTC', recipients: ['a@b.test'] },
    });
    await server.platform.database.pool.query(
      `insert into api_monitoring.burn_alert (id, organization_id, project_id, subject, subject_id, name, urgency, slo_percent, cause, opened_at)
       values (gen_random_uuid(), $1, $2, 'monitor', $3, 'n', 'page', 99, 'c', now())`,
      [admin.organizationId, projectId, monitorId],
    );
  }
  const tables = [
    'project',
    'collection',
    'monitor',
    'incident',
    'maintenance_window',
    'alert_channel',
    'alert_policy',
    'alert_delivery',
    'burn_alert',
    'status_page',
    'mailed_report',
    'metrics_token',
  ];
  const left = async (projectId: string) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const column = table === 'project' ? 'id' : 'project_id';
      const { rowCount } = await server.platform.database.pool.query(
        `select 1 from api_monitoring.${table} where ${column} = $1`,
        [projectId],
      );
      if (rowCount) counts[table] = rowCount;
    }
    return counts;
  };
  const before = await left(keep.projectId);
  expect([Object.keys(before), await left(removed.projectId)]).toEqual([tables, before]);
  const { projectName } = await client.call(calls.getMonitoringProject, { params: { id: removed.projectId } });
  await client.call(calls.deleteMonitoringProject, { params: { id: removed.projectId }, body: { projectName } });
  expect([await left(removed.projectId), await left(keep.projectId)]).toEqual([{}, before]);
  await deliverOf(server.platform).all();
});

test('nothing can be added to a project deleted in the meantime', async () => {
  const { projectId } = await newMonitoring(client);
  const settings = { kind: 'email' as const, addresses: ['a@b.test'] };
  const { channelId } = await client.call(calls.createChannel, { body: { projectId, name: 'Mails', settings } });
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  const form = new FormData();
  const monitorList = [{ id: 1, name: 'P', type: 'port', hostname: 'h', port: 1 }];
  form.append('file', new Blob([JSON.stringify({ monitorList })]), 'k.json');
  const { importId } = await client.call(calls.importUptimeKumaFile, { query: { projectId }, body: form });
  await server.platform.database.pool.query('delete from api_monitoring.project where id = $1', [projectId]);
  const mailed = { title: 'R', period: 'DAY' as const, timeOfDay: '07:00', timezone: 'UTC', recipients: ['a@b.test'] };
  for (const call of [
    () => client.call(calls.createCollection, { body: { projectId, name: 'X' } }),
    () => client.call(calls.createChannel, { body: { projectId, name: 'X', settings } }),
    () => client.call(calls.createPolicy, { body: { projectId, name: 'X', steps } }),
    () => client.call(calls.createPage, { body: { projectId, title: 'X', slug: 'gone-in-between' } }),
    () => client.call(calls.createMailedReport, { body: { projectId, ...mailed } }),
    () => client.call(calls.importSelected, { body: { projectId, importId } }),
  ])
    expect(await codeOf(call())).toBe(
      '404 API_MONITORING_PROJECT_NOT_FOUND: No such project, or you have no access to it.',
    );
});

test('collections are returned with all fields; a change keeps omitted ones', async () => {
  const { projectId } = await newMonitoring(client);
  const own = { projectId, name: 'Pay', description: 'Pays', sloPercent: 99 };
  const made = await client.call(calls.createCollection, { body: own });
  const { collectionId } = made;
  const collection = { ...own, collectionId, monitors: none, createdAt: at, updatedAt: at };
  expect(made).toEqual(collection);
  const plain = await client.call(calls.createCollection, { body: { projectId, name: 'Plain' } });
  expect(plain).toMatchObject({ description: '', sloPercent: null });
  await newMonitor(client, { projectId, collectionId }, http, stopped);
  const full = { ...collection, monitors: { ...none, total: 1, PAUSED: 1 } };
  const change = (body: object) => client.call(calls.updateCollection, { body: { collectionId, ...body } });
  expect(await change({})).toEqual(full);
  expect(await change({ name: 'Sell' })).toEqual({ ...full, name: 'Sell' });
  expect(await change({ description: '', sloPercent: null })).toEqual({
    ...full,
    name: 'Sell',
    description: '',
    sloPercent: null,
  });
  const taken = (name: string) =>
    `409 API_MONITORING_COLLECTION_NAME_TAKEN: A collection named "${name}" exists in this project already. Choose another name.`;
  expect([
    await codeOf(change({ name: 'PLAIN' })),
    await codeOf(client.call(calls.createCollection, { body: { projectId, name: 'sell' } })),
    await codeOf(client.call(calls.deleteCollection, { params: { id: unknownId } })),
  ]).toEqual([
    taken('PLAIN'),
    taken('sell'),
    '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.',
  ]);
  const list = async (query: object) => {
    const listed = await client.call(calls.listCollections, { params: { id: projectId }, query });
    return [listed.page, listed.size, listed.totalElements, ...listed.content.map(({ name }) => name)];
  };
  expect([await list({ searchTerm: 'SEL' }), await list({ page: 1, size: 1 })]).toEqual([
    [0, 10, 1, 'Sell'],
    [1, 1, 4, 'Default'],
  ]);
});

test('collections are deleted with their monitored APIs, all or none, and audited', async () => {
  const { projectId, collectionId } = await newMonitoring(client);
  const elsewhere = await newMonitoring(client);
  const second = await client.call(calls.createCollection, { body: { projectId, name: 'Second' } });
  const kept = await newMonitor(client, elsewhere, http, stopped);
  const removed = await newMonitor(client, { projectId, collectionId }, http, stopped);
  const remove = (collectionIds: string[]) =>
    client.call(calls.deleteCollections, { body: { projectId, collectionIds } });
  expect(await codeOf(remove([collectionId, elsewhere.collectionId]))).toBe(
    '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.',
  );
  const seen = (monitorId: string) => client.call(calls.getMonitor, { params: { id: monitorId } });
  await expect(seen(removed.monitorId)).resolves.toBeDefined();
  await remove([collectionId, second.collectionId, collectionId]);
  expect((await failureOf(seen(removed.monitorId))).status).toBe(404);
  await expect(seen(kept.monitorId)).resolves.toBeDefined();
  expect(await auditsOf(server, [collectionId, second.collectionId])).toEqual([
    { action: 'monitor-collection.created', target: collectionId, detail: null },
    { action: 'monitor-collection.created', target: second.collectionId, detail: null },
    {
      action: 'monitor-collection.deleted',
      target: collectionId,
      detail: { name: expect.stringMatching(/^Collection/) },
    },
    { action: 'monitor-collection.deleted', target: second.collectionId, detail: { name: 'Second' } },
  ]);
});

test('moving a project to the trash stops it with a reason; restoring it starts what ran before', async () => {
  admin = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = admin);
  const place = await newMonitoring(client);
  const { projectId } = place;
  const on = await newMonitor(client, place, http, { retries: 0 });
  const off = await newMonitor(client, place, http, stopped);
  await checksOf(server.platform).found(on.monitorId, { verdict: 'DOWN', message: 'Ill.' });
  const { projectName } = await client.call(calls.getMonitoringProject, { params: { id: projectId } });
  const rows = async () =>
    (
      await server.platform.database.pool.query(
        `select m.is_started, m.status, m.status_text, m.status_since, s.next_due_at from api_monitoring.monitor m
         join api_monitoring.monitor_slot s on s.monitor_id = m.id where m.project_id = $1 order by m.id`,
        [projectId],
      )
    ).rows;
  const [, stoppedBefore] = await rows();
  clock.advance(1000);
  await client.call(calls.deleteMonitoringProject, {
    params: { id: projectId },
    body: { projectName, restorable: true },
  });
  const deletedAt = clock.now();
  const text = 'Stopped because the project was deleted.';
  const paused = { is_started: false, status: 'PAUSED', status_text: text, status_since: deletedAt, next_due_at: null };
  expect(await rows()).toEqual([paused, stoppedBefore]);
  clock.advance(1000);
  await client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
  await vi.waitFor(
    async () =>
      expect(await rows()).toEqual([
        {
          is_started: true,
          status: 'UNKNOWN',
          status_text: 'Waiting for the first check.',
          status_since: clock.now(),
          next_due_at: clock.now(),
        },
        stoppedBefore,
      ]),
    { timeout: 20_000, interval: 50 },
  );
  const { content } = await client.call(calls.listIncidents, { query: { projectId } });
  const incident = await client.call(calls.getIncident, { params: { id: content[0]?.incidentId ?? '' } });
  expect([incident.state, incident.closedAt, incident.entries.at(-1)]).toEqual([
    'CLOSED',
    deletedAt.toISOString(),
    {
      entryId: expect.any(String),
      kind: 'closed',
      at: deletedAt.toISOString(),
      text: 'Closed because the project was deleted.',
      byName: null,
    },
  ]);
  expect((await client.call(calls.getMonitor, { params: { id: off.monitorId } })).status).toBe('PAUSED');
  expect(iso()).not.toBe(deletedAt.toISOString());
});
