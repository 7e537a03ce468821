import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { newModule, newScript } from '../../test-repository/testing/builders.ts';

const calls = userManagementRoutes;
let server: TestServer;
let admin: TestUser;
let colleague: TestUser;
let outsider: TestUser;
let projectId: string;

/** A run that ended, as the runs core stores it. */
async function addRun(input: {
  status: 'passed' | 'failed' | 'error' | 'running';
  user?: TestUser;
  daysAgo?: number;
  waitMs?: number;
  kind?: string;
}): Promise<string> {
  const { status, user = admin, daysAgo = 0, waitMs = 100, kind = 'api-functional' } = input;
  const runId = newId();
  await server.platform.database.pool.query(
    `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name, created_at, started_at, finished_at)
     values ($1, $2, $3, $4, 'Smoke', $5, '{}', '{}', 1, $6, $7, now() - make_interval(days => $8),
       now() - make_interval(days => $8) + make_interval(secs => $9), case when $5 = 'running' then null else now() - make_interval(days => $8) + make_interval(secs => $9 + 2) end)`,
    [runId, admin.organizationId, projectId, kind, status, user.userId, user.email, daysAgo, waitMs / 1000],
  );
  return runId;
}

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(async () => {
  admin = await server.createOrganization();
  colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  outsider = await server.createUser(admin, { role: 'ROLE_USER', teamIds: [] });
  const { client } = admin;
  ({ projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } }));
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'One' } });
  await client.call(apiTestingRoutes.saveScript, {
    query: { suiteId: [suiteId] },
    body: { scriptName: 'S', method: 'GET', url: 'http://127.0.0.1:9/' },
  });
});
afterAll(() => server.close());

describe('counts', () => {
  test('[dashboard-metrics-1] users, workspaces, tests and runs are counted', async () => {
    await addRun({ status: 'passed' });
    await addRun({ status: 'running', daysAgo: 1 });
    await addRun({ status: 'passed', kind: 'api-performance-shard' });
    expect(await admin.client.call(calls.countUsers, {})).toEqual({
      total: 3,
      active: 3,
      invited: 0,
      deactivated: 0,
      administrators: 1,
    });
    expect(await admin.client.call(calls.countDashboard, { query: {} })).toEqual({
      workspaces: 1,
      suites: 1,
      scripts: 1,
      runsToday: 1,
      running: 1,
    });
    expect(await admin.client.call(calls.countTestsBuilt, { query: { teamUuid: admin.teamId } })).toEqual({
      count: 1,
      byService: [
        { serviceName: 'API Testing', count: 1 },
        { serviceName: 'Web Testing', count: 0 },
      ],
    });
    expect(await admin.client.call(calls.countTestsRan, { query: {} })).toMatchObject({ count: 2 });
    expect(await admin.client.call(calls.getBrowserConcurrency, {})).toEqual({ inUse: 0, limit: 10 });
  });

  test('[dashboard-metrics-1] web tests count beside API tests, with their sprints', async () => {
    const owner = await server.createOrganization({ plan: 'ENTERPRISE' });
    const { client } = owner;
    const { projectUUID, moduleUUID } = await newModule(client);
    for (const name of ['One', 'Two']) await newScript(client, moduleUUID, { name });
    await client.call(webTestingRoutes.createSuite, {
      query: { uuid: projectUUID, isSprintUUID: false as never },
      body: { testSuiteName: 'Lab' },
    });
    const counts = { workspaces: 1, suites: 1, scripts: 2, runsToday: 0, running: 0 };
    expect(await client.call(calls.countDashboard, { query: { teamUuid: owner.teamId } })).toEqual(counts);
    const [, web] = await client.call(calls.getConsolidatedMetrics, { query: {} });
    expect(web).toMatchObject({ serviceName: 'Web Testing', workspaces: 1, tests: 2, runs: 0 });
    const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
    expect(await stranger.client.call(calls.countDashboard, { query: {} })).toMatchObject({ workspaces: 0, suites: 0 });
    expect(await stranger.client.call(calls.countSprints, { query: {} })).toEqual({ count: 0 });
  });

  test('sprints count in the days that they overlap', async () => {
    const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
    const { projectUUID } = await newModule(client);
    const addSprint = async (sprintName: string, startDate: string | null, endDate: string | null) =>
      client.call(webTestingRoutes.createSprint, { query: { projectUUID }, body: { sprintName, startDate, endDate } });
    const inRange = async (startDate: string, endDate: string) =>
      (await client.call(calls.countSprints, { query: { startDate, endDate } })).count;
    await addSprint('Planned', '2031-03-10', '2031-03-20');
    await addSprint('Open', '2031-04-10', null);
    const ranges = [
      ['2031-03-01', '2031-03-09', 0],
      ['2031-03-01', '2031-03-10', 1],
      ['2031-03-12', '2031-03-13', 1],
      ['2031-03-20', '2031-04-09', 1],
      ['2031-03-20', '2031-04-10', 2],
      ['2031-03-21', '2031-04-09', 0],
      ['2031-06-01', '2031-06-02', 1],
    ] as const;
    for (const [from, to, count] of ranges) expect([from, to, await inRange(from, to)]).toEqual([from, to, count]);
    const { uuid } = await addSprint('Now', null, null);
    const current = async () => (await client.call(calls.countSprints, { query: {} })).count;
    expect(await current()).toBe(1);
    await client.call(webTestingRoutes.startSprint, { body: { sprintUUID: uuid } });
    await client.call(webTestingRoutes.completeSprint, { body: { sprintUUID: uuid } });
    expect(await current()).toBe(1);
    expect(await inRange('2031-06-01', '2031-06-02')).toBe(1);
  });

  test('only what the caller sees is counted', async () => {
    await addRun({ status: 'passed' });
    expect(await colleague.client.call(calls.countDashboard, { query: {} })).toMatchObject({ workspaces: 1 });
    expect(await outsider.client.call(calls.countDashboard, { query: {} })).toEqual({
      workspaces: 0,
      suites: 0,
      scripts: 0,
      runsToday: 0,
      running: 0,
    });
    expect(await outsider.client.call(calls.listRecentTests, { query: {} })).toEqual([]);
    const stranger = await server.createOrganization();
    expect(await stranger.client.call(calls.countTestsRan, { query: {} })).toMatchObject({ count: 0 });
    const foreignTeam = stranger.client.call(calls.countDashboard, { query: { teamUuid: admin.teamId } });
    await expect(foreignTeam).rejects.toMatchObject({ status: 403 });
  });
});

describe('outcomes', () => {
  test('[dashboard-metrics-2] are narrowed by days and by type', async () => {
    for (const daysAgo of [0, 0, 3, 40]) await addRun({ status: 'passed', daysAgo });
    await addRun({ status: 'failed' });
    const all = await admin.client.call(calls.getCommonMetrics, { query: {} });
    expect(all).toMatchObject({ runs: 4, passed: 3, failed: 1, passedPercent: 75 });
    expect(all.averageDurationMs).toBeCloseTo(2000, -1);
    const today = new Date().toISOString().slice(0, 10);
    const range = { startDate: today, endDate: today };
    expect(await admin.client.call(calls.getCommonMetrics, { query: range })).toMatchObject({ runs: 3, passed: 2 });
    const failed = await admin.client.call(calls.getConsolidatedMetricsByDay, { query: { type: 'failed', ...range } });
    expect(failed).toEqual([{ date: today, count: 1 }]);
    const { days } = await admin.client.call(calls.getUsage, { query: {} });
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toEqual({ date: today, runs: 3, passed: 2, failed: 1, error: 0 });
    const [service] = await admin.client.call(calls.getConsolidatedMetrics, { query: {} });
    expect(service).toMatchObject({ serviceName: 'API Testing', workspaces: 1, tests: 1, runs: 5, passedPercent: 80 });
  });

  test('[dashboard-metrics-1] waiting time and users', async () => {
    await addRun({ status: 'passed', waitMs: 1000 });
    await addRun({ status: 'error', waitMs: 3000, user: colleague });
    const wait = await admin.client.call(calls.getWaitTime, { query: {} });
    expect(wait).toMatchObject({ runs: 2, averageMs: 2000, longestMs: 3000 });
    const people = await admin.client.call(calls.listContributions, { query: {} });
    expect(people).toContainEqual({ userId: colleague.userId, name: colleague.email, runs: 1, passed: 0 });
    const users = await admin.client.call(calls.pageUserMetrics, { query: { searchTerm: colleague.email } });
    expect(users).toMatchObject({ totalElements: 1, content: [{ login: colleague.email, runs: 1, error: 1 }] });
    await expect(colleague.client.call(calls.pageUserMetrics, { query: {} })).rejects.toMatchObject({ status: 403 });
    const passed = await admin.client.call(calls.countPassedTests, { query: { projectUuid: projectId } });
    expect(passed).toEqual({ passed: 1, total: 2, passedPercent: 50 });
  });
});

test('[dashboard-metrics-3] widgets are stored by service and team, for each user', async () => {
  const widgets = [{ widgetId: 'runs', hidden: false, width: 'full' as const }];
  await admin.client.call(calls.saveWidgets, { body: { service: 'API Testing', teamUuid: admin.teamId, widgets } });
  const query = { service: 'API Testing', teamUuid: admin.teamId };
  expect(await admin.client.call(calls.getWidgetsOfService, { query })).toMatchObject({ widgets });
  expect(await admin.client.call(calls.getWidgets, {})).toEqual([{ ...query, widgets }]);
  expect(await colleague.client.call(calls.getWidgetsOfService, { query })).toMatchObject({ widgets: [] });
});

test('[dashboard-metrics-4] recent tests of a team can be opened', async () => {
  const runId = await addRun({ status: 'failed' });
  const [recent] = await colleague.client.call(calls.listRecentTests, { query: { teamUuid: admin.teamId } });
  expect(recent).toMatchObject({
    projectUuid: projectId,
    projectName: 'Shop',
    serviceName: 'API Testing',
    testUuid: runId,
    testName: 'Smoke',
    status: 'failed',
    path: `/api-testing/report/${runId}`,
  });
  const running = await addRun({ status: 'running' });
  await addRun({ status: 'passed', daysAgo: 1 });
  const startDate = new Date().toISOString().slice(0, 10);
  const ofToday = async (state: 'running' | 'executed') =>
    (await colleague.client.call(calls.listRecentTests, { query: { state, startDate } })).map(
      ({ testUuid }) => testUuid,
    );
  expect(await ofToday('running')).toEqual([running]);
  expect(await ofToday('executed')).toEqual([runId]);
  const query = { projectUuid: projectId, service: 'API Testing', testUuid: runId };
  expect(await colleague.client.call(calls.viewTest, { query })).toEqual(recent);
  await expect(outsider.client.call(calls.viewTest, { query })).rejects.toMatchObject({ status: 404 });
  const counted = { projectUuid: projectId, service: 'API Testing' };
  expect((await colleague.client.call(calls.countPassedTests, { query: counted })).total).toBe(3);
  const other = { service: 'Web Testing' };
  await expect(colleague.client.call(calls.viewTest, { query: { ...query, ...other } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    colleague.client.call(calls.countPassedTests, { query: { ...counted, ...other } }),
  ).rejects.toMatchObject({ status: 404 });
});
