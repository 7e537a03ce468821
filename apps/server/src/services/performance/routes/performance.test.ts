import { followEvents, type ServerEvent } from '@touchstone/contracts';
import { apiTestingRoutes, type PerformanceEvent } from '@touchstone/contracts/api-testing';
import type { RunStatus } from '@touchstone/contracts/runs';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: Awaited<ReturnType<typeof startTargetServer>>;
let admin: TestUser;
let projectId: string;
let suiteId: string;
/** Its request is slow: the number sent per second doesn't matter here, and a high one costs much CPU. */
let unhurriedSuiteId: string;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  admin = server.admin;
  projectId = await newProject(admin.client);
  suiteId = await newSuite(admin.client, projectId);
  await newScript(admin.client, suiteId, {
    scriptName: 'Pet',
    url: `${target.url}/json`,
    assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
  });
  unhurriedSuiteId = await newSuite(admin.client, projectId);
  await newScript(admin.client, unhurriedSuiteId, { scriptName: 'Pet', url: `${target.url}/after/50` });
});
afterAll(async () => {
  await server.close();
  await target.close();
});

type Performance = NonNullable<Parameters<typeof start>[0]>;
async function start(performance: {
  load:
    | { type: 'shared-iterations'; vus: number; iterations: number }
    | { type: 'constant-vus'; vus: number; durationMs: number };
  thresholds?: { expression: string; request?: string; abortOnFail?: boolean }[];
  baselineRunId?: string;
  runners?: number;
}): Promise<string> {
  const suiteIds = [performance.load.type === 'constant-vus' ? unhurriedSuiteId : suiteId];
  const body = { type: 'performance' as const, projectId, suiteIds, performance };
  const { runId } = await admin.client.call(calls.executeTest, { body });
  return runId;
}

const iterations = (count: number, more: Partial<Performance> = {}): Performance => ({
  load: { type: 'shared-iterations', vus: 2, iterations: count },
  ...more,
});

/** Reads the stream until `enough` or its end. */
async function follow(
  runId: string,
  options: { lastEventId?: number; enough?: (event: PerformanceEvent) => boolean } = {},
): Promise<{ event: PerformanceEvent; id: string | undefined }[]> {
  const events: { event: PerformanceEvent; id: string | undefined }[] = [];
  const controller = new AbortController();
  await followEvents({
    open: (lastEventId, signal) =>
      fetch(`${server.url}/services/api-testing/api/performance-events?runId=${runId}`, {
        headers: {
          Authorization: `Bearer ${admin.token}`,
          'last-event-id': lastEventId ?? String(options.lastEventId ?? 0),
        },
        signal,
      }),
    onEvent: (event: ServerEvent) => {
      const data = JSON.parse(event.data) as PerformanceEvent;
      events.push({ event: data, id: event.id });
      return data.type === 'COMPLETED' || options.enough?.(data) === true;
    },
    signal: controller.signal,
  });
  controller.abort();
  return events;
}

const report = (runId: string) => admin.client.call(calls.getPerformanceReport, { query: { runId } });
const wallet = async () =>
  (await admin.client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet;
/** A run takes some seconds of preparation, and much longer on a busy machine. */
const timeout = 120_000;

test('[performance-virtual-users-1] a run of scripts with thresholds returns a report whose sums are the plan', {
  timeout,
}, async () => {
  const before = await wallet();
  const runId = await start(
    iterations(60, { thresholds: [{ expression: 'checks > 99%' }, { request: 'Pet', expression: 'p95 < 60s' }] }),
  );
  const events = await follow(runId);
  expect(events.at(-1)?.event).toMatchObject({ type: 'COMPLETED', run: { executionStatus: 'Pass', phase: 'ended' } });
  const points = events.flatMap(({ event }) => (event.type === 'point' ? [event.point] : []));
  expect(points.reduce((sum, point) => sum + point.requests, 0)).toBe(60);

  const { run, totals, points: stored, runners } = await report(runId);
  expect(run).toMatchObject({ virtualUsers: 2, phase: 'ended', summary: { requests: 60, failedShare: 0 } });
  expect(totals).toMatchObject({
    total: { count: 60, failed: 0, checksPassed: 60 },
    iterations: { started: 60, completed: 60, interrupted: 0 },
    thresholds: [{ passed: true }, { passed: true, request: 'Pet' }],
    requests: [{ name: 'Pet', count: 60 }],
  });
  expect(stored).toEqual(points);
  expect(runners).toEqual([{ name: 'Runner 1', state: 'ended', lostAtSecond: null }]);
  expect(await wallet()).toEqual(before);
});

test('a stream resumes after the event named in Last-Event-ID, and sends each second once', { timeout }, async () => {
  const runId = await start({ load: { type: 'constant-vus', vus: 1, durationMs: 4000 } });
  const first = await follow(runId, { enough: (event) => event.type === 'point' });
  const lastEventId = Number(first.findLast(({ id }) => id !== undefined)?.id);
  const rest = await follow(runId, { lastEventId });
  const seconds = [...first, ...rest].flatMap(({ event }) => (event.type === 'point' ? [event.point.second] : []));
  expect(seconds).toEqual(seconds.map((_, index) => index));
  expect(seconds.length).toBeGreaterThanOrEqual(4);
});

test('thresholds decide: a crossed one fails the run, one that aborts ends it early', { timeout }, async () => {
  const failed = await start(iterations(10, { thresholds: [{ expression: 'count > 1000' }] }));
  await follow(failed);
  expect(await report(failed)).toMatchObject({
    run: { executionStatus: 'Fail' },
    totals: { thresholds: [{ passed: false, value: 10, message: 'count is 10, wanted > 1000.' }] },
  });

  const aborted = await start({
    load: { type: 'constant-vus', vus: 1, durationMs: 120_000 },
    thresholds: [{ expression: 'max < 0', abortOnFail: true }],
  });
  await follow(aborted);
  const { run } = await report(aborted);
  expect(run).toMatchObject({ executionStatus: 'Fail', message: 'A threshold was crossed that ends the run.' });
  expect(run.durationMs).toBeLessThan(60_000);
});

test('a stopped run keeps what it measured and releases its virtual users', { timeout }, async () => {
  const before = await wallet();
  const runId = await start({ load: { type: 'constant-vus', vus: 3, durationMs: 120_000 } });
  await follow(runId, { enough: (event) => event.type === 'totals' });
  expect((await wallet()).freeVirtualUsers).toBe(before.freeVirtualUsers - 3);
  await admin.client.call(calls.stopExecution, { query: { runId } });
  await follow(runId);
  const { run, totals } = await report(runId);
  expect(run).toMatchObject({ executionStatus: 'Cancelled', phase: 'ended' });
  expect(totals?.total.count).toBeGreaterThan(0);
  expect(await wallet()).toEqual(before);
});

test('a run is compared with its baseline, listed, downloaded and deleted', { timeout }, async () => {
  const baselineRunId = await start(iterations(100));
  await follow(baselineRunId);
  const runId = await start(iterations(100, { baselineRunId }));
  await follow(runId);
  const { comparison } = await report(runId);
  expect(comparison).toMatchObject({ baselineRunId, runId, requests: [{ request: 'Pet' }], onlyInRun: [] });
  expect(await admin.client.call(calls.comparePerformance, { query: { runId, baselineRunId } })).toEqual(comparison);

  const list = await admin.client.call(calls.listPerformanceReports, { body: { projectId, size: 1 } });
  expect(list.content.map((run) => run.runId)).toEqual([runId]);
  const found = (statuses: RunStatus[]) =>
    admin.client.call(calls.listPerformanceReports, { body: { projectId, statuses } });
  expect((await found(['passed'])).content.map((run) => run.runId)).toContain(runId);
  expect((await found(['failed', 'queued'])).content.map((run) => run.runId)).not.toContain(runId);

  const download = async (type: string) => {
    const url = `${server.url}/services/api-testing/api/performance-report/download?runId=${runId}&type=${type}`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${admin.token}` } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const json = JSON.parse(await download('json'));
  expect(json.totals.total.count).toBe(100);
  const [head = '', ...lines] = (await download('csv')).trimEnd().split('\r\n');
  const requests = head.split(',').indexOf('requests');
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[requests]), 0)).toBe(100);
  const html = await download('html');
  expect(html).toContain('<svg');
  expect(html).not.toMatch(/<script|src=/);

  await expect(admin.client.call(calls.retryTest, { body: { runId } })).rejects.toMatchObject({
    code: 'API_TESTING_NOT_TO_BE_RETRIED',
  });
  await admin.client.call(calls.deleteReports, { query: { runIds: runId } });
  await expect(report(runId)).rejects.toMatchObject({ code: 'PERFORMANCE_NOT_FOUND' });
});

test('failures are grouped with a sample; secrets are neither shown nor stored in plain text', {
  timeout,
}, async () => {
  const secret = 'tok-9f8e7d6c5b4a';
  const secretSuite = await newSuite(admin.client, projectId);
  await newScript(admin.client, secretSuite, {
    scriptName: 'Echo',
    url: `${target.url}/echo`,
    authentication: { type: 'bearer', token: secret },
    assertions: [{ kind: 'body', operator: 'contains', expected: 'never', enabled: true }],
  });
  const body = { type: 'performance' as const, projectId, suiteIds: [secretSuite], performance: iterations(12) };
  const { runId } = await admin.client.call(calls.executeTest, { body });
  await follow(runId);
  const shown = await report(runId);
  expect(shown.run.summary).toMatchObject({ requests: 12, failedShare: 1 });
  expect(shown.totals?.errors).toMatchObject([
    { request: 'Echo', kind: 'assertion', count: 12, sample: { status: 200 } },
  ]);
  expect(shown.totals?.errors[0]?.sample.responseText).toContain('••••••');
  const stored = await server.platform.database.pool.query(
    'select row_to_json(r)::text as text from performance.run r where run_id = $1 union all select plan::text from runs.run where id = $1',
    [runId],
  );
  expect(stored.rows).toHaveLength(2);
  expect(JSON.stringify([shown, stored.rows])).not.toContain(secret);
});

test('an hour is shown with at most 720 points, each computed for its span; the stream continues after the last', {
  timeout,
}, async () => {
  const runId = await start(iterations(4));
  await follow(runId);
  const { points } = await report(runId);
  const [sample] = points;
  await server.platform.database.pool.query('delete from performance.point where run_id = $1', [runId]);
  await server.platform.database.pool.query(
    `insert into performance.point (run_id, resolution, second, point)
     select $1, r, s * r, $2::jsonb || jsonb_build_object('second', s * r, 'seconds', r) from unnest(array[1, 5, 15, 60]) r, generate_series(0, 3600 / r - 1) s`,
    [runId, JSON.stringify(sample)],
  );
  const hour = await report(runId);
  expect(hour.points).toHaveLength(720);
  expect([hour.secondsPerPoint, hour.lastSecond]).toEqual([5, 3599]);
  const few = await admin.client.call(calls.getPerformanceReport, { query: { runId, points: 100 } });
  expect([few.points.length, few.secondsPerPoint]).toEqual([60, 60]);
  const rest = await follow(runId, { lastEventId: 3590 });
  expect(rest.flatMap(({ event, id }) => (event.type === 'point' ? [id] : []))).toEqual(
    Array.from({ length: 10 }, (_, index) => String(3591 + index)),
  );
});

test.each([
  ['no performance', undefined, 'PERFORMANCE_CONFIGURATION_MISSING'],
  [
    'a load of a million steps',
    { load: { type: 'steps' as const, startLoad: 1, endLoad: 1_000_000, stepSize: 1, durationMs: 1000 } },
    'PERFORMANCE_INVALID_PLAN',
  ],
  [
    'a threshold that cannot be read',
    iterations(1, { thresholds: [{ expression: 'p95' }] }),
    'PERFORMANCE_INVALID_PLAN',
  ],
  [
    'a request that is not there',
    iterations(1, { thresholds: [{ request: 'x', expression: 'p95 < 1' }] }),
    'PERFORMANCE_INVALID_PLAN',
  ],
  [
    'a baseline that is not there',
    iterations(1, { baselineRunId: '01890000-0000-7000-8000-000000000000' }),
    'PERFORMANCE_BASELINE_NOT_FOUND',
  ],
])('is rejected: %s', async (_name, performance, code) => {
  const body = { type: 'performance' as const, projectId, suiteIds: [suiteId], ...(performance && { performance }) };
  await expect(admin.client.call(calls.executeTest, { body })).rejects.toMatchObject({ code });
});

test('a failed start releases the virtual users immediately and leaves nothing behind', async () => {
  const user = await server.createOrganization({ plan: 'PRO' });
  const ownProject = await newProject(user.client);
  const ownSuite = await newSuite(user.client, ownProject);
  await newScript(user.client, ownSuite, { scriptName: 'Pet', url: `${target.url}/json` });
  const ownWallet = async () =>
    (await user.client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet;
  const before = await ownWallet();
  const { pool } = server.platform.database;
  const ofOrganization = [user.organizationId];
  // The last statement of a start: the run itself is rejected.
  await pool.query(`alter table runs.run add constraint refused check (organization_id <> '${user.organizationId}')`);
  try {
    const performance = { load: { type: 'constant-vus' as const, vus: 300, durationMs: 1000 } };
    const body = { type: 'performance' as const, projectId: ownProject, suiteIds: [ownSuite], performance };
    await expect(user.client.call(calls.executeTest, { body })).rejects.toMatchObject({ status: 500 });
  } finally {
    await pool.query('alter table runs.run drop constraint refused');
  }
  expect(await ownWallet()).toEqual(before);
  const held = await pool.query(
    'select status from virtual_users.reservation where organization_id = $1',
    ofOrganization,
  );
  expect(held.rows).toEqual([{ status: 'released' }]);
  const kept = await pool.query('select 1 from performance.run where organization_id = $1', ofOrganization);
  expect(kept.rowCount).toBe(0);
});

test('[performance-virtual-users-1] the FREE plan has 1000 virtual users for five minutes; the end load defaults to 100', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const ownProject = await newProject(free.client);
  const ownSuite = await newSuite(free.client, ownProject);
  await newScript(free.client, ownSuite, { scriptName: 'Pet', url: `${target.url}/json` });
  const run = (load: object) =>
    free.client.call(calls.executeTest, {
      body: {
        type: 'performance',
        projectId: ownProject,
        suiteIds: [ownSuite],
        performance: { load: load as Performance['load'] },
      },
    });
  await expect(run({ type: 'constant-vus', vus: 1001, durationMs: 1000 })).rejects.toMatchObject({
    code: 'VIRTUAL_USERS_PLAN_LIMIT',
  });
  await expect(run({ type: 'constant-vus', vus: 1, durationMs: 301_000 })).rejects.toMatchObject({
    code: 'PERFORMANCE_TOO_LONG',
  });
  const { runId } = await run({ type: 'steps', stepSize: 99, durationMs: 1000 });
  const { run: started } = await free.client.call(calls.getPerformanceReport, { query: { runId } });
  expect(started).toMatchObject({ virtualUsers: 100, plannedDurationMs: 1000 });
  await expect(report(runId)).rejects.toMatchObject({ code: 'PERFORMANCE_NOT_FOUND' });
});
