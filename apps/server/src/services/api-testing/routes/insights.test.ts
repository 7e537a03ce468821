import { randomUUID } from 'node:crypto';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runsService } from '../../runs/index.ts';
import { createRunResults } from '../app/run-results.ts';
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

/** A day relative to today, in UTC: runs may end after midnight. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const march = { startDate: '2026-03-01', endDate: '2026-03-14' };
const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);

/** A result as stored for a run on a day in March. */
async function keep(
  projectId: string,
  given: {
    level: 'run' | 'suite' | 'script';
    day: number | string;
    status: string;
    subjectId?: string;
    suiteId?: string;
    runId?: string;
    name?: string;
    environment?: string;
    durationMs?: number;
  },
) {
  const runId = given.runId ?? randomUUID();
  const { level, status, durationMs = 1000, name = 'Orders', environment = '', suiteId = '' } = given;
  const at = typeof given.day === 'number' ? `2026-03-${String(given.day).padStart(2, '0')}T12:00:00Z` : given.day;
  await query(
    `insert into api_testing.run_result (run_id, level, subject_id, suite_id, organization_id, project_id, name, run_name, suite_name,
       environment_name, status, total, passed, failed, error, duration_ms, started_by, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'Nightly', 'Suite', $8, $9, 4, 3, 1, 0, $10, 'Ada', $11)`,
    [
      ...[runId, level, given.subjectId ?? runId, suiteId, user.organizationId, projectId],
      ...[name, environment, status, durationMs, at],
    ],
  );
  return runId;
}
const overview = (projectId: string, given: object = {}) =>
  user.client.call(calls.getInsights, { query: { projectId, ...march, ...given } });
const ranking = (projectId: string, by: 'failing' | 'flaky' | 'slowest', given: object = {}) =>
  user.client.call(calls.listInsightRanking, { query: { projectId, ...march, of: 'script', by, ...given } });

async function newRun(paths: string[]) {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  for (const [place, path] of paths.entries())
    await newScript(client, suiteId, {
      scriptName: `Script ${place + 1}`,
      url: target.url + path,
      assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
    });
  const period = { projectId, startDate: dayFromNow(-1), endDate: dayFromNow(1) };
  return {
    projectId,
    suiteId,
    period,
    start: () => runToEnd(client, { projectId, suiteIds: [suiteId] }),
    runsThere: (runs: number) =>
      expect
        .poll(async () => (await client.call(calls.getInsights, { query: period })).totals.runs, { timeout: 30_000 })
        .toBe(runs),
  };
}

test('a run that ends is stored with its suite and its scripts [functional-runs-reports-5]', async () => {
  const { suiteId, period, start, runsThere } = await newRun(['/json', '/status/500']);
  const runId = await start();
  await runsThere(1);
  expect(await user.client.call(calls.getInsights, { query: period })).toMatchObject({
    totals: { runs: 1, passed: 0, failed: 1, error: 0, cancelled: 0, passRate: 0 },
    previous: { runs: 0, passRate: null, averageDurationMs: null },
    flakyScripts: 0,
    days: [{ runs: 1, failed: 1 }],
    suites: [{ suiteId, suiteName: 'Orders' }],
    environments: [null],
  });
  const failing = { ...period, by: 'failing' as const };
  const scripts = await user.client.call(calls.listInsightRanking, { query: { ...failing, of: 'script' } });
  expect(scripts).toMatchObject({
    totalElements: 1,
    content: [
      {
        name: 'Script 2',
        suiteName: 'Orders',
        runs: 1,
        failed: 1,
        changes: 0,
        lastFailure: { runId },
        lastRunId: runId,
      },
    ],
  });
  const suites = await user.client.call(calls.listInsightRanking, { query: { ...failing, of: 'suite' } });
  expect(suites).toMatchObject({ totalElements: 1, content: [{ subjectId: suiteId, name: 'Orders', failed: 1 }] });
  expect(await user.client.call(calls.listInsightRuns, { query: { ...period, suiteId } })).toMatchObject({
    totalElements: 1,
    content: [{ runId, status: 'failed', environmentName: null, steps: { total: 2, passed: 1, failed: 1, error: 0 } }],
  });
});

test('scripts that call the same endpoint are ranked together, whatever host, query and id', async () => {
  const { period, start, runsThere } = await newRun(['/status/200?a=1', '/status/201?b=2', '/json']);
  await start();
  await runsThere(1);
  const slowest = { ...period, of: 'endpoint', by: 'slowest' } as const;
  const { content, totalElements } = await user.client.call(calls.listInsightRanking, { query: slowest });
  expect(totalElements).toBe(2);
  expect(content.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { subjectId: 'GET /json', name: 'GET /json', suiteName: 'Orders', runs: 1 },
    { subjectId: 'GET /status/{id}', runs: 2, passed: 1, failed: 1, changes: 0 },
  ]);
});

test('a deleted report no longer counts', async () => {
  const { period, start, runsThere } = await newRun(['/json']);
  const runId = await start();
  await runsThere(1);
  await user.client.call(calls.deleteReports, { query: { runIds: runId } as never });
  expect((await user.client.call(calls.getInsights, { query: period })).totals.runs).toBe(0);
});

test('earlier runs are imported once, deleted ones are removed, and reporting an end twice changes nothing', async () => {
  const { projectId, period, start, runsThere } = await newRun(['/json']);
  const runId = await start();
  await runsThere(1);
  const runs = server.app.door(runsService);
  const results = createRunResults({ platform: server.platform, runs });
  const rows = async () =>
    (await query('select level, name, status from api_testing.run_result where run_id = $1 order by level', [runId]))
      .rows;
  const kept = await rows();
  expect(kept).toHaveLength(3);
  await results.record({ organizationId: user.organizationId, runId });
  expect(await rows()).toEqual(kept);

  await query('delete from api_testing.run_result where run_id = $1', [runId]);
  await results.bringIn();
  expect(await rows()).toEqual([]);
  await query('insert into api_testing.pending_result (project_id, organization_id, page) values ($1, $2, 0)', [
    projectId,
    user.organizationId,
  ]);
  await results.bringIn();
  expect(await rows()).toEqual(kept);
  expect((await query('select page from api_testing.pending_result where project_id = $1', [projectId])).rows).toEqual(
    [],
  );

  await results.sweep();
  expect(await rows()).toEqual(kept);
  await runs.delete(user.organizationId, [runId]);
  await results.sweep();
  expect(await rows()).toEqual([]);
  await results.record({ organizationId: user.organizationId, runId });
  expect((await user.client.call(calls.getInsights, { query: period })).totals.runs).toBe(0);
});

test('totals count a period by UTC days and compare it with the one before', async () => {
  const projectId = await newProject(user.client);
  for (const [day, status, durationMs] of [
    ['2026-02-28T23:59:59.999Z', 'failed', 500],
    ['2026-03-01T00:00:00Z', 'passed', 1000],
    [1, 'failed', 3000],
    [3, 'error', 2000],
    [3, 'cancelled', 90_000],
    ['2026-03-14T23:59:59.999Z', 'passed', 2000],
    ['2026-03-15T00:00:00Z', 'failed', 1],
  ] as const)
    await keep(projectId, { level: 'run', day, status, durationMs });
  const { totals, previous, days } = await overview(projectId);
  expect(totals).toEqual({
    runs: 5,
    passed: 2,
    failed: 1,
    error: 1,
    cancelled: 1,
    passRate: 50,
    averageDurationMs: 2000,
  });
  expect(previous).toMatchObject({ runs: 1, failed: 1, passRate: 0, averageDurationMs: 500 });
  expect(days.map(({ date, runs, averageDurationMs }) => [date, runs, averageDurationMs])).toEqual([
    ['2026-03-01', 2, 2000],
    ['2026-03-03', 2, 2000],
    ['2026-03-14', 1, 2000],
  ]);
});

test('a suite counts by its outcome in each run; environments are kept apart', async () => {
  const projectId = await newProject(user.client);
  const suiteId = randomUUID();
  for (const [day, run, suite, environment] of [
    [2, 'failed', 'passed', 'Staging'],
    [3, 'passed', 'passed', ''],
    [4, 'error', 'failed', 'Staging'],
  ] as const) {
    const runId = await keep(projectId, { level: 'run', day, status: run, environment });
    await keep(projectId, { level: 'suite', day, status: suite, environment, runId, suiteId, subjectId: suiteId });
  }
  expect((await overview(projectId)).totals).toMatchObject({ runs: 3, passed: 1, failed: 1, error: 1 });
  expect((await overview(projectId, { suiteId })).totals).toMatchObject({ runs: 3, passed: 2, failed: 1, error: 0 });
  expect((await overview(projectId, { suiteId: randomUUID() })).totals.runs).toBe(0);
  const staging = await overview(projectId, { environmentName: 'Staging' });
  expect(staging.totals.runs).toBe(2);
  expect(staging.environments).toEqual([null, 'Staging']);
  expect((await overview(projectId, { withoutEnvironment: 'true' })).totals.runs).toBe(1);
  const listed = await user.client.call(calls.listInsightRuns, { query: { projectId, ...march, suiteId, size: 2 } });
  expect(listed.totalElements).toBe(3);
  expect(listed.content.map(({ status, environmentName }) => [status, environmentName])).toEqual([
    ['failed', 'Staging'],
    ['passed', null],
  ]);
});

test('scripts are ranked by failures, by changes within an environment, and by time', async () => {
  const projectId = await newProject(user.client);
  const script = { steady: randomUUID(), broken: randomUUID(), flaky: randomUUID(), slow: randomUUID() };
  const add = (name: keyof typeof script, day: number, status: string, given: object = {}) =>
    keep(projectId, { level: 'script', name, day, status, subjectId: script[name], suiteId: randomUUID(), ...given });
  // Good in one environment and bad in the other is steady.
  for (const day of [1, 2, 3]) {
    await add('steady', day, 'passed', { environment: 'A' });
    await add('steady', day, 'failed', { environment: 'B' });
  }
  const lastBroken = [];
  for (const day of [1, 2, 3, 4]) lastBroken.push(await add('broken', day, day === 2 ? 'error' : 'failed'));
  for (const [day, status] of ['passed', 'failed', 'cancelled', 'passed', 'passed', 'error'].entries())
    await add('flaky', day + 1, status);
  await add('slow', 1, 'passed', { durationMs: 9000 });
  await add('slow', 2, 'passed', { durationMs: 5000 });

  const failing = await ranking(projectId, 'failing');
  expect(failing.content.map(({ name, failed, error, runs }) => [name, failed + error, runs])).toEqual([
    ['broken', 4, 4],
    ['steady', 3, 6],
    ['flaky', 2, 5],
  ]);
  expect(failing.content[0]).toMatchObject({
    lastFailure: { runId: lastBroken[3], finishedAt: '2026-03-04T12:00:00.000Z' },
    changes: 0,
  });
  const flaky = await ranking(projectId, 'flaky');
  expect(flaky.content.map(({ name, changes }) => [name, changes])).toEqual([['flaky', 3]]);
  expect((await overview(projectId)).flakyScripts).toBe(1);
  const slowest = await ranking(projectId, 'slowest');
  expect(slowest.content[0]).toMatchObject({
    name: 'slow',
    averageDurationMs: 7000,
    longestDurationMs: 9000,
    lastFailure: null,
  });
  expect(slowest.totalElements).toBe(4);
  const second = await ranking(projectId, 'slowest', { page: 1, size: 3 });
  expect([second.content.length, second.totalElements]).toEqual([1, 4]);
  expect(await ranking(projectId, 'slowest', { page: 7, size: 3 })).toMatchObject({ content: [], totalElements: 4 });
});

test('the results of a deleted workspace are deleted; the period must be valid', async () => {
  const projectId = await newProject(user.client, 'Short lived');
  await keep(projectId, { level: 'run', day: 2, status: 'passed' });
  for (const endDate of ['2026-02-27', '2027-03-02'])
    expect(await failureOf(overview(projectId, { endDate }))).toMatchObject({
      details: [{ path: expect.stringContaining('endDate'), message: 'Choose a period of 1 to 366 days.' }],
    });
  await user.client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: 'Short lived' } });
  await expect
    .poll(async () => (await query('select 1 from api_testing.run_result where project_id = $1', [projectId])).rows)
    .toEqual([]);
});

test('results of a run are returned only to its own organization', async () => {
  const projectId = await newProject(user.client);
  await keep(projectId, { level: 'run', day: 2, status: 'passed' });
  const stranger = await server.createOrganization();
  const { client } = stranger;
  for (const call of [
    () => client.call(calls.getInsights, { query: { projectId, ...march } }),
    () => client.call(calls.listInsightRuns, { query: { projectId, ...march } }),
    () => client.call(calls.listInsightRanking, { query: { projectId, ...march, of: 'script', by: 'flaky' } }),
  ])
    expect((await failureOf(call())).status).toBe(404);
});
