import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type CheckOutcome, type NewMonitor } from '@touchstone/contracts/api-monitoring';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../../api-testing/testing/builders.ts';
import { checksStore } from '../../store/checks.store.ts';
import { checksOf } from '../../testing/check-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { startTarget, type Target } from '../../testing/target.ts';
import { createTellChecks } from './tell-checks.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
let place: { projectId: string; collectionId: string };
let checks: ReturnType<typeof checksOf>;
let target: Target;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  checks = checksOf(server.platform);
  target = await startTarget();
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(client);
  clock.advance(1000);
});
afterAll(async () => {
  await server.close();
  await target.close();
});

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const hourly = { type: 'interval', everySeconds: 3600 } as const;
const started = async (given: Partial<NewMonitor> = {}) =>
  (await newMonitor(client, place, { kind: 'http', url: 'http://a.test/' }, { schedule: hourly, retries: 0, ...given }))
    .monitorId;
const seen = (id: string) => client.call(calls.getMonitor, { params: { id } });
const down = (message = 'Ill.', given: Partial<CheckOutcome> = {}) => ({ verdict: 'DOWN', message, ...given }) as const;
const incidentsOf = async (monitorId: string) => {
  const { content } = await client.call(calls.listIncidents, { query: { projectId: place.projectId, monitorId } });
  return Promise.all(content.map(({ incidentId }) => client.call(calls.getIncident, { params: { id: incidentId } })));
};
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};

test('an outage waits for its confirming region, which is due immediately and reset after recovery', async () => {
  const id = await started({ regions: ['eu'], confirmFrom: 'us' });
  const withdraw = await server.platform.notifier.declare('us-runner');
  await checksStore.declare(server.platform.database.sql, 'us-runner', 'us');
  const slots = async () =>
    (await seen(id)).slots.map(({ region, verdict, message, nextDueAt, hasRunner }) => {
      const due = nextDueAt && (nextDueAt === iso() ? 'now' : 'later');
      return [region, verdict, message, due, hasRunner].join(' ');
    });
  await checks.found(id, down(), 'eu');
  expect([await seen(id), await incidentsOf(id)]).toMatchObject([
    { status: 'DEGRADED', statusText: 'Ill. us has not confirmed it yet.', openIncidentId: null },
    [],
  ]);
  expect(await slots()).toEqual(['eu DOWN Ill. later false', 'us UNKNOWN  now true']);
  await checks.found(id, {}, 'us');
  expect(await seen(id)).toMatchObject({ status: 'DEGRADED', statusText: 'Ill. Not confirmed: it is up from us.' });
  await checks.found(id, down('Ill too.'), 'us');
  expect(await seen(id)).toMatchObject({ status: 'DOWN', statusText: 'Ill.' });
  expect(await slots()).toEqual(['eu DOWN Ill. later false', 'us DOWN Ill too.  true']);
  const [incident] = await incidentsOf(id);
  expect(incident?.regions).toEqual(['eu', 'us']);
  expect(incident?.entries.map(({ kind, text, at }) => `${kind}: ${text} ${at}`)).toEqual([
    `opened: Ill. ${iso()}`,
    `confirmed: Confirmed from us. ${iso()}`,
  ]);
  await checks.found(id, {}, 'eu');
  expect((await seen(id)).status).toBe('UP');
  expect(await slots()).toEqual(['eu UP  later false', 'us UNKNOWN  null true'].map((one) => one.replace('null', '')));
  withdraw();
});

test('a confirming region does not retry, and is never due on its own', async () => {
  const id = await started({ regions: ['eu'], confirmFrom: 'us', retries: 3 });
  await checks.found(id, {}, 'eu');
  await checks.found(id, down(), 'us');
  const { slots } = await seen(id);
  expect(slots.map(({ region, verdict, nextDueAt }) => [region, verdict, nextDueAt !== null])).toEqual([
    ['eu', 'UP', true],
    ['us', 'UNKNOWN', false],
  ]);
});

test.each<[string, (ids: { projectId: string; collectionId: string; monitorId: string }) => object, boolean]>([
  ['the whole project', () => ({}), true],
  ['the collection', ({ collectionId }) => ({ collectionIds: [collectionId] }), true],
  ['the monitored API', ({ monitorId }) => ({ monitorIds: [monitorId] }), true],
  ['another collection', () => ({ other: 'collectionIds' }), false],
  ['another monitored API', () => ({ other: 'monitorIds' }), false],
])(
  'during maintenance of %s, an incident opens only if the monitored API is not covered',
  async (_name, scopeOf, isHeld) => {
    const monitorId = await started();
    const { projectId } = place;
    const { other, ...scope } = scopeOf({ ...place, monitorId }) as { other?: string };
    const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Other' } });
    const elsewhere = (await newMonitor(client, { projectId, collectionId }, { kind: 'tcp', host: 'x', port: 1 }))
      .monitorId;
    const own =
      other === 'collectionIds' ? { collectionIds: [collectionId] } : other ? { monitorIds: [elsewhere] } : scope;
    const time = { type: 'once' as const, startsAt: iso(), endsAt: iso(minute) };
    await client.call(calls.createWindow, { body: { projectId, title: 'Move', time, ...own } });
    await checks.windows.refresh();
    await checks.found(monitorId, down());
    const shown = async () => {
      const { status, statusText } = await seen(monitorId);
      return [status, statusText, (await incidentsOf(monitorId)).length];
    };
    expect(await shown()).toEqual(isHeld ? ['MAINTENANCE', 'Ill.', 0] : ['DOWN', 'Ill.', 1]);
    clock.advance(minute - 1);
    await checks.windows.refresh();
    await checks.found(monitorId, down());
    expect((await shown())[2]).toBe(isHeld ? 0 : 1);
    const { content } = await client.call(calls.listResults, { query: { monitorId, to: iso(1) } });
    expect(content.map(({ isInMaintenance }) => isInMaintenance)).toEqual([isHeld, isHeld]);
    clock.advance(1);
    await checks.windows.refresh();
    await checks.found(monitorId, down());
    expect(await shown()).toEqual(['DOWN', 'Ill.', 1]);
  },
);

test('a recurring window advances to its next occurrence when it ends, for its project only', async () => {
  const [id, stranger] = [await started(), await newMonitoring(client)];
  const other = (await newMonitor(client, stranger, { kind: 'tcp', host: 'x', port: 1 }, { retries: 0 })).monitorId;
  const now = clock.now();
  clock.advance(minute - (now.getTime() % minute));
  const cron = `${clock.now().getUTCMinutes()} ${clock.now().getUTCHours()} * * *`;
  const time = { type: 'recurring' as const, cron, timezone: 'UTC', durationMinutes: 10 };
  const planned = await client.call(calls.createWindow, { body: { projectId: place.projectId, title: 'Daily', time } });
  expect(planned).toMatchObject({ isActive: true, currentEndsAt: iso(10 * minute) });
  await checks.windows.refresh();
  for (const one of [id, other]) await checks.found(one, down());
  expect([(await seen(id)).status, (await seen(other)).status]).toEqual(['MAINTENANCE', 'DOWN']);
  clock.advance(10 * minute);
  const next = iso(24 * 60 * minute - 10 * minute);
  await checks.windows.refresh();
  const { content } = await client.call(calls.listWindows, { query: { projectId: place.projectId } });
  expect(content).toMatchObject([{ isActive: false, currentEndsAt: null, nextStartsAt: next }]);
  const { rows } = await server.platform.database.pool.query(
    'select starts_at, ends_at from api_monitoring.maintenance_window where id = $1',
    [planned.windowId],
  );
  expect(rows).toEqual([{ starts_at: new Date(next), ends_at: new Date(Date.parse(next) + 10 * minute) }]);
});

test('a heartbeat is up until its grace period ends; a reported failure is shown', async () => {
  const schedule = { type: 'interval', everySeconds: 600 } as const;
  const made = await newMonitor(client, place, { kind: 'heartbeat', graceSeconds: 30 }, { schedule, retries: 5 });
  const id = made.monitorId;
  expect(made).toMatchObject({ status: 'UNKNOWN', statusText: 'Waiting for the first call.', nextDueAt: iso(630_000) });
  const url = new URL(made.heartbeatUrl ?? '').pathname;
  const call = async (query = '') =>
    (await server.app.http.inject({ method: 'POST', url: `${url}${query}` })).statusCode;
  clock.advance(5000);
  expect(await call()).toBe(200);
  expect(await seen(id)).toMatchObject({ status: 'UP', statusText: null, nextDueAt: iso(630_000), lastAt: iso() });
  clock.advance(5000);
  expect(await call('?status=fail')).toBe(200);
  const failed = { status: 'DOWN', statusText: 'The job reported a failure.', nextDueAt: iso(630_000) };
  expect(await seen(id)).toMatchObject(failed);
  const [result] = (await client.call(calls.listResults, { query: { monitorId: id, to: iso(1) } })).content;
  expect(result).toMatchObject({
    verdict: 'DOWN',
    code: 'REPORTED',
    message: 'The job reported a failure.',
    attempt: 1,
  });
  await call('?status=fail&msg=full');
  expect((await seen(id)).statusText).toBe('The job reported a failure: full');
  // A late job isn't due again until its next call.
  await checks.found(id, down('Late.'));
  expect(await seen(id)).toMatchObject({ statusText: 'Late.', nextDueAt: null });
  const { rows } = await server.platform.database.pool.query(
    'select called_at from api_monitoring.monitor_slot where monitor_id = $1',
    [id],
  );
  expect(rows).toEqual([{ called_at: clock.now() }]);
  const unknown = await server.app.http.inject({ method: 'POST', url: url.replace(/[^/]+$/, 'x'.repeat(32)) });
  expect(unknown.json()).toMatchObject({ code: 'API_MONITORING_HEARTBEAT_UNKNOWN' });
  const renewed = await client.call(calls.renewHeartbeat, { params: { id } });
  expect([await call(), new URL(renewed.heartbeatUrl).pathname === url]).toEqual([404, false]);
  const retried = codeOf(client.call(calls.retryTest, { body: { monitorId: id } }));
  expect(await retried).toBe(
    '409 API_MONITORING_HEARTBEAT_WAITS: A heartbeat waits for the call of its job. It can’t be checked from here.',
  );
  await client.call(calls.stopMonitor, { params: { id } });
  const stopped = await server.app.http.inject({ method: 'POST', url: new URL(renewed.heartbeatUrl).pathname });
  expect([stopped.statusCode, stopped.json().code]).toEqual([409, 'API_MONITORING_HEARTBEAT_STOPPED']);
});

test('the end of a run completes the check that waits for it, if any, and a slow run degrades it', async () => {
  const tell = createTellChecks({
    platform: server.platform,
    users: { isActiveOrganization: async () => true },
    open: {} as never,
    record: checks.record,
  });
  const [slow, stopped] = [await started({ degradedAboveMs: 100 }), await started()];
  await client.call(calls.stopMonitor, { params: { id: stopped } });
  const wait = (id: string) =>
    server.platform.database.pool.query('update api_monitoring.monitor_slot set run_id = $1 where monitor_id = $1', [
      id,
    ]);
  for (const id of [slow, stopped]) await wait(id);
  const counts = { total: 1, passed: 1, failed: 0, error: 0, skipped: 0, cancelled: 0, queued: 0, running: 0 };
  const end = { status: 'passed', message: null, counts, durationMs: 101 };
  for (const runId of [slow, slow, stopped, place.projectId]) await tell.runEnded({ ...end, runId } as never);
  const resultsOf = async (monitorId: string) =>
    (await client.call(calls.listResults, { query: { monitorId, to: iso(1) } })).content;
  expect(await resultsOf(slow)).toMatchObject([
    { verdict: 'DEGRADED', code: 'SLOW', durationMs: 101, runId: slow, at: iso(), attempt: 1 },
  ]);
  expect(await resultsOf(stopped)).toEqual([]);
  expect((await seen(slow)).slots).toMatchObject([{ isChecking: false, lastAt: iso() }]);
});

test('a retry makes all regions due immediately, except the confirming one', async () => {
  const id = await started({ regions: ['eu', 'us'], confirmFrom: 'asia' });
  for (const region of ['eu', 'us']) await checks.found(id, {}, region);
  clock.advance(1000);
  await client.call(calls.retryTest, { body: { monitorId: id } });
  expect((await seen(id)).slots.map(({ region, nextDueAt }) => [region, nextDueAt])).toEqual([
    ['asia', null],
    ['eu', iso()],
    ['us', iso()],
  ]);
  await client.call(calls.stopMonitor, { params: { id } });
  expect(await codeOf(client.call(calls.retryTest, { body: { monitorId: id } }))).toBe(
    '409 API_MONITORING_NOT_STARTED: This monitored API is stopped. Start it to have it checked.',
  );
});

const attempt = (body: object) =>
  client.call(calls.tryCheck, { body: { projectId: place.projectId, ...body } as never });

test.each(['api-suite', 'workflow', 'heartbeat'])(
  'a trial run of a definition of kind %s is rejected',
  async (kind) => {
    const { projectId } = place;
    const of = {
      'api-suite': { suiteId: projectId, parallel: 1 },
      workflow: { flowId: projectId, configurationId: null },
    };
    const definition = kind === 'heartbeat' ? { kind } : { kind, projectId, ...of[kind as keyof typeof of] };
    expect(await codeOf(attempt({ definition }))).toBe(
      '400 API_MONITORING_NOT_TRIED: Suites, workflows and heartbeats can’t be tried. Save the monitored API and start it.',
    );
  },
);

test('a trial run of a definition uses the variables of its environment, which must be in the project', async () => {
  const { projectId } = place;
  const newEnvironment = async (of: string) =>
    (await client.call(workspaceRoutes.createEnvironment, { body: { projectId: of, environmentName: 'Live' } }))
      .environmentId;
  const environmentId = await newEnvironment(projectId);
  const variables = [
    { name: 'url', value: target.url },
    { name: 'token', value: 'very-hidden', isSecret: true },
  ];
  await client.call(calls.createVariables, { body: { projectId, environmentId, variables } });
  let authorization: string | undefined;
  target.answer = (request, response) => {
    ({ authorization } = request.headers);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('seen: very-hidden');
  };
  const authentication = { type: 'bearer', token: '{{token}}' };
  const tried = await attempt({ definition: { kind: 'http', url: '{{url}}x', authentication }, environmentId });
  expect([tried.verdict, tried.exchange?.request?.url, authorization]).toEqual([
    'UP',
    `${target.url}x`,
    'Bearer very-hidden',
  ]);
  expect(JSON.stringify(tried)).not.toContain('very-hidden');
  const unset = await attempt({ definition: { kind: 'http', url: '{{url}}x' } });
  expect(unset.verdict).not.toBe('UP');
  const elsewhere = await newEnvironment((await newMonitoring(client)).projectId);
  expect(await codeOf(attempt({ definition: { kind: 'http', url: 'http://a.test/' }, environmentId: elsewhere }))).toBe(
    '400 API_MONITORING_ENVIRONMENT_ELSEWHERE: The environment is not one of this project. Choose another one.',
  );
  expect(await client.call(calls.listMonitors, { params: { id: projectId }, query: {} })).toMatchObject({
    totalElements: 0,
  });
});

test('a trial run of a script sends it as saved; a script that does not end in time is down', async () => {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: target.url });
  const definition = { kind: 'api-script', projectId, scriptId };
  target.answer = (_request, response) => response.writeHead(204).end();
  expect(await attempt({ definition })).toMatchObject({ verdict: 'UP', exchange: { response: { status: 204 } } });
  target.answer = () => undefined;
  const late = await attempt({ definition, timeoutMs: 500 });
  const { durationMs, ...rest } = late;
  expect(rest).toEqual({
    verdict: 'DOWN',
    code: 'TIMEOUT',
    message: 'The script did not end within 0.5 s.',
    phases: {},
    findings: [],
    exchange: null,
    certificate: null,
    values: [],
  });
  expect(durationMs).toBeGreaterThan(450);
  expect(durationMs).toBeLessThan(20_000);
  expect(await codeOf(attempt({ definition: { ...definition, scriptId: suiteId } }))).toBe(
    '404 API_MONITORING_TEST_DELETED: Test Suite/Script is deleted already.',
  );
  const soap = { kind: 'soap', url: target.url, soapVersion: '1.1', action: 'urn:Get', envelope: '<e/>' };
  let asked: unknown;
  target.answer = (request, response) => {
    asked = [request.method, request.headers['content-type'], request.headers.soapaction];
    response.writeHead(200).end('<ok/>');
  };
  expect((await attempt({ definition: soap })).verdict).toBe('UP');
  expect(asked).toEqual(['POST', 'text/xml; charset=utf-8', '"urn:Get"']);
});
