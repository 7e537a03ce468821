import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Caller } from '../../../platform/http/caller.ts';
import { runsService } from '../../runs/index.ts';
import { userManagementService } from '../../user-management/index.ts';
import { createDashboard } from './dashboard.ts';
import type { TestedService } from './dashboard-scope.ts';

const clock = new FakeClock(new Date('2031-05-20T12:00:00.000Z'));
const today = '2031-05-20';
let server: TestServer;
let admin: TestUser;
let caller: Caller;
/** Workspaces of the two services, by team. */
let shop: string;
let bank: string;
let site: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
}, 120_000);
beforeEach(async () => {
  admin = await server.createOrganization();
  const { userId, organizationId, teamId } = admin;
  caller = { userId, organizationId, teamId, teamIds: [teamId], role: 'ROLE_ADMIN', plan: 'PRO' } as unknown as Caller;
  [shop, bank, site] = [newId(), newId(), newId()];
});
afterAll(() => server.close());

/** Two services of which the first has a workspace of the team and one of none, and the second has sprints. */
function dashboard() {
  const { app, platform } = server;
  const of = (list: { projectId: string; projectName: string }[], ofTeam: string[]) => (_: Caller, teamId?: string) =>
    Promise.resolve(list.filter(({ projectId }) => teamId === undefined || ofTeam.includes(projectId)));
  const tests = (own: string[], suites: number, scripts: number) => async (ids: readonly string[]) => {
    const count = ids.filter((id) => own.includes(id)).length;
    return { suites: suites * count, scripts: scripts * count };
  };
  const api: TestedService = {
    serviceName: 'API',
    kinds: ['api-functional', 'lab'],
    listWorkspaces: of(
      [
        { projectId: shop, projectName: 'Shop' },
        { projectId: bank, projectName: 'Bank' },
      ],
      [shop],
    ),
    countTests: tests([shop, bank], 1, 10),
  };
  const web: TestedService = {
    serviceName: 'Web',
    kinds: ['web'],
    listWorkspaces: of([{ projectId: site, projectName: 'Site' }], []),
    countTests: tests([site], 3, 7),
    countSprints: async (ids, { from, to }) => (from <= to && ids.includes(site) ? Number(to.slice(-2)) : 0),
  };
  const users = app.door(userManagementService);
  return createDashboard({ platform, runs: app.door(runsService), users, services: [api, web] });
}

interface GivenRun {
  status: 'passed' | 'failed' | 'error' | 'cancelled' | 'running' | 'queued';
  projectId?: string;
  kind?: string;
  day?: string;
  user?: TestUser;
  organizationId?: string;
}
/** Stores a run that waited one second and took two. */
async function addRun({ status, projectId = shop, kind = 'api-functional', day = today, ...given }: GivenRun) {
  const { user = admin, organizationId = admin.organizationId } = given;
  const runId = newId();
  await server.platform.database.pool.query(
    `insert into runs.run (id, organization_id, project_id, kind, name, number, status, plan, label, total, created_by, created_by_name, created_at, started_at, finished_at)
     select $1, $2, $3, $4, 'Smoke', (select count(*) + 1 from runs.run where project_id = $3), $5, '{}', '{}', 1, $6, $7, t,
       case when $5 = 'queued' then null else t + interval '1 second' end,
       case when $5 in ('queued', 'running') then null else t + interval '3 seconds' end
     from (select $8::timestamptz as t) at`,
    [runId, organizationId, projectId, kind, status, user.userId, `Name of ${user.email}`, `${day}T08:00:00Z`],
  );
  return runId;
}
const otherTeam = { status: 403, code: 'PLATFORM_OTHER_TEAM' };
const notFound = { status: 404, code: 'PLATFORM_NOT_FOUND' };

test('workspaces, tests and the runs of today and of now are counted over all services, or for a team', async () => {
  await addRun({ status: 'passed' });
  await addRun({ status: 'running', projectId: site, kind: 'web' });
  await addRun({ status: 'queued', projectId: bank, day: '2031-05-19' });
  await addRun({ status: 'failed', projectId: bank, day: '2031-05-21' });
  await addRun({ status: 'failed', day: '2031-05-19' });
  // Not counted: another kind, a workspace that the caller doesn't see, another organization.
  await addRun({ status: 'running', kind: 'web-lab' });
  await addRun({ status: 'running', projectId: newId() });
  await addRun({ status: 'running', organizationId: newId() });
  const { counts, countUsers } = dashboard();
  expect(await counts(caller, {})).toEqual({ workspaces: 3, suites: 5, scripts: 27, runsToday: 2, running: 2 });
  expect(await counts(caller, { teamUuid: admin.teamId })).toEqual({
    workspaces: 1,
    suites: 1,
    scripts: 10,
    runsToday: 1,
    running: 0,
  });
  const stranger = await server.createOrganization();
  await expect(counts(caller, { teamUuid: stranger.teamId })).rejects.toMatchObject(otherTeam);
  expect(await countUsers(caller)).toMatchObject({ total: 1, administrators: 1 });
});

test('each service has its tests, its runs and the share of those that passed', async () => {
  for (const status of ['passed', 'passed', 'failed', 'error', 'cancelled', 'running'] as const)
    await addRun({ status, day: '2029-01-01' });
  await addRun({ status: 'passed', projectId: site, kind: 'web' });
  // A run of a kind that is not of the service of its workspace.
  await addRun({ status: 'passed', projectId: site });
  const { consolidated, testsBuilt, testsRan } = dashboard();
  const none = { runs: 0, passed: 0, failed: 0, error: 0, cancelled: 0, running: 0 };
  const api = { runs: 6, passed: 2, failed: 1, error: 1, cancelled: 1, running: 1 };
  expect(await consolidated(caller, {})).toEqual([
    { serviceName: 'API', workspaces: 2, tests: 20, ...api, passedPercent: 50, averageDurationMs: 2000 },
    {
      serviceName: 'Web',
      workspaces: 1,
      tests: 7,
      ...none,
      runs: 1,
      passed: 1,
      passedPercent: 100,
      averageDurationMs: 2000,
    },
  ]);
  expect(await testsBuilt(caller, {})).toEqual({
    count: 27,
    byService: [
      { serviceName: 'API', count: 20 },
      { serviceName: 'Web', count: 7 },
    ],
  });
  expect(await testsRan(caller, {})).toEqual({
    count: 7,
    byService: [
      { serviceName: 'API', count: 6 },
      { serviceName: 'Web', count: 1 },
    ],
  });
  const ofTeam = { teamUuid: admin.teamId };
  expect(await consolidated(caller, ofTeam)).toMatchObject([
    { workspaces: 1, tests: 10, runs: 6 },
    { workspaces: 0, tests: 0, ...none, passedPercent: 0, averageDurationMs: 0 },
  ]);
  expect([await testsBuilt(caller, ofTeam), await testsRan(caller, ofTeam)]).toMatchObject([
    { count: 10 },
    { count: 6 },
  ]);
});

test('sprints of the services that have them are counted in a range of days', async () => {
  const { sprints } = dashboard();
  expect(await sprints(caller, {})).toEqual({ count: 20 });
  expect(await sprints(caller, { startDate: '2031-05-01', endDate: '2031-05-07' })).toEqual({ count: 7 });
});

describe('in a range of days', () => {
  const range = { startDate: '2031-05-18', endDate: '2031-05-19' };
  beforeEach(async () => {
    const others = [
      { status: 'passed', day: '2031-05-17' },
      { status: 'passed', day: today },
      { status: 'passed', day: '2031-05-19', projectId: newId() },
      { status: 'passed', day: '2031-05-19', kind: 'unknown' },
    ] as const;
    for (const run of others) await addRun(run);
    for (const status of ['passed', 'failed', 'failed', 'error'] as const) await addRun({ status, day: '2031-05-18' });
    await addRun({ status: 'passed', day: '2031-05-19', projectId: bank });
    await addRun({ status: 'passed', day: '2031-05-19', projectId: site, kind: 'web' });
  });

  test('runs are counted by day and by outcome', async () => {
    const { usage, byDay, common } = dashboard();
    const days = [
      { date: '2031-05-18', runs: 4, passed: 1, failed: 2, error: 1 },
      { date: '2031-05-19', runs: 2, passed: 2, failed: 0, error: 0 },
    ];
    expect(await usage(caller, range)).toEqual({ days });
    expect((await usage(caller, {})).days.slice(-3)).toEqual([
      ...days,
      { date: today, runs: 1, passed: 1, failed: 0, error: 0 },
    ]);
    for (const [type, counts] of [
      ['all', [4, 2]],
      ['passed', [1, 2]],
      ['failed', [2, 0]],
      ['error', [1, 0]],
    ] as const)
      expect(await byDay(caller, { ...range, type })).toEqual([
        { date: '2031-05-18', count: counts[0] },
        { date: '2031-05-19', count: counts[1] },
      ]);
    expect(await common(caller, range)).toEqual({
      runs: 6,
      passed: 3,
      failed: 2,
      error: 1,
      cancelled: 0,
      running: 0,
      averageDurationMs: 2000,
      passedPercent: 50,
    });
    const ofTeam = { ...range, teamUuid: admin.teamId };
    expect(await common(caller, ofTeam)).toMatchObject({ runs: 4, passed: 1, passedPercent: 25 });
    expect((await usage(caller, ofTeam)).days.map(({ runs }) => runs)).toEqual([4, 0]);
  });

  test('waiting times are measured', async () => {
    const waited = { averageMs: 1000, p95Ms: 1000, longestMs: 1000 };
    const { waitTimes } = dashboard();
    await addRun({ status: 'queued', day: '2031-05-18' });
    expect(await waitTimes(caller, range)).toEqual({ runs: 6, ...waited });
    expect(await waitTimes(caller, { ...range, teamUuid: admin.teamId })).toEqual({ runs: 4, ...waited });
  });

  test('users are listed with their runs, a page at a time, and those who ran most first', async () => {
    const cy = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Cy' });
    const statuses = ['passed', 'failed', 'error', 'passed', 'passed', 'passed', 'cancelled'] as const;
    for (const status of statuses) await addRun({ status, day: '2031-05-18', user: cy });
    await addRun({ status: 'passed', day: today, user: cy });
    const { pageUsers, contributions } = dashboard();
    const user = { userId: cy.userId, login: cy.email, name: 'Cy User', lastLoginAt: expect.any(String) };
    expect(await pageUsers(caller, { page: 1, size: 1, ...range })).toEqual({
      content: [{ ...user, runs: 7, passed: 4, failed: 1, error: 1 }],
      totalElements: 2,
      page: 1,
      size: 1,
    });
    expect((await pageUsers(caller, { page: 0, size: 5, searchTerm: 'cy' })).content).toMatchObject([{ runs: 8 }]);
    const idle = { startDate: '2031-05-01', endDate: '2031-05-02' };
    expect((await pageUsers(caller, { page: 0, size: 5, searchTerm: 'cy', ...idle })).content).toEqual([
      { ...user, runs: 0, passed: 0, failed: 0, error: 0 },
    ]);
    expect(await contributions(caller, range)).toEqual([
      { userId: cy.userId, name: `Name of ${cy.email}`, runs: 7, passed: 4 },
      { userId: admin.userId, name: `Name of ${admin.email}`, runs: 6, passed: 3 },
    ]);
    const ofTeam = await contributions(caller, { ...range, teamUuid: admin.teamId });
    expect(ofTeam.map(({ runs }) => runs)).toEqual([7, 4]);
    for (let index = 0; index < 10; index += 1)
      await addRun({ status: 'passed', day: '2031-05-18', user: { ...admin, userId: newId() } });
    expect(await contributions(caller, range)).toHaveLength(10);
  });
});

test('the share of passed runs of a workspace, or of a service in it, is shown to those who see it', async () => {
  for (const status of ['passed', 'passed', 'failed', 'running'] as const) await addRun({ status });
  await addRun({ status: 'passed', projectId: bank });
  await addRun({ status: 'passed', kind: 'unknown' });
  const { passedTests } = dashboard();
  expect(await passedTests(caller, shop)).toEqual({ passed: 2, total: 4, passedPercent: 50 });
  expect(await passedTests(caller, site)).toEqual({ passed: 0, total: 0, passedPercent: 0 });
  await expect(passedTests(caller, newId())).rejects.toMatchObject(notFound);
  expect(await passedTests(caller, shop, 'API')).toEqual({ passed: 2, total: 4, passedPercent: 50 });
  for (const service of ['Web', 'api'])
    await expect(passedTests(caller, shop, service)).rejects.toMatchObject(notFound);
});

describe('recent tests', () => {
  test('are the newest, whole, of what the caller sees', async () => {
    const old = await addRun({ status: 'failed', day: '2031-05-01' });
    const lab = await addRun({ status: 'queued', kind: 'lab', projectId: bank, day: '2031-05-02' });
    const web = await addRun({ status: 'passed', kind: 'web', projectId: site, day: '2031-05-03' });
    await addRun({ status: 'passed', kind: 'unknown' });
    await addRun({ status: 'passed', projectId: newId() });
    await addRun({ status: 'passed', organizationId: newId() });
    const { recent, view } = dashboard();
    const test = {
      projectUuid: shop,
      projectName: 'Shop',
      serviceName: 'API',
      testUuid: old,
      testName: 'Smoke',
      number: 1,
      status: 'failed',
      startedBy: `Name of ${admin.email}`,
      createdAt: '2031-05-01T08:00:00.000Z',
      path: `/api-testing/report/${old}`,
    };
    const all = await recent(caller, { size: 10 });
    expect(all.map(({ testUuid, projectName, serviceName }) => [testUuid, projectName, serviceName])).toEqual([
      [web, 'Site', 'Web'],
      [lab, 'Bank', 'API'],
      [old, 'Shop', 'API'],
    ]);
    expect(all[2]).toEqual(test);
    expect(all[1]?.path).toBe(`/runs/${lab}`);
    const ids = async (query: object) => (await recent(caller, { size: 10, ...query })).map(({ testUuid }) => testUuid);
    expect(await ids({ size: 2 })).toEqual([web, lab]);
    expect(await ids({ state: 'running' })).toEqual([lab]);
    expect(await ids({ state: 'executed' })).toEqual([web, old]);
    expect(await ids({ startDate: '2031-05-02' })).toEqual([web, lab]);
    expect(await ids({ teamUuid: admin.teamId })).toEqual([old]);
    expect(await view(caller, shop, old)).toEqual(test);
    expect(await view(caller, shop, old, 'API')).toEqual(test);
    for (const service of ['Web', 'api'])
      await expect(view(caller, shop, old, service)).rejects.toMatchObject(notFound);
  });

  test('are opened in a workspace that the caller sees only', async () => {
    const { view } = dashboard();
    const runId = await addRun({ status: 'passed' });
    const hidden = newId();
    const elsewhere = await addRun({ status: 'passed', projectId: hidden });
    const unknown = await addRun({ status: 'passed', kind: 'unknown' });
    const foreign = await addRun({ status: 'passed', organizationId: newId() });
    for (const [projectId, id] of [
      [bank, runId],
      [hidden, elsewhere],
      [shop, elsewhere],
      [shop, unknown],
      [shop, foreign],
      [shop, newId()],
    ] as const)
      await expect(view(caller, projectId, id)).rejects.toMatchObject(notFound);
  });
});

test('an arrangement of widgets is stored for each service and team, and replaced', async () => {
  const { client, teamId } = admin;
  const widget = (widgetId: string, more: object = {}) => ({
    widgetId,
    hidden: false,
    width: 'half' as const,
    ...more,
  });
  const save = (service: string, teamUuid: string | null, widgets: ReturnType<typeof widget>[]) =>
    client.call(calls.saveWidgets, { body: { service, teamUuid, widgets } });
  const read = (service: string, teamUuid?: string) =>
    client.call(calls.getWidgetsOfService, { query: { service, teamUuid } });
  const none = { service: 'API', teamUuid: null, widgets: [] };
  expect(await read('API')).toEqual(none);
  const ofAll = { service: 'API', teamUuid: null, widgets: [widget('runs', { hidden: true, width: 'full' })] };
  expect(await save('API', null, ofAll.widgets)).toEqual(ofAll);
  const ofTeam = { service: 'API', teamUuid: teamId, widgets: [widget('users'), widget('runs')] };
  expect(await save('API', teamId, [widget('old')])).toMatchObject({ widgets: [{ widgetId: 'old' }] });
  expect(await save('API', teamId, ofTeam.widgets)).toEqual(ofTeam);
  expect([await read('API'), await read('API', teamId)]).toEqual([ofAll, ofTeam]);
  expect(await read('Web', teamId)).toEqual({ service: 'Web', teamUuid: teamId, widgets: [] });
  expect(await client.call(calls.getWidgets, {})).toEqual([ofAll, ofTeam]);
  const colleague = await server.createUser(admin, { role: 'ROLE_GUEST' });
  expect(await colleague.client.call(calls.getWidgets, {})).toEqual([]);
});
