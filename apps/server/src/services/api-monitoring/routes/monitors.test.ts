import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const nowhere = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
const stopped = { state: 'STOPPED' } as const;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

test('[api-monitoring-1] a project is created with a collection, listed, renamed and deleted by its name', async () => {
  const { projectId } = await client.call(calls.createMonitoringProject, { body: { projectName: 'Shop' } });
  const id = server.admin.teamId;
  const list = () => client.call(calls.listMonitoringProjects, { params: { id }, query: { searchTerm: 'shop' } });
  expect((await list()).content).toMatchObject([
    { projectId, projectName: 'Shop', role: 'OWNER', collectionCount: 1, monitors: { total: 0 }, openIncidents: 0 },
  ]);
  const taken = await failureOf(client.call(calls.createMonitoringProject, { body: { projectName: 'Shop' } }));
  expect(taken).toMatchObject({ status: 409, message: 'A project with this name already exists.' });
  const renamed = await client.call(calls.updateMonitoringProject, { body: { projectId, projectName: 'Shop two' } });
  expect(renamed.projectName).toBe('Shop two');
  const remove = (projectName: string) =>
    client.call(calls.deleteMonitoringProject, { params: { id: projectId }, body: { projectName } });
  expect(await failureOf(remove('Shop'))).toMatchObject({ status: 409 });
  await newMonitor(client, await placeIn(projectId), nowhere, stopped);
  await remove('Shop two');
  expect(await failureOf(client.call(calls.getMonitoringProject, { params: { id: projectId } }))).toMatchObject({
    status: 404,
  });
  expect((await list()).totalElements).toBe(0);
});

test('projects of other services are not monitoring projects', async () => {
  const projectId = await newProject(client);
  const failure = await failureOf(client.call(calls.listMonitors, { params: { id: projectId }, query: {} }));
  expect(failure).toMatchObject({ status: 404, code: 'API_MONITORING_PROJECT_NOT_FOUND' });
});

async function placeIn(projectId: string) {
  const { content } = await client.call(calls.listCollections, { params: { id: projectId }, query: {} });
  return { projectId, collectionId: content[0]?.collectionId ?? '' };
}

test('[api-monitoring-1] collections are created, listed, renamed and deleted with their content', async () => {
  const { projectId, collectionId } = await newMonitoring(client);
  const second = await client.call(calls.createCollection, { body: { projectId, name: 'Payments' } });
  const taken = await failureOf(client.call(calls.createCollection, { body: { projectId, name: 'PAYMENTS' } }));
  expect(taken).toMatchObject({ status: 409, code: 'API_MONITORING_COLLECTION_NAME_TAKEN' });
  const changed = await client.call(calls.updateCollection, {
    body: { collectionId: second.collectionId, name: 'Billing' },
  });
  expect(changed).toMatchObject({ name: 'Billing', description: '' });
  const monitor = await newMonitor(client, { projectId, collectionId }, nowhere, stopped);
  const names = async () =>
    (await client.call(calls.listCollections, { params: { id: projectId }, query: {} })).content.map(
      ({ name, monitors: { PAUSED, total } }) => [name, PAUSED, total],
    );
  expect(await names()).toEqual([
    ['Billing', 0, 0],
    [expect.stringContaining('Collection'), 1, 1],
    ['Default', 0, 0],
  ]);
  await client.call(calls.deleteCollection, { params: { id: collectionId } });
  const gone = await failureOf(client.call(calls.getMonitor, { params: { id: monitor.monitorId } }));
  expect(gone.status).toBe(404);
  const elsewhere = await newMonitoring(client);
  const body = { projectId, collectionIds: [second.collectionId, elsewhere.collectionId] };
  expect((await failureOf(client.call(calls.deleteCollections, { body }))).status).toBe(404);
  await client.call(calls.deleteCollections, { body: { projectId, collectionIds: [second.collectionId] } });
  expect((await names()).map(([name]) => name)).toEqual(['Default']);
});

test('[api-monitoring-1] a monitored API is created, listed, changed, moved and deleted', async () => {
  const place = await newMonitoring(client);
  const made = await newMonitor(client, place, nowhere, { name: 'Home', tags: ['shop'], ...stopped });
  expect(made).toMatchObject({
    name: 'Home',
    kind: 'http',
    target: 'GET http://127.0.0.1:9/',
    status: 'PAUSED',
    schedule: { type: 'interval', everySeconds: 60 },
    retries: 1,
    slots: [{ region: '', verdict: 'UNKNOWN', nextDueAt: null }],
    heartbeatUrl: null,
  });
  const { monitorId } = made;
  const taken = await failureOf(newMonitor(client, place, nowhere, { name: 'home', ...stopped }));
  expect(taken).toMatchObject({ status: 409, code: 'API_MONITORING_MONITOR_NAME_TAKEN' });
  const list = async (query: object) =>
    (await client.call(calls.listMonitors, { params: { id: place.projectId }, query })).content.map(({ name }) => name);
  await newMonitor(client, place, { kind: 'tcp', host: 'db.test', port: 5432 }, { name: 'Database', ...stopped });
  expect(await list({})).toEqual(['Database', 'Home']);
  expect(await list({ tag: 'shop' })).toEqual(['Home']);
  expect(await list({ kind: 'tcp' })).toEqual(['Database']);
  expect(await list({ searchTerm: 'db.test' })).toEqual(['Database']);
  expect(await list({ status: 'UP' })).toEqual([]);
  const { collectionId } = await client.call(calls.createCollection, {
    body: { projectId: place.projectId, name: 'Other' },
  });
  const changed = await client.call(calls.updateMonitor, {
    body: { monitorId, collectionId, name: 'Front', degradedAboveMs: 500, regions: ['eu', 'us'], downIn: 2 },
  });
  expect(changed).toMatchObject({ collectionId, name: 'Front', degradedAboveMs: 500, tags: ['shop'], downIn: 2 });
  expect(changed.slots.map(({ region }) => region)).toEqual(['eu', 'us']);
  const same = await client.call(calls.updateMonitor, { body: { monitorId, degradedAboveMs: null } });
  expect([same.degradedAboveMs, same.name]).toEqual([null, 'Front']);
  const { definition } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, stopped);
  expect(await failureOf(client.call(calls.updateMonitor, { body: { monitorId, definition } }))).toMatchObject({
    code: 'API_MONITORING_KIND_IS_FIXED',
  });
  await client.call(calls.deleteMonitor, { params: { id: monitorId } });
  expect((await failureOf(client.call(calls.getMonitor, { params: { id: monitorId } }))).status).toBe(404);
});

test.each([
  ['leading space', { name: ' Home' }, 'API Name must not start with whitespace.'],
  ['long name', { name: 'x'.repeat(61) }, 'API Name is at most 60 characters.'],
  ['no name', { name: '' }, 'Please provide API Name.'],
  ['short interval', { schedule: { type: 'interval', everySeconds: 9 } }, 'The shortest interval is 10 seconds.'],
  ['never', { schedule: { type: 'cron', cron: '0 0 30 2 *' } }, 'This cron line is never due.'],
  [
    'zone',
    { schedule: { type: 'cron', cron: '0 0 * * *', timezone: 'Mars/Base' } },
    'Unknown time zone: Mars/Base. Choose one.',
  ],
  [
    'timeout',
    { timeoutMs: 60_001 },
    'The timeout of a check is at most 60,000 ms. Only suites and workflows may take longer.',
  ],
  ['quorum', { regions: ['a', 'b'], downIn: 3 }, 'It is checked in 2 places, so it can be down in at most 2.'],
  [
    'confirm',
    { regions: ['a'], confirmFrom: 'a' },
    'A region that checks it already can’t confirm. Choose another one.',
  ],
] as const)('what cannot be checked is refused with its text: %s', async (_, given, message) => {
  const place = await newMonitoring(client);
  const failure = await failureOf(newMonitor(client, place, nowhere, { ...(given as object), ...stopped }));
  expect(failure.status).toBe(400);
  expect(failure.details.map((detail) => detail.message)).toContain(message);
});

test('a confirming region is not due on its own, and checks normally once it is a regular one', async () => {
  const place = await newMonitoring(client);
  const { monitorId } = await newMonitor(client, place, nowhere, { ...stopped, regions: ['eu'], confirmFrom: 'us' });
  const standing = async () => {
    const { rows } = await server.platform.database.pool.query<{ standing: unknown[] }>(
      `select array[region, is_confirming::text, (next_due_at is not null)::text] as standing
         from api_monitoring.monitor_slot where monitor_id = $1 order by region`,
      [monitorId],
    );
    return rows.map(({ standing: one }) => one);
  };
  expect(await standing()).toEqual([
    ['eu', 'false', 'false'],
    ['us', 'true', 'false'],
  ]);
  await client.call(calls.startMonitor, { params: { id: monitorId } });
  expect(await standing()).toEqual([
    ['eu', 'false', 'true'],
    ['us', 'true', 'false'],
  ]);
  await client.call(calls.updateMonitor, { body: { monitorId, regions: ['eu', 'us'], confirmFrom: null } });
  expect(await standing()).toEqual([
    ['eu', 'false', 'true'],
    ['us', 'false', 'true'],
  ]);
  await client.call(calls.updateMonitor, { body: { monitorId, regions: ['us'], confirmFrom: 'eu' } });
  expect(await standing()).toEqual([
    ['eu', 'true', 'false'],
    ['us', 'false', 'true'],
  ]);
  await client.call(calls.deleteMonitor, { params: { id: monitorId } });
});

test('monitors are created from a script, a suite and a workflow in one call, and follow their names', async () => {
  const place = await newMonitoring(client);
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const { scriptId } = await newScript(client, suiteId, { url: 'http://127.0.0.1:9/', scriptName: 'Pay' });
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const tests = [
    { kind: 'api-script', projectId, testId: scriptId },
    { kind: 'api-suite', projectId, testId: suiteId },
    { kind: 'workflow', projectId, testId: flowId },
  ] as const;
  const { monitors } = await client.call(calls.monitorTests, {
    params: { id: place.collectionId },
    body: { tests: [...tests], ...stopped },
  });
  expect(monitors.map(({ name, kind }) => [name, kind])).toEqual([
    ['Pay', 'api-script'],
    ['Checkout', 'api-suite'],
    [expect.any(String), 'workflow'],
  ]);
  const again = await client.call(calls.monitorTests, {
    params: { id: place.collectionId },
    body: { tests: [tests[0]], ...stopped },
  });
  expect(again.monitors[0]?.name).not.toBe('Pay');
  const id = monitors[1]?.monitorId ?? '';
  await client.call(apiTestingRoutes.updateSuite, { body: { suiteId, suiteName: 'Paying' } });
  const seen = await client.call(calls.getMonitor, { params: { id } });
  expect(seen.test).toEqual({ title: 'Paying', link: expect.stringContaining(suiteId) });
  expect(seen.target).toBe('Paying');
  const other = await server.createOrganization();
  const theirs = await newMonitoring(other.client);
  const stolen = failureOf(
    other.client.call(calls.monitorTests, { params: { id: theirs.collectionId }, body: { tests: [tests[0]] } }),
  );
  expect((await stolen).status).toBe(404);
});

test('[api-monitoring-6] up to 5 APIs can be monitored; stopping one makes room', async () => {
  const pro = await server.createOrganization({ plan: 'PRO' });
  const place = await newMonitoring(pro.client);
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await newMonitor(pro.client, place, nowhere)).monitorId);
  const sixth = await failureOf(newMonitor(pro.client, place, nowhere));
  expect(sixth).toMatchObject({
    status: 403,
    message: 'Your plan monitors up to 5 APIs at once. Stop one, or upgrade your plan.',
  });
  const kept = await newMonitor(pro.client, place, nowhere, stopped);
  const startKept = () => pro.client.call(calls.startMonitor, { params: { id: kept.monitorId } });
  expect((await failureOf(startKept())).status).toBe(403);
  const paused = await pro.client.call(calls.stopMonitor, { params: { id: made[0] ?? '' } });
  expect([paused.state, paused.status]).toEqual(['STOPPED', 'PAUSED']);
  expect(await startKept()).toMatchObject({ state: 'STARTED', status: 'UNKNOWN' });
  const enterprise = await server.createOrganization({ plan: 'ENTERPRISE' });
  const roomy = await newMonitoring(enterprise.client);
  for (let count = 0; count < 7; count += 1) await newMonitor(enterprise.client, roomy, nowhere);
});

test("a definition is sealed at rest, and a heartbeat's URL is shown only once", async () => {
  const place = await newMonitoring(client);
  const authentication = { type: 'basic', username: 'ada', password: 'very-hidden' } as const;
  await newMonitor(client, place, { ...nowhere, authentication }, stopped);
  const beat = await newMonitor(client, place, { kind: 'heartbeat', graceSeconds: 5 }, stopped);
  expect(beat.heartbeatUrl).toMatch(/\/services\/api-monitoring\/api\/heartbeat\/[\w-]{32}$/);
  const params = { id: beat.monitorId };
  expect((await client.call(calls.getMonitor, { params })).heartbeatUrl).toBeNull();
  const renewed = await client.call(calls.renewHeartbeat, { params });
  expect(renewed.heartbeatUrl).not.toBe(beat.heartbeatUrl);
  const { rows } = await server.platform.database.pool.query(
    'select to_jsonb(m)::text as text from api_monitoring.monitor m',
  );
  const stored = rows.map(({ text }) => text).join();
  expect(stored).not.toContain('very-hidden');
  expect(stored).not.toContain(renewed.heartbeatUrl.split('/').at(-1));
});
