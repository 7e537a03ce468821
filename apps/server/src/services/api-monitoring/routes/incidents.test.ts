import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock, start: false });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

async function opened() {
  const place = await newMonitoring(client);
  const target = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED', name: 'Pay' });
  const incidents = incidentsOf(server.platform);
  return { ...place, monitorId, incidents, incident: await incidents.open(monitorId) };
}

test('an incident is acknowledged once, commented, and gets its post-mortem; all of it stands in its time line', async () => {
  const { incident, projectId, incidents } = await opened();
  const params = { id: incident.id };
  clock.advance(90_000);
  const acknowledged = await client.call(calls.acknowledgeIncident, { params, body: { comment: 'On it' } });
  expect(acknowledged).toMatchObject({
    number: 1,
    monitorName: 'Pay',
    state: 'ACKNOWLEDGED',
    acknowledgedByName: expect.stringContaining('Admin'),
    durationSeconds: 90,
  });
  await client.call(calls.acknowledgeIncident, { params, body: {} });
  clock.advance(1000);
  await client.call(calls.commentIncident, { params, body: { text: 'The disk is full.' } });
  const open = await failureOf(client.call(calls.deleteIncident, { params }));
  expect(open).toMatchObject({ status: 409, code: 'API_MONITORING_INCIDENT_OPEN' });
  await incidents.close(incident);
  const late = await failureOf(client.call(calls.acknowledgeIncident, { params, body: {} }));
  expect(late).toMatchObject({ status: 409, message: 'This incident is closed already.' });
  clock.advance(1000);
  const text = '# What we learned\n\nWatch the disk.';
  const written = await client.call(calls.writePostMortem, { params, body: { text } });
  expect(written.postMortem).toBe(text);
  expect(written.entries.map(({ kind, text: line }) => [kind, line])).toEqual([
    ['acknowledged', 'On it'],
    ['comment', 'The disk is full.'],
    ['post-mortem', ''],
  ]);
  const list = await client.call(calls.listIncidents, { query: { projectId, state: 'CLOSED' } });
  expect(list).toMatchObject({ totalElements: 1, content: [{ incidentId: incident.id, durationSeconds: 91 }] });
  await client.call(calls.deleteIncident, { params });
  expect((await failureOf(client.call(calls.getIncident, { params }))).status).toBe(404);
});

test('incidents tell what the failing response has otherwise than the last good one', async () => {
  const { incident } = await opened();
  const exchange = {
    request: null,
    response: {
      status: 500,
      headers: [['Content-Type', 'application/json']],
      body: '{"ok":false}',
      sizeBytes: 12,
      isCut: false,
    },
  };
  const at = clock.now().toISOString();
  const failing = {
    at,
    verdict: 'DOWN',
    durationMs: 5,
    code: null,
    message: null,
    phases: {},
    findings: [],
    exchange,
    certificate: null,
    values: [],
  };
  const good = { status: 200, durationMs: 3, contentType: 'application/json', body: '{"ok":true}', shape: '', at };
  await server.platform.database.pool.query(
    'update api_monitoring.incident set failing = $2, good = $3 where id = $1',
    [incident.id, failing, good],
  );
  const shown = await client.call(calls.getIncident, { params: { id: incident.id } });
  expect(shown).toMatchObject({
    failing: { statusCode: 500 },
    lastGood: { status: 200, durationMs: 3 },
    changes: [
      { path: 'status', before: '200', after: '500' },
      { path: '$.ok', before: 'true', after: 'false' },
    ],
    runLink: null,
  });
});
