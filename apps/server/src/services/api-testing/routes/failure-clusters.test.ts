import { randomUUID } from 'node:crypto';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite, runToEnd } from '../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../testing/target-server.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: TargetServer;
let user: TestUser;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
  user = server.admin;
});
afterAll(async () => {
  await target.close();
  await server.close();
});
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);

test('failed steps of a run are grouped by cause, with an example, and are deleted with the run', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  for (const [scriptName, path] of [
    ['Five hundred', '/status/500'],
    ['Five hundred and three', '/status/503'],
    ['Four hundred', '/status/404'],
    ['Right', '/json'],
  ] as const)
    await newScript(client, suiteId, {
      scriptName,
      url: target.url + path,
      assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
    });
  await newScript(client, suiteId, { scriptName: 'Nobody there', url: 'http://127.0.0.1:9/orders' });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const scope = { projectId, startDate: dayFromNow(-1), endDate: dayFromNow(1) };
  const clusters = async () => (await client.call(calls.listFailureClusters, { query: scope })).content;
  await expect.poll(async () => (await clusters()).length, { timeout: 30_000 }).toBe(3);
  const [first, ...others] = await clusters();
  expect(first).toMatchObject({
    kind: 'status',
    statusClass: '5xx',
    failures: 2,
    previousFailures: 0,
    runs: 1,
    scripts: 2,
    flakyScripts: 0,
    isNew: true,
    days: [{ failures: 2 }],
    example: { runId },
  });
  expect(first?.template).toContain('<n>');
  expect(others.map(({ kind, statusClass }) => [kind, statusClass])).toEqual(
    expect.arrayContaining([
      ['status', '4xx'],
      ['CONNECTION', ''],
    ]),
  );
  const steps = await client.call(calls.listClusteredSteps, {
    query: { ...scope, signature: first?.signature ?? '' },
  });
  expect(steps).toMatchObject({ totalElements: 2, scripts: [{ failures: 1 }, { failures: 1 }] });
  expect(steps.content.map(({ scriptName }) => scriptName).sort()).toEqual(['Five hundred', 'Five hundred and three']);
  expect(steps.content[0]).toMatchObject({ runId, suiteName: 'Orders', environmentName: null });
  const elsewhere = { ...scope, suiteId: randomUUID() };
  expect((await client.call(calls.listFailureClusters, { query: elsewhere })).totalElements).toBe(0);
  await client.call(calls.deleteReports, { query: { runIds: [runId] } });
  expect(await clusters()).toEqual([]);
});

/** A failed step as stored for a run on a day in March. */
async function keep(
  projectId: string,
  given: { day: number; signature: string; scriptId?: string; environment?: string; revision?: string },
) {
  const { day, signature, scriptId = 'list', environment = '', revision = 'r1' } = given;
  await query(
    `insert into api_testing.step_failure (step_id, run_id, organization_id, project_id, script_id, script_name, suite_id, suite_name, run_name,
       environment_name, revision, signature, kind, status_class, template, message, finished_at)
     values ($1, $2, $3, $4, $5, $5, '', 'Orders', 'Nightly', $6, $7, $8, 'status', '5xx', 'Expected <n>', 'Expected 1', $9)`,
    [
      ...[randomUUID(), randomUUID(), user.organizationId, projectId, scriptId],
      ...[environment, revision, signature, `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`],
    ],
  );
}
async function keepPassed(projectId: string, day: number, scriptId: string, environment: string, revision: string) {
  await query(
    `insert into api_testing.run_result (run_id, level, subject_id, suite_id, organization_id, project_id, name, run_name, suite_name,
       environment_name, status, total, passed, failed, error, duration_ms, started_by, revision, finished_at)
     values ($1, 'script', $2, '', $3, $4, 'List', 'Nightly', 'Orders', $5, 'passed', 1, 1, 0, 0, 5, 'Ada', $6, $7)`,
    [
      ...[randomUUID(), scriptId, user.organizationId, projectId],
      ...[environment, revision, `2026-03-${String(day).padStart(2, '0')}T13:00:00Z`],
    ],
  );
}

test('a cluster has its trend, whether it is new, and which of its scripts are flaky in one environment', async () => {
  const projectId = await newProject(user.client);
  for (const day of [2, 3, 12]) await keep(projectId, { day, signature: 'old' });
  for (const day of [12, 13, 13]) await keep(projectId, { day, signature: 'new', scriptId: 'a' });
  await keep(projectId, { day: 13, signature: 'new', scriptId: 'b', environment: 'Staging' });
  await keep(projectId, { day: 13, signature: 'new', scriptId: 'c', revision: 'r2' });
  // `a` passes unchanged; `b` passes in another environment, `c` passed in an earlier revision.
  await keepPassed(projectId, 13, 'a', '', 'r1');
  await keepPassed(projectId, 13, 'b', '', 'r1');
  await keepPassed(projectId, 12, 'c', '', 'r1');
  const scope = { projectId, startDate: '2026-03-08', endDate: '2026-03-14' };
  const { content, totalElements } = await user.client.call(calls.listFailureClusters, {
    query: { ...scope, newDays: 3 },
  });
  expect(totalElements).toBe(2);
  expect(content).toMatchObject([
    {
      signature: 'new',
      failures: 5,
      previousFailures: 0,
      scripts: 3,
      flakyScripts: 1,
      isNew: true,
      firstSeenAt: '2026-03-12T12:00:00.000Z',
      lastSeenAt: '2026-03-13T12:00:00.000Z',
      days: [
        { date: '2026-03-12', failures: 1 },
        { date: '2026-03-13', failures: 4 },
      ],
    },
    { signature: 'old', failures: 1, previousFailures: 2, isNew: false, firstSeenAt: '2026-03-02T12:00:00.000Z' },
  ]);
  const { scripts } = await user.client.call(calls.listClusteredSteps, { query: { ...scope, signature: 'new' } });
  expect(scripts.map(({ scriptId, failures, isFlaky }) => [scriptId, failures, isFlaky])).toEqual([
    ['a', 3, true],
    ['b', 1, false],
    ['c', 1, false],
  ]);
  const staging = { ...scope, environmentName: 'Staging' };
  expect(await user.client.call(calls.listFailureClusters, { query: staging })).toMatchObject({
    content: [{ signature: 'new', failures: 1 }],
  });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  expect(await failureOf(stranger.client.call(calls.listFailureClusters, { query: scope }))).toMatchObject({
    status: 404,
  });
});
