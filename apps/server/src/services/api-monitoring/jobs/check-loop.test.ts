import type { Client } from '@touchstone/contracts';
import {
  apiMonitoringRoutes,
  type Monitor,
  type MonitorDefinitionInput,
  type NewMonitor,
} from '@touchstone/contracts/api-monitoring';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { newMonitor, newMonitoring, startMonitor } from '../testing/monitor-builders.ts';
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
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  server.platform.database.pool.query(text, values).then(({ rows }) => rows as Row[]);
const watch = (
  definition: MonitorDefinitionInput,
  given: Partial<NewMonitor> = {},
  everySeconds = 1,
): Promise<string> => startMonitor({ server, client, place }, definition, { ...given, everySeconds });
const seen = (id: string): Promise<Monitor> => client.call(calls.getMonitor, { params: { id } });
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await seen(id)).status, { timeout, interval: 50 }).toBe(status);
const incidentsOf = (id: string) =>
  query<{ severity: string; cause: string; open: boolean; entries: string[] }>(
    `select severity, cause, closed_at is null as open,
       (select array_agg(kind order by id) from api_monitoring.incident_entry e where e.incident_id = i.id) as entries
     from api_monitoring.incident i where monitor_id = $1 order by number`,
    [id],
  );

test('[api-monitoring-3] a monitored API is checked repeatedly while started, and not while stopped', {
  timeout,
}, async () => {
  const own = await startTarget();
  const id = await watch({ kind: 'http', url: own.url });
  await becomes(id, 'UP');
  await expect.poll(() => own.asked, { timeout }).toBeGreaterThan(3);
  const stopped = await client.call(calls.stopMonitor, { params: { id } });
  expect(stopped).toMatchObject({ state: 'STOPPED', status: 'PAUSED', slots: [{ nextDueAt: null }] });
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    'select count(*)::int as n from api_monitoring.result where monitor_id = $1',
    [id],
  );
  const others = await watch({ kind: 'http', url: own.url });
  const asked = own.asked;
  await expect.poll(() => own.asked, { timeout }).toBeGreaterThan(asked + 3);
  expect(await query('select count(*)::int as n from api_monitoring.result where monitor_id = $1', [id])).toEqual([
    { n },
  ]);
  await client.call(calls.startMonitor, { params: { id } });
  await becomes(id, 'UP');
  for (const one of [id, others]) await client.call(calls.deleteMonitor, { params: { id: one } });
  await own.close();
});

test('checks start at their due time, and a hanging target delays no other', { timeout }, async () => {
  const hanging = await startTarget();
  hanging.answer = () => undefined;
  const slow = await watch({ kind: 'http', url: hanging.url }, { timeoutMs: 2000, retries: 0 });
  const id = await watch({ kind: 'http', url: target.url });
  const count = async () =>
    (await query<{ n: number }>('select count(*)::int as n from api_monitoring.result where monitor_id = $1', [id]))[0]
      ?.n ?? 0;
  await expect.poll(count, { timeout }).toBeGreaterThan(4);
  await becomes(slow, 'DOWN');
  expect(await seen(slow)).toMatchObject({ statusText: expect.stringMatching(/2 s|2000|time/i) });
  const rows = await query<{ late: number }>(
    `select extract(epoch from at - lag(at) over (order by at))::float as late from api_monitoring.result where monitor_id = $1 order by at`,
    [id],
  );
  // The grid is kept: whole seconds apart, even under load.
  for (const { late } of rows.slice(2)) expect(Math.abs(late - Math.round(late))).toBeLessThan(0.5);
  for (const one of [id, slow]) await client.call(calls.deleteMonitor, { params: { id: one } });
  await hanging.close();
});

test('an outage is retried, opens one incident, gets worse, and closes it', { timeout }, async () => {
  const own = await startTarget();
  const id = await watch({ kind: 'http', url: own.url }, { retries: 1, degradedAboveMs: 400 });
  await becomes(id, 'UP');
  const well = own.answer;
  own.answer = (request, response) => setTimeout(() => well(request, response), 600);
  await becomes(id, 'DEGRADED');
  expect((await seen(id)).statusText).toMatch(/^It took \d+ ms; the limit is 400 ms\.$/);
  own.answer = (_request, response) =>
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"state":"ill"}');
  await becomes(id, 'DOWN');
  expect((await seen(id)).openIncidentId).not.toBeNull();
  own.answer = well;
  await becomes(id, 'UP');
  expect(await incidentsOf(id)).toEqual([
    {
      severity: 'DOWN',
      cause: expect.stringContaining('500'),
      open: false,
      entries: ['opened', 'escalated', 'closed'],
    },
  ]);
  const retried = await query<{ n: number }>(
    'select count(*)::int as n from api_monitoring.result where monitor_id = $1 and is_retried',
    [id],
  );
  expect(retried[0]?.n).toBeGreaterThanOrEqual(2);
  await client.call(calls.deleteMonitor, { params: { id } });
  await own.close();
});

test('an outage needs no confirmation from a region without a runner', { timeout }, async () => {
  const own = await startTarget();
  own.answer = (_request, response) => response.writeHead(500).end();
  const id = await watch({ kind: 'http', url: own.url }, { retries: 0, confirmFrom: 'moon' });
  await becomes(id, 'DOWN');
  expect(await incidentsOf(id)).toMatchObject([{ open: true, entries: ['opened'] }]);
  await client.call(calls.deleteMonitor, { params: { id } });
  await own.close();
});

test('a heartbeat is up when its job calls, down when it reports a failure or is late', { timeout }, async () => {
  const made = await newMonitor(client, place, { kind: 'heartbeat', graceSeconds: 1 }, { state: 'STOPPED' });
  const id = made.monitorId;
  const call = (suffix = '', method = 'GET') =>
    fetch(`${server.url}${new URL(made.heartbeatUrl ?? '').pathname}${suffix}`, { method });
  expect((await call()).status).toBe(409);
  await query('update api_monitoring.monitor set every_seconds = 2 where id = $1', [id]);
  await client.call(calls.startMonitor, { params: { id } });
  expect((await call('', 'HEAD')).status).toBe(200);
  expect(await seen(id)).toMatchObject({ status: 'UP' });
  expect((await call('?status=fail&msg=disk+full', 'POST')).status).toBe(200);
  expect(await seen(id)).toMatchObject({ status: 'DOWN', statusText: 'The job reported a failure: disk full' });
  await call();
  expect((await seen(id)).status).toBe('UP');
  await becomes(id, 'DOWN');
  expect((await seen(id)).statusText).toBe('The job did not call in time.');
  expect((await incidentsOf(id)).map(({ open }) => open)).toEqual([false, true]);
  expect((await fetch(`${server.url}/services/api-monitoring/api/heartbeat/${'x'.repeat(32)}`)).status).toBe(404);
  const retry = await failureOf(client.call(calls.retryTest, { body: { monitorId: id } }));
  expect(retry.status).toBe(409);
  await client.call(calls.deleteMonitor, { params: { id } });
});

test("text that the database can't store is stored anyway: NUL, and a lone surrogate", {
  timeout,
}, async () => {
  const own = await startTarget();
  const body = `\0${'x'.repeat(16_382)}😀`;
  own.answer = (_request, response) => response.writeHead(500, { 'x-odd': 'ok' }).end(body);
  const id = await watch({ kind: 'http', url: own.url }, { retries: 0 });
  await becomes(id, 'DOWN');
  const [{ text } = { text: '' }] = await query<{ text: string }>(
    `select detail->'exchange'->'response'->>'body' as text from api_monitoring.result where monitor_id = $1 limit 1`,
    [id],
  );
  expect([text.length, text[0], text.at(-1)]).toEqual([16_384, '\ufffd', '\ufffd']);
  await client.call(calls.stopMonitor, { params: { id } });
  await own.close();
});

test('a result that can never be stored delays neither others nor its own next checks', { timeout }, async () => {
  const own = await startTarget();
  own.answer = (_request, response) => response.writeHead(500).end();
  const [poison, dropped] = [
    await watch({ kind: 'http', url: own.url }, { retries: 0 }),
    await watch({ kind: 'http', url: own.url }, { timeoutMs: 1000, retries: 0 }),
  ];
  const good = await watch({ kind: 'http', url: target.url });
  await query(`create function pg_temp_poison() returns trigger language plpgsql as $$ begin
    if new.monitor_id = '${poison}' and new.code = 'STATUS' or new.monitor_id = '${dropped}' then raise exception 'never'; end if;
    return new; end $$`);
  await query(
    'create trigger poison before insert on api_monitoring.result for each row execute function pg_temp_poison()',
  );
  try {
    const asked = own.asked;
    await becomes(good, 'UP');
    await becomes(poison, 'UNKNOWN');
    expect((await seen(poison)).statusText).toBe('What the check found could not be stored.');
    await expect.poll(() => own.asked, { timeout }).toBeGreaterThan(asked + 3);
    const { lastAt } = await seen(good);
    await expect.poll(async () => (await seen(good)).lastAt, { timeout }).not.toBe(lastAt);
  } finally {
    await query('drop trigger poison on api_monitoring.result');
  }
  await becomes(poison, 'DOWN');
  await becomes(dropped, 'DOWN');
  for (const id of [poison, dropped, good]) await client.call(calls.stopMonitor, { params: { id } });
  await own.close();
});

test('a script, a suite and a workflow are checked in their current state; a deleted one is reported', {
  timeout: 120_000,
}, async () => {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const script = await newScript(client, suiteId, {
    url: target.url,
    assertions: [{ kind: 'jsonPath', path: '$.state', operator: 'equals', expected: 'well', enabled: true }],
  });
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const ofScript = await watch({ kind: 'api-script', projectId, scriptId: script.scriptId }, { retries: 0 });
  const ofSuite = await watch({ kind: 'api-suite', projectId, suiteId }, { retries: 0, timeoutMs: 60_000 });
  const ofFlow = await watch({ kind: 'workflow', projectId, flowId }, { retries: 0, timeoutMs: 60_000 });
  for (const id of [ofScript, ofSuite, ofFlow]) await becomes(id, 'UP');
  const { scriptId, scriptName, method, url } = script;
  await client.call(apiTestingRoutes.saveScript, {
    query: { suiteId: [suiteId] },
    body: {
      scriptId,
      scriptName,
      method,
      url,
      assertions: [{ kind: 'jsonPath', path: '$.state', operator: 'equals', expected: 'better' }],
    },
  });
  await becomes(ofScript, 'DOWN');
  await becomes(ofSuite, 'DOWN');
  expect((await seen(ofScript)).statusText).toMatch(/\$\.state/);
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId: [suiteId] } });
  for (const id of [ofScript, ofSuite]) {
    await becomes(id, 'UNKNOWN');
    expect((await seen(id)).test).toBeNull();
  }
  expect((await seen(ofSuite)).statusText).toBe('Test Suite/Script is deleted already.');
  for (const id of [ofScript, ofSuite, ofFlow]) await client.call(calls.stopMonitor, { params: { id } });
});

test('[api-monitoring-4] a test is retried: checked immediately, in addition to its schedule', {
  timeout,
}, async () => {
  const own = await startTarget();
  const id = await watch({ kind: 'http', url: own.url }, {}, 3600);
  await becomes(id, 'UP');
  const { asked } = own;
  const { nextDueAt } = await seen(id);
  await client.call(calls.retryTest, { body: { monitorId: id } });
  await expect.poll(() => own.asked, { timeout }).toBe(asked + 1);
  await expect.poll(async () => (await seen(id)).nextDueAt, { timeout }).toBe(nextDueAt);
  await own.close();
});

test('an unsaved definition can be tried', async () => {
  const tried = await client.call(calls.tryCheck, {
    body: {
      projectId: place.projectId,
      definition: { kind: 'http', url: target.url, authentication: { type: 'bearer', token: 'very-hidden-token' } },
    },
  });
  expect(tried).toMatchObject({ verdict: 'UP', exchange: { response: { status: 200 } } });
  expect(JSON.stringify(tried)).not.toContain('very-hidden-token');
  const refused = failureOf(
    client.call(calls.tryCheck, { body: { projectId: place.projectId, definition: { kind: 'heartbeat' } } }),
  );
  expect((await refused).status).toBe(400);
});
