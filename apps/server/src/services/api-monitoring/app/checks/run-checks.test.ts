import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../../api-testing/testing/builders.ts';
import { newMonitoring, startMonitor } from '../../testing/monitor-builders.ts';
import { startTarget, type Target } from '../../testing/target.ts';

const calls = apiMonitoringRoutes;
const timeout = 60_000;
let server: TestServer;
let client: Client;
let target: Target;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  target = await startTarget();
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

test('a suite check shows the steps of its run and is linked from its incident until the run is deleted', {
  timeout,
}, async () => {
  const place = await newMonitoring(client);
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Checkout');
  await newScript(client, suiteId, {
    url: target.url,
    scriptName: 'Pay',
    assertions: [{ kind: 'jsonPath', path: '$.state', operator: 'equals', expected: 'ill', enabled: true }],
  });
  const rules = { retries: 0, timeoutMs: 60_000, everySeconds: 3600 };
  const id = await startMonitor({ server, client, place }, { kind: 'api-suite', projectId, suiteId }, rules);
  const seen = () => client.call(calls.getMonitor, { params: { id } });
  await expect.poll(async () => (await seen()).status, { timeout, interval: 50 }).toBe('DOWN');
  const { content } = await client.call(calls.listResults, { query: { monitorId: id } });
  const [result] = content;
  const message = '1 of 1 steps did not pass.';
  expect(content).toEqual([
    {
      resultId: expect.any(String),
      monitorId: id,
      region: '',
      at: expect.any(String),
      verdict: 'DOWN',
      durationMs: expect.any(Number),
      statusCode: null,
      code: 'RUN_FAILED',
      message,
      attempt: 1,
      isInMaintenance: false,
      runId: expect.any(String),
    },
  ]);
  const runId = result?.runId ?? '';
  const detail = { exchange: null, findings: [], certificate: null, values: [] };
  const open = () => client.call(calls.getChainingResult, { query: { resultId: result?.resultId ?? '' } });
  const runLink = expect.stringContaining(runId);
  const found = { ...result, phases: {}, detail, monitorName: (await seen()).name };
  const steps = [{ title: 'Pay', status: 'failed', durationMs: expect.any(Number), message: expect.any(String) }];
  expect(await open()).toEqual({ ...found, runLink, steps });
  const { openIncidentId } = await seen();
  const incident = () => client.call(calls.getIncident, { params: { id: openIncidentId ?? '' } });
  expect(await incident()).toMatchObject({ cause: message, runLink, failing: { runId, verdict: 'DOWN' } });
  expect((await seen()).slots).toMatchObject([
    { isChecking: false, lastDurationMs: expect.closeTo(result?.durationMs ?? 0, 0) },
  ]);
  await server.platform.database.pool.query('delete from runs.run where id = $1', [runId]);
  expect(await open()).toEqual({ ...found, runLink: null, steps: [] });
  expect((await incident()).runLink).toBeNull();
});
