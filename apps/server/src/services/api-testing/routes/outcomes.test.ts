import { createServer, type Server } from 'node:http';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { draft, failureOf, newProject, newScript, newSuite, runToEnd } from '../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let user: TestUser;
/** The API under test; it responds to `/orders` with this status, to everything else with 200. */
let target: Server;
let url: string;
let ordersAnswer = 200;
beforeAll(async () => {
  target = createServer((request, response) => {
    response.writeHead(request.url === '/orders' ? ordersAnswer : 200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as { port: number }).port}`;
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  user = server.admin;
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => target.close(resolve));
});
beforeEach(() => {
  ordersAnswer = 200;
});

const is200 = [{ kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true }];
async function newOrders() {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const orders = await newScript(client, suiteId, { scriptName: 'Orders', url: `${url}/orders`, assertions: is200 });
  const health = await newScript(client, suiteId, { scriptName: 'Health', url: `${url}/health`, assertions: is200 });
  const outcomes = async (of: 'suite' | 'script', ...subjectIds: string[]) =>
    (await client.call(calls.listOutcomes, { query: { projectId, of, subjectIds } })).content;
  /** Runs it while orders respond with this status, and waits until its results are stored. */
  const run = async (answer: number, what: { scriptIds?: string[]; environmentId?: string } = {}) => {
    ordersAnswer = answer;
    const { scriptIds, ...rest } = what;
    const runId = await runToEnd(client, {
      projectId,
      ...(scriptIds ? { scriptIds } : { suiteIds: [suiteId] }),
      ...rest,
    });
    await expect
      .poll(async () => (await outcomes('suite', suiteId))[0]?.outcomes.at(-1)?.runId, { timeout: 30_000 })
      .toBe(runId);
    return runId;
  };
  const lastGreen = async (runId: string) =>
    (await client.call(calls.findLastGreenRun, { query: { runId } })).run?.runId ?? null;
  return { client, projectId, suiteId, orders, health, outcomes, run, lastGreen };
}

test('the latest results of suites and scripts have number and time, oldest first, at most 20', async () => {
  const { projectId, suiteId, orders, health, outcomes, run } = await newOrders();
  const [first, second] = [await run(200), await run(500)];
  const [suite] = await outcomes('suite', suiteId);
  expect(suite?.outcomes).toEqual([
    { runId: first, number: 1, status: 'passed', finishedAt: expect.any(String) },
    { runId: second, number: 2, status: 'failed', finishedAt: expect.any(String) },
  ]);
  const scripts = await outcomes('script', orders.scriptId, health.scriptId, suiteId);
  expect(scripts.map(({ subjectId }) => subjectId).sort()).toEqual([orders.scriptId, health.scriptId].sort());
  const statuses = new Map(scripts.map((found) => [found.subjectId, found.outcomes.map(({ status }) => status)]));
  expect(statuses.get(orders.scriptId)).toEqual(['passed', 'failed']);
  expect(statuses.get(health.scriptId)).toEqual(['passed', 'passed']);

  await server.platform.database.pool.query(
    `insert into api_testing.run_result
     select (jsonb_populate_record(r, jsonb_build_object('run_id', gen_random_uuid(), 'finished_at', r.finished_at - n * interval '1 minute'))).*
     from api_testing.run_result r, generate_series(1, 30) n where r.run_id = $1 and level = 'suite'`,
    [first],
  );
  const [full] = await outcomes('suite', suiteId);
  expect(full?.outcomes).toHaveLength(20);
  expect(full?.outcomes.slice(-2).map(({ runId }) => runId)).toEqual([first, second]);
  const other = await server.createOrganization({ plan: 'PRO' });
  expect(
    await failureOf(
      other.client.call(calls.listOutcomes, { query: { projectId, of: 'suite', subjectIds: [suiteId] } }),
    ),
  ).toMatchObject({ status: 404 });
});

test('a script is flaky if its result changes without it; a change of the script explains the result', async () => {
  const { client, projectId, suiteId, orders, health, outcomes, run } = await newOrders();
  const flaky = async () => {
    const found = await outcomes('script', orders.scriptId, health.scriptId);
    return Object.fromEntries(found.map(({ subjectId, isFlaky }) => [subjectId, isFlaky]));
  };
  await run(200);
  await client.call(calls.saveScript, {
    query: { suiteId },
    body: draft({
      scriptId: orders.scriptId,
      scriptName: 'Orders',
      url: `${url}/orders`,
      assertions: [{ ...is200[0]!, expected: 201 }],
    }),
  });
  await run(200);
  expect(await flaky()).toEqual({ [orders.scriptId]: false, [health.scriptId]: false });
  await run(201);
  expect(await flaky()).toEqual({ [orders.scriptId]: true, [health.scriptId]: false });
  // The ranking uses the same rule.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { content } = await client.call(calls.listInsightRanking, {
    query: { projectId, startDate: day(-1), endDate: day(1), of: 'script', by: 'flaky' },
  });
  expect(content.map(({ subjectId, changes }) => [subjectId, changes])).toEqual([[orders.scriptId, 1]]);
});

test('the last green run is an earlier run of the same suites in the same environment, not of a single script', async () => {
  const { client, projectId, health, run, lastGreen } = await newOrders();
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging' },
  });
  expect(await lastGreen(await run(500))).toBeNull();
  const green = await run(200);
  await run(200, { environmentId });
  await run(200, { scriptIds: [health.scriptId] });
  const failed = await run(500);
  expect(await lastGreen(failed)).toBe(green);
  const later = await run(200);
  expect(await lastGreen(failed)).toBe(green);
  expect(await lastGreen(later)).toBe(green);
  await client.call(calls.deleteReports, { query: { runIds: [green] as never } });
  const other = await server.createOrganization({ plan: 'PRO' });
  expect(await failureOf(other.client.call(calls.findLastGreenRun, { query: { runId: failed } }))).toMatchObject({
    status: 404,
  });
});

test('a retry uses up an execution of the day, as a start does [functional-runs-reports-4]', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const projectId = await newProject(free.client);
  const suiteId = await newSuite(free.client, projectId);
  await newScript(free.client, suiteId, { url: `${url}/orders`, assertions: is200 });
  ordersAnswer = 500;
  const runId = await runToEnd(free.client, { projectId, suiteIds: [suiteId] });
  await server.platform.database.pool.query(
    `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name)
     select gen_random_uuid(), organization_id, project_id, kind, name, 'passed', plan, label, 0, created_by, created_by_name from runs.run, generate_series(1, 99) where organization_id = $1`,
    [free.organizationId],
  );
  for (const onlyFailed of [false, true])
    expect(await failureOf(free.client.call(calls.retryTest, { body: { runId, onlyFailed } }))).toMatchObject({
      status: 403,
      code: 'API_TESTING_EXECUTION_LIMIT',
    });
});
