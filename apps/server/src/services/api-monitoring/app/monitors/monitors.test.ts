import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewMonitor } from '@touchstone/contracts/api-monitoring';
import { flowRoutes } from '@touchstone/contracts/flows';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../../flows/testing/flow-builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { checksOf, outcome } from '../../testing/check-builders.ts';
import { incidentsOf } from '../../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const unknownId = '00000000-0000-4000-8000-000000000000';
const http = { kind: 'http', url: 'http://a.test/' } as const;
const stopped = { state: 'STOPPED' } as const;
let server: TestServer;
let admin: TestUser;
let client: Client;
let place: { projectId: string; collectionId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  admin = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = admin);
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(client);
  clock.advance(1000);
});
afterAll(() => server.close());

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const seen = (id: string) => client.call(calls.getMonitor, { params: { id } });
const change = (monitorId: string, body: object) => client.call(calls.updateMonitor, { body: { monitorId, ...body } });
const shown = (given: Partial<NewMonitor> = {}) => ({
  monitorId: expect.any(String),
  ...place,
  name: 'Pay',
  kind: 'http',
  target: 'GET http://a.test/',
  state: 'STARTED',
  status: 'UNKNOWN',
  statusText: 'Waiting for the first check.',
  statusSince: iso(),
  schedule: { type: 'interval', everySeconds: 60 },
  regions: [],
  tags: [],
  lastAt: null,
  lastDurationMs: null,
  nextDueAt: iso(),
  uptimePercent: null,
  p95Ms: null,
  openIncidentId: null,
  recent: [],
  timeoutMs: 30_000,
  retries: 1,
  retrySeconds: 15,
  downIn: 1,
  confirmFrom: null,
  degradedAboveMs: null,
  degradedFactor: null,
  description: '',
  definition: expect.objectContaining({ kind: 'http', url: 'http://a.test/' }),
  environmentId: null,
  sloPercent: null,
  slots: [slot('')],
  test: null,
  baselineMs: null,
  heartbeatUrl: null,
  createdByName: 'Ada Admin',
  createdAt: at,
  updatedAt: at,
  ...given,
});
const slot = (region: string, nextDueAt: string | null = iso()) => ({
  region,
  verdict: 'UNKNOWN',
  message: null,
  lastAt: null,
  lastDurationMs: null,
  nextDueAt,
  isChecking: false,
  hasRunner: false,
});

test('a new monitored API is returned with all fields, including every given rule', async () => {
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: place.projectId, environmentName: 'Live' },
  });
  expect(await newMonitor(client, place, http, { name: 'Pay' })).toEqual(shown());
  const off = { state: 'STOPPED', status: 'PAUSED', statusText: null, nextDueAt: null, slots: [slot('', null)] };
  expect(await newMonitor(client, place, http, { name: 'Off', ...stopped })).toEqual(
    shown({ ...off, name: 'Off' } as object),
  );
  const rules = {
    name: 'All',
    description: 'Pays',
    environmentId,
    tags: ['shop'],
    sloPercent: 99.9,
    timeoutMs: 500,
    retries: 3,
    retrySeconds: 7,
    regions: ['eu', 'us'],
    downIn: 2,
    confirmFrom: 'asia',
    degradedAboveMs: 900,
    degradedFactor: 2.5,
  };
  const made = await newMonitor(client, place, http, rules);
  const slots = [slot('asia', null), slot('eu'), slot('us')];
  expect(made).toEqual(shown({ ...rules, slots } as object));
  expect(await auditsOf(server, [made.monitorId])).toEqual([
    { action: 'monitor.created', target: made.monitorId, detail: { name: 'All', projectId: place.projectId } },
  ]);
});

test('a change keeps omitted fields; null clears optional ones', async () => {
  const rules = {
    degradedAboveMs: 900,
    degradedFactor: 2.5,
    confirmFrom: 'asia',
    regions: ['eu'],
    sloPercent: 99,
    tags: ['a'],
  };
  const made = await newMonitor(client, place, http, { name: 'Pay', description: 'Pays', timeoutMs: 700, ...rules });
  const { monitorId } = made;
  const kept = { ...made, updatedAt: at };
  expect(await change(monitorId, {})).toEqual(kept);
  const named = { name: 'Sell', description: '', tags: [], sloPercent: null };
  expect(await change(monitorId, named)).toEqual({ ...kept, ...named });
  const cleared = { degradedAboveMs: null, degradedFactor: null, confirmFrom: null };
  expect(await change(monitorId, cleared)).toEqual({ ...kept, ...named, ...cleared, slots: [slot('eu')] });
  const others = { timeoutMs: 800, retries: 0, retrySeconds: 5, regions: [], degradedAboveMs: 5, degradedFactor: 3 };
  const changed = { ...kept, ...named, ...cleared, ...others, slots: [slot('')] };
  expect(await change(monitorId, others)).toEqual(changed);
  const definition = { kind: 'http', url: 'http://b.test/', method: 'HEAD' } as const;
  const schedule = { type: 'cron', cron: '0 1 * * *', timezone: 'Europe/Berlin' } as const;
  const moved = await change(monitorId, { definition, schedule });
  const nextDueAt = moved.nextDueAt ?? '';
  expect(Date.parse(nextDueAt)).toBeGreaterThan(clock.now().getTime());
  expect(moved).toEqual({
    ...changed,
    definition: expect.objectContaining(definition),
    target: 'HEAD http://b.test/',
    schedule,
    nextDueAt,
    slots: [slot('', nextDueAt)],
  });
  expect(await auditsOf(server, [monitorId])).toEqual([
    { action: 'monitor.created', target: monitorId, detail: { name: 'Pay', projectId: place.projectId } },
    ...Array(5).fill({ action: 'monitor.updated', target: monitorId, detail: null }),
  ]);
});

test('a change resets failures and checks in progress, and makes a started monitored API due', async () => {
  const { monitorId } = await newMonitor(client, place, http, {
    retries: 2,
    schedule: { type: 'interval', everySeconds: 3600 },
  });
  const checks = checksOf(server.platform);
  await checks.found(monitorId, { verdict: 'DOWN', message: 'Ill.' });
  const running = await checks.claim(monitorId);
  clock.advance(5000);
  await change(monitorId, {});
  const { rows } = await server.platform.database.pool.query(
    'select failures, claimed_by, next_due_at from api_monitoring.monitor_slot where monitor_id = $1',
    [monitorId],
  );
  expect(rows).toEqual([{ failures: 0, claimed_by: null, next_due_at: clock.now() }]);
  await checks.store([{ ...running, outcome: outcome(), at: clock.now(), runId: null }]);
  expect((await seen(monitorId)).status).not.toBe('UP');
  await client.call(calls.stopMonitor, { params: { id: monitorId } });
  expect((await change(monitorId, { regions: ['eu'] })).slots).toEqual([slot('eu', null)]);
});

test('checks run as the user who last saved the monitored API', async () => {
  const { monitorId } = await newMonitor(client, place, http, stopped);
  const bea = await server.createUser(admin, { role: 'ROLE_ADMIN', firstName: 'Bea', lastName: 'Boss' });
  const saved = await bea.client.call(calls.updateMonitor, { body: { monitorId } });
  expect(saved.createdByName).toBe('Bea Boss');
  const { rows } = await server.platform.database.pool.query(
    'select created_by from api_monitoring.monitor where id = $1',
    [monitorId],
  );
  expect(rows).toEqual([{ created_by: bea.userId }]);
});

test('an invalid monitored API or change is rejected with its full message', async () => {
  const { monitorId } = await newMonitor(client, place, http, { name: 'Pay', ...stopped });
  await newMonitor(client, place, http, { name: 'Sell', ...stopped });
  const elsewhere = await newMonitoring(client);
  const noCollection = '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.';
  const taken = (name: string) =>
    `409 API_MONITORING_MONITOR_NAME_TAKEN: A monitored API named "${name}" exists in this collection already. Choose another name.`;
  expect([
    await codeOf(newMonitor(client, place, http, { name: 'PAY', ...stopped })),
    await codeOf(change(monitorId, { name: 'sell' })),
    await codeOf(newMonitor(client, { ...place, collectionId: elsewhere.collectionId }, http, stopped)),
    await codeOf(newMonitor(client, { ...place, collectionId: unknownId }, http, stopped)),
    await codeOf(change(monitorId, { collectionId: elsewhere.collectionId })),
    await codeOf(change(monitorId, { definition: { kind: 'tcp', host: 'x', port: 1 } })),
    await codeOf(client.call(calls.renewHeartbeat, { params: { id: monitorId } })),
    await codeOf(seen(unknownId)),
  ]).toEqual([
    taken('PAY'),
    taken('sell'),
    noCollection,
    noCollection,
    noCollection,
    '409 API_MONITORING_KIND_IS_FIXED: The kind of a monitored API can’t be changed. Create a new one.',
    '409 API_MONITORING_NO_HEARTBEAT: Only heartbeats have an address. This monitored API is checked by the product.',
    '404 API_MONITORING_MONITOR_NOT_FOUND: No such monitored API, or you have no access to it.',
  ]);
  const wrong = await failureOf(change(monitorId, { regions: ['a'], downIn: 2, confirmFrom: 'a' }));
  expect([wrong.status, wrong.code, wrong.message, wrong.details.length]).toEqual([
    400,
    'API_MONITORING_INVALID_MONITOR',
    'This monitored API can’t be checked. See details.',
    2,
  ]);
});

test('a move checks the new name, or the current one if it is unchanged', async () => {
  const { projectId } = place;
  const { monitorId } = await newMonitor(client, place, http, { name: 'Pay', ...stopped });
  const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Other' } });
  await newMonitor(client, { projectId, collectionId }, http, { name: 'Pay', ...stopped });
  expect((await failureOf(change(monitorId, { collectionId }))).message).toContain('named "Pay" exists');
  expect(await change(monitorId, { collectionId, name: 'Free' })).toMatchObject({ collectionId, name: 'Free' });
});

test('starting and stopping set the status time and reason, close incidents, and are audited', async () => {
  const { monitorId } = await newMonitor(client, place, http, { name: 'Pay', confirmFrom: 'us', regions: ['eu'] });
  const params = { id: monitorId };
  const incidents = incidentsOf(server.platform);
  const incident = await incidents.open(monitorId);
  clock.advance(1000);
  const off = await client.call(calls.stopMonitor, { params });
  const paused = {
    state: 'STOPPED',
    status: 'PAUSED',
    statusText: 'Stopped by Ada Admin.',
    statusSince: iso(),
    nextDueAt: null,
    openIncidentId: null,
    slots: [slot('eu', null), slot('us', null)],
  };
  expect(off).toMatchObject(paused);
  const closed = await client.call(calls.getIncident, { params: { id: incident.id } });
  expect([closed.state, closed.closedAt, closed.entries]).toEqual([
    'CLOSED',
    iso(),
    [
      {
        entryId: expect.any(String),
        kind: 'closed',
        at: iso(),
        text: 'Closed because the monitored API was stopped.',
        byName: 'Ada Admin',
      },
    ],
  ]);
  clock.advance(1000);
  expect(await client.call(calls.stopMonitor, { params })).toEqual(off);
  const on = await client.call(calls.startMonitor, { params });
  expect(on).toEqual({
    ...off,
    state: 'STARTED',
    status: 'UNKNOWN',
    statusText: 'Waiting for the first check.',
    statusSince: iso(),
    nextDueAt: iso(),
    slots: [slot('eu'), slot('us', null)],
    updatedAt: at,
  });
  clock.advance(1000);
  expect(await client.call(calls.startMonitor, { params })).toEqual(on);
  await incidents.open(monitorId);
  await client.call(calls.deleteMonitor, { params });
  const entry = (action: string, detail: object | null = null) => ({ action, target: monitorId, detail });
  expect(await auditsOf(server, [monitorId])).toEqual([
    entry('monitor.created', { name: 'Pay', projectId: place.projectId }),
    ...['monitor.stopped', 'monitor.stopped', 'monitor.started', 'monitor.started'].map((action) => entry(action)),
    entry('monitor.deleted', { name: 'Pay' }),
  ]);
});

test('stopping clears the findings, and a started heartbeat waits for its first call', async () => {
  const { monitorId } = await newMonitor(client, place, { kind: 'heartbeat', graceSeconds: 10 }, stopped);
  const params = { id: monitorId };
  const renewed = await client.call(calls.renewHeartbeat, { params });
  expect(renewed).toEqual({
    heartbeatUrl: expect.stringContaining(`${server.url}/services/api-monitoring/api/heartbeat/`),
  });
  const waiting = { status: 'UNKNOWN', statusText: 'Waiting for the first call.', nextDueAt: iso(70_000) };
  expect(await client.call(calls.startMonitor, { params })).toMatchObject(waiting);
  expect((await auditsOf(server, [monitorId])).slice(1)).toEqual([
    { action: 'monitor.heartbeat-renewed', target: monitorId, detail: null },
    { action: 'monitor.started', target: monitorId, detail: null },
  ]);
  const { monitorId: id } = await newMonitor(client, place, http, { retries: 0 });
  await checksOf(server.platform).found(id, { verdict: 'DOWN', message: 'Ill.', durationMs: 5 });
  const { slots } = await client.call(calls.stopMonitor, { params: { id } });
  expect(slots).toMatchObject([{ verdict: 'UNKNOWN', message: null, nextDueAt: null }]);
});

test('monitors of tests are returned with all fields, named after their tests, and audited', async () => {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, ` ${'S'.repeat(58)}`.trim());
  const { scriptId } = await newScript(client, suiteId, { url: 'http://a.test/', scriptName: 'Pay' });
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const tests = [
    { kind: 'api-script', projectId, testId: scriptId },
    { kind: 'api-suite', projectId, testId: suiteId },
    { kind: 'workflow', projectId, testId: flowId },
    { kind: 'api-script', projectId, testId: scriptId },
  ] as const;
  const params = { id: place.collectionId };
  const schedule = { type: 'interval', everySeconds: 900 } as const;
  const { monitors } = await client.call(calls.monitorTests, { params, body: { tests: [...tests], schedule } });
  expect(monitors.map(({ name }) => name)).toEqual(['Pay', 'S'.repeat(55), expect.any(String), 'Pay (2)']);
  const all = await Promise.all(monitors.map(({ monitorId }) => seen(monitorId)));
  expect(all.slice(0, 3).map(({ definition, timeoutMs }) => [definition, timeoutMs])).toEqual([
    [{ kind: 'api-script', projectId, scriptId }, 30_000],
    [{ kind: 'api-suite', projectId, suiteId, parallel: 1 }, 600_000],
    [{ kind: 'workflow', projectId, flowId, configurationId: null }, 600_000],
  ]);
  const test = { title: 'Pay', link: expect.stringContaining(scriptId) };
  expect(all[0]).toEqual(
    shown({ kind: 'api-script', target: 'Pay', definition: all[0]?.definition, test, schedule } as object),
  );
  expect(all[1]?.target).toBe('S'.repeat(58));
  expect(all[2]?.test?.link).toContain(flowId);
  expect(
    await auditsOf(
      server,
      monitors.map(({ monitorId }) => monitorId),
    ),
  ).toEqual(
    monitors.map(({ monitorId: target }) => ({
      action: 'monitor.created',
      target,
      detail: { projectId: place.projectId },
    })),
  );
  const missing = { kind: 'workflow', projectId, testId: suiteId } as const;
  const testDeleted = '404 API_MONITORING_TEST_DELETED: Test Suite/Script is deleted already.';
  expect(await codeOf(client.call(calls.monitorTests, { params, body: { tests: [missing] } }))).toBe(testDeleted);
  const other = { ...tests[2], projectId: await newProject(client) };
  expect(await codeOf(client.call(calls.monitorTests, { params, body: { tests: [other] } }))).toBe(testDeleted);
  const short = { tests: [tests[0]], schedule: { type: 'cron' as const, cron: 'never', timezone: 'UTC' } };
  expect((await failureOf(client.call(calls.monitorTests, { params, body: short }))).status).toBe(400);
});

test('a run configuration of a monitored workflow must be in the workspace of the workflow', async () => {
  const projectId = await newProject(client);
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const create = async (home: string) => {
    const body = { projectId: home, name: 'Staging' };
    const { configurationId } = await client.call(flowRoutes.createConfiguration, { body });
    const definition = { kind: 'workflow', projectId, flowId, configurationId } as const;
    return newMonitor(client, place, definition);
  };
  expect((await create(projectId)).definition).toMatchObject({ flowId, configurationId: expect.any(String) });
  expect(await codeOf(create(await newProject(client)))).toBe(
    '404 FLOWS_CONFIGURATION_NOT_FOUND: No such run configuration. It may have been deleted.',
  );
});

test('monitored APIs start up to the limit of the plan, together or not at all', async () => {
  const pro = await server.createOrganization({ plan: 'PRO' });
  const own = await newMonitoring(pro.client);
  const projectId = await newProject(pro.client);
  const suiteId = await newSuite(pro.client, projectId, 'Suite');
  const make = (count: number, state: 'STARTED' | 'STOPPED') =>
    pro.client.call(calls.monitorTests, {
      params: { id: own.collectionId },
      body: { tests: Array(count).fill({ kind: 'api-suite', projectId, testId: suiteId }), state },
    });
  const full =
    '403 API_MONITORING_LIMIT_REACHED: Your plan monitors up to 5 APIs at once. Stop one, or upgrade your plan.';
  expect(await codeOf(make(6, 'STARTED'))).toBe(full);
  expect((await make(6, 'STOPPED')).monitors.map(({ state }) => state)).toEqual(Array(6).fill('STOPPED'));
  const { monitors } = await make(5, 'STARTED');
  expect(monitors.map(({ state }) => state)).toEqual(Array(5).fill('STARTED'));
  expect([await codeOf(make(1, 'STARTED')), await codeOf(newMonitor(pro.client, own, http))]).toEqual([full, full]);
});

test('lists filter by each field, and put failing monitored APIs first', async () => {
  const { projectId } = place;
  const other = await client.call(calls.createCollection, { body: { projectId, name: 'Other' } });
  const otherPlace = { projectId, collectionId: other.collectionId };
  const a = await newMonitor(client, place, http, { name: 'Alpha', tags: ['x'], retries: 0 });
  const b = await newMonitor(
    client,
    otherPlace,
    { kind: 'tcp', host: 'db.test', port: 1 },
    { name: 'Beta', ...stopped },
  );
  await checksOf(server.platform).found(a.monitorId, { verdict: 'DOWN', message: 'Ill.' });
  await newMonitor(client, place, http, { name: 'Aaa', ...stopped });
  const names = async (query: object) => {
    const { content, totalElements } = await client.call(calls.listMonitors, { params: { id: projectId }, query });
    return `${totalElements}: ${content.map(({ name }) => name).join()}`;
  };
  expect([
    await names({}),
    await names({ size: 1, page: 1 }),
    await names({ collectionId: other.collectionId }),
    await names({ status: 'DOWN' }),
    await names({ kind: 'tcp' }),
    await names({ tag: 'x' }),
    await names({ searchTerm: 'BET' }),
    await names({ monitorIds: [b.monitorId] }),
  ]).toEqual(['3: Alpha,Aaa,Beta', '3: Aaa', '1: Beta', '1: Alpha', '1: Beta', '1: Alpha', '1: Beta', '1: Beta']);
});
