import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls, type ExecuteTestInput } from '@touchstone/contracts/api-testing';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { apiTestingService } from '../../api-testing/index.ts';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { runsService } from '../../runs/index.ts';
import { virtualUsersService } from '../../virtual-users/index.ts';
import { actorFor } from '../../workspaces/testing/use-cases.ts';
import { performanceStore } from '../store/performance.store.ts';
import { createPlanPerformance } from './plan-performance.ts';
import { openRun } from './sealed-run.ts';

const minute = 60_000;
const day = 1440 * minute;
const clock = new FakeClock(new Date());
let server: TestServer;
let user: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
/** No runner takes the runs: they stay as they were planned. */
beforeAll(async () => {
  const env = { LOAD_USERS_PER_RUNNER: '100' };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock, env });
  user = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = user);
  ({ projectId, suiteId } = await newLoadProject(client));
}, 120_000);
afterAll(() => server.close());

async function newLoadProject(by: Client) {
  const project = await newProject(by);
  const suite = await newSuite(by, project, 'Pets');
  await newScript(by, suite, { scriptName: 'Pet', url: 'http://pets.example/pet' });
  return { projectId: project, suiteId: suite };
}
type Performance = NonNullable<ExecuteTestInput['performance']>;
const users = (vus: number, durationMs = 1000) => ({ type: 'constant-vus' as const, vus, durationMs });
const start = async (performance: Performance, more: Partial<ExecuteTestInput> = {}, by = client) => {
  const body = { type: 'performance' as const, projectId, suiteIds: [suiteId], performance, ...more };
  return (await by.call(calls.executeTest, { body })).runId;
};
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code, details } = await failureOf(call);
  return [status, code.replace('PERFORMANCE_', ''), ...details.map(({ path, message }) => `${path}: ${message}`)];
};
const query = async <T>(text: string, values: unknown[]): Promise<T[]> =>
  (await server.platform.database.pool.query(text, values)).rows as T[];
const shardsOf = async (runId: string) =>
  (await query<{ shards: number }>('select shards from performance.run where run_id = $1', [runId]))[0]?.shards;
const wallet = async (by = client) =>
  (await by.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet.freeVirtualUsers;
const setStatus = (runId: string, status: string) =>
  query('update runs.run set status = $2, finished_at = now() where id = $1', [runId, status]);

test('a run is stored with its load, its judged results and the users it reserves until a day after its end', async () => {
  const before = await wallet();
  const performance: Performance = {
    load: users(3, 90_500),
    thresholds: [{ expression: 'p95 < 300' }, { request: 'Pet', expression: 'failed < 1%', abortOnFail: true }],
  };
  const runId = await start(performance, { name: 'Peak' });
  const report = await client.call(calls.getPerformanceReport, { query: { runId } });
  expect(report).toEqual({
    run: {
      runId,
      projectId,
      name: 'Peak',
      number: expect.any(Number),
      label: null,
      commit: null,
      executionStatus: 'Run Initiated',
      status: 'queued',
      phase: 'waiting',
      message: null,
      environmentName: null,
      suites: [{ suiteId, suiteName: 'Pets', total: 1 }],
      startedBy: 'Ada Admin',
      createdAt: expect.any(String),
      startedAt: null,
      finishedAt: null,
      durationMs: 0,
      plannedDurationMs: 90_500,
      virtualUsers: 3,
      summary: null,
    },
    configuration: performance,
    plan: {
      unit: 'users',
      points: [
        { atMs: 0, value: 3 },
        { atMs: 90_500, value: 3 },
      ],
    },
    runners: [],
    secondsPerPoint: 1,
    points: [],
    lastSecond: -1,
    totals: null,
    comparison: null,
  });
  const steps = await query(
    'select kind, title, group_id, source_id, plan, summary, status from runs.step where run_id = $1 order by index',
    [runId],
  );
  const step = { group_id: null, source_id: null, plan: {}, summary: {}, status: 'queued' };
  expect(steps).toEqual([
    { ...step, kind: 'load', title: 'Load' },
    { ...step, kind: 'threshold', title: 'p95 < 300' },
    { ...step, kind: 'threshold', title: 'Pet: failed < 1%' },
  ]);
  expect(await wallet()).toBe(before - 3);
  const held = await query('select free, status, until from virtual_users.reservation where run_id = $1', [runId]);
  expect(held).toEqual([{ free: 3, status: 'held', until: new Date(clock.now().getTime() + 90_500 + day) }]);
  expect(await auditEntries(server, { targets: [runId] })).toMatchObject([
    { action: 'run.started', detail: { virtualUsers: 3 } },
  ]);
});

test('a run is named after its suite, and its environment is shown', async () => {
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging', variables: [] },
  });
  const runId = await start({ load: users(1) }, { environmentId });
  const { run } = await client.call(calls.getPerformanceReport, { query: { runId } });
  expect([run.name, run.environmentName]).toEqual(['Pets', 'Staging']);
});

test('the duration of a plan is rounded up, and iterations are planned with their longest time', async () => {
  const load = { type: 'shared-iterations' as const, vus: 2, iterations: 7, maxDurationMs: 1500.5 };
  const runId = await start({ load });
  const { run, plan } = await client.call(calls.getPerformanceReport, { query: { runId } });
  expect([run.plannedDurationMs, run.virtualUsers, plan.iterations]).toEqual([1501, 2, 7]);
});

describe('runners', () => {
  test.each([
    ['one for the users of one', 100, undefined, 1],
    ['one more for each further hundred', 101, undefined, 2],
    ['as many as asked for', 10, 4, 4],
    ['at most one for each user', 3, 4, 3],
  ])('are planned: %s', async (_name, vus, runners, expected) => {
    const runId = await start({ load: users(vus), ...(runners !== undefined && { runners }) });
    expect(await shardsOf(runId)).toBe(expected);
  });
});

describe('a load is rejected', () => {
  const steps = (startLoad: number, endLoad: number, stepSize: number) => ({
    type: 'steps' as const,
    startLoad,
    endLoad,
    stepSize,
    durationMs: 600_000,
  });
  const tooMany = (count: number) => [
    400,
    'INVALID_PLAN',
    `performance.load.stepSize: The load has ${count} steps; at most 1000 are possible. Raise the step size.`,
  ];

  test('with more than a thousand steps, up or down', async () => {
    expect(await refusalOf(start({ load: steps(1, 1001, 1) }))).toEqual(tooMany(1001));
    expect(await refusalOf(start({ load: steps(2002, 1, 2) }))).toEqual(tooMany(1002));
    for (const load of [steps(1, 1000, 1), steps(1000, 1, 1)]) {
      const other = await server.createOrganization();
      const own = await newLoadProject(other.client);
      const runId = await start({ load }, { projectId: own.projectId, suiteIds: [own.suiteId] }, other.client);
      expect((await other.client.call(calls.getPerformanceReport, { query: { runId } })).run.virtualUsers).toBe(1000);
    }
  });

  test('that the engine cannot run; each problem names its place in the request', async () => {
    const arrivals = { type: 'constant-arrival-rate' as const, rate: 0, durationMs: 1000, preAllocatedVus: 1 };
    const refused = await failureOf(
      start({
        load: arrivals,
        pacingMs: 1000,
        thresholds: [{ expression: 'p95' }, { request: 'x', expression: 'p95 < 1' }],
      }),
    );
    expect([refused.status, refused.code]).toEqual([400, 'PERFORMANCE_INVALID_PLAN']);
    expect(refused.details.map(({ path }) => path).toSorted()).toEqual([
      'performance.load.rate',
      'performance.pacingMs',
      'performance.thresholds.0.expression',
      'performance.thresholds.1.target',
    ]);
  });

  test('longer than the plan of the organization allows, and than a day', async () => {
    const free = await server.createOrganization({ plan: 'FREE' });
    const own = await newLoadProject(free.client);
    const body = { projectId: own.projectId, suiteIds: [own.suiteId] };
    const tooLong = await failureOf(start({ load: users(1, 5 * minute + 1) }, body, free.client));
    expect([tooLong.status, tooLong.code, tooLong.message]).toEqual([
      403,
      'PERFORMANCE_TOO_LONG',
      'Runs of your plan last at most 5 minutes. Shorten the load, or upgrade your plan.',
    ]);
    expect(await wallet(free.client)).toBe(1000);
    const runId = await start({ load: users(1, 5 * minute) }, body, free.client);
    expect(await shardsOf(runId)).toBe(1);
    const stages = [
      { durationMs: day, target: 1 },
      { durationMs: 1, target: 1 },
    ];
    const endless = await failureOf(start({ load: { type: 'ramping-vus', startVus: 1, stages } }));
    expect([endless.code, endless.message]).toEqual([
      'PERFORMANCE_TOO_LONG',
      'Runs of your plan last at most 1440 minutes. Shorten the load, or upgrade your plan.',
    ]);
    const longest = await start({ load: { type: 'ramping-vus', startVus: 1, stages: stages.slice(0, 1) } });
    expect(await shardsOf(longest)).toBe(1);
  });
});

describe('a baseline', () => {
  const noBaseline = [404, 'BASELINE_NOT_FOUND'];

  test('is a finished performance run of the same workspace', async () => {
    const baselineRunId = await start({ load: users(1) });
    const startWith = (id: string, more: Partial<ExecuteTestInput> = {}) =>
      refusalOf(start({ load: users(1), baselineRunId: id }, more));
    expect(await startWith(baselineRunId)).toEqual(noBaseline);
    await setStatus(baselineRunId, 'failed');
    const runId = await start({ load: users(1), baselineRunId });
    const { configuration, comparison } = await client.call(calls.getPerformanceReport, { query: { runId } });
    expect([configuration.baselineRunId, comparison]).toEqual([baselineRunId, null]);
    const other = await newLoadProject(client);
    expect(await startWith(baselineRunId, { projectId: other.projectId, suiteIds: [other.suiteId] })).toEqual(
      noBaseline,
    );
    expect(await startWith(newId())).toEqual(noBaseline);
    const functional = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
    await setStatus(functional.runId, 'passed');
    expect(await startWith(functional.runId)).toEqual(noBaseline);
  });
});

test('a performance run needs its configuration', async () => {
  const body = { type: 'performance' as const, projectId, suiteIds: [suiteId] };
  expect((await refusalOf(client.call(calls.executeTest, { body }))).slice(0, 2)).toEqual([
    400,
    'CONFIGURATION_MISSING',
  ]);
});

test('a run that is planned again holds its users once, and returns them when it is given up', async () => {
  const { app, platform } = server;
  const planPerformance = createPlanPerformance({
    platform,
    runs: app.door(runsService),
    loadSources: app.door(apiTestingService).loadSources,
    virtualUsers: app.door(virtualUsersService),
    limitOf: async () => null,
    usersPerRunner: 100,
  });
  const before = await wallet();
  const runId = newId();
  const input = { type: 'performance' as const, projectId, suiteIds: [suiteId], performance: { load: users(5) } };
  const plan = () => planPerformance({ ...actorFor(user), plan: 'ENTERPRISE' }, input as ExecuteTestInput, { runId });
  await plan();
  const { discard, ...planned } = await plan();
  expect(planned).toMatchObject({ runId, name: 'Pets', plan: {}, auditDetail: { virtualUsers: 5 } });
  expect(await wallet()).toBe(before - 5);
  await discard?.();
  expect(await wallet()).toBe(before);
  expect(await shardsOf(runId)).toBeUndefined();
});

test('the plan of a run is sealed, opened for runners, and gone when the run is deleted', async () => {
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: {
      projectId,
      environmentName: 'Sealed',
      variables: [{ name: 'token', value: 'hidden-value', isSecret: true }],
    },
  });
  const runId = await start({ load: users(2, 5000) }, { environmentId });
  const stored = await query('select * from performance.run where run_id = $1', [runId]);
  expect(JSON.stringify(stored)).not.toContain('hidden-value');
  const { organizationId } = user;
  const open = () => openRun({ platform: server.platform }, { runId, organizationId, projectId });
  const opened = await open();
  expect(opened?.plan.scenarios).toMatchObject([
    { name: 'Load', executor: users(2, 5000), steps: [{ name: 'Pet' }], scopes: [{ token: 'hidden-value' }, {}, {}] },
  ]);
  expect(opened?.mask('a hidden-value b')).not.toContain('hidden-value');
  await performanceStore.delete(server.platform.database.sql, [runId]);
  expect(await open()).toBeUndefined();
});

test('users are taken from the wallet of the workspace if it is named', async () => {
  const before = await wallet();
  const runId = await start({ load: users(1), sharedWalletId: projectId });
  expect(await wallet()).toBe(before);
  const held = await query('select wallet_id from virtual_users.reservation where run_id = $1', [runId]);
  expect(held).toEqual([{ wallet_id: projectId }]);
});

test('a run that cannot be stored returns the users it reserved', async () => {
  const before = await wallet();
  const text = `alter table performance.run add constraint refused check (virtual_users <> 77)`;
  await query(text, []);
  try {
    expect((await failureOf(start({ load: users(77) }))).status).toBe(500);
  } finally {
    await query('alter table performance.run drop constraint refused', []);
  }
  expect(await wallet()).toBe(before);
});
